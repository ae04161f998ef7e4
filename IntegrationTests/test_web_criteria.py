"""Criteria of WCAG 2.2 that no tool tells: text at twice its size, reflow, keys, the order of the focus, and targets."""

import json
import re

from browser import expect
from support import until
from test_web_list import ListTest

# What every function here needs. A part is an element of the picker by which something is done or read.
LIBRARY = """
    const root = document.querySelector("shortlist-picker").shadowRoot;
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
        && !element.closest(".hidden, [inert], [aria-hidden='true']:not(.open, .pin)");
    // What is open over the page is looked at alone.
    const scope = root.querySelector(".popup:popover-open") ?? root;
    const shown = (selector) => [...scope.querySelectorAll(selector)].filter(isShown);
    const controls = () => shown("button, input, select, textarea, summary, a, [tabindex='0'], [role=slider]")
        .filter((element) => !element.disabled);
    const nameOf = (element) => [element.localName, ...element.classList].join(".") + " "
        + (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 30);
"""

# The texts that are cut, and the controls that cannot be seen or pressed, also when they are scrolled to.
UNREADABLE = """async () => {
    %s
    // A row can be read in full, a heading of a section by its box, and the values of a facet by their boxes.
    const isShort = (element) => element.closest(".cell, .heading .name, .values .value");
    const wrong = [];
    for (const element of shown("*")) {
        const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
        if (texts.length === 0 || isShort(element)) continue;
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
        const range = new Range();
        range.selectNodeContents(element);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        for (let box = element; box; box = box.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(box);
            const edge = box.getBoundingClientRect();
            if (overflowX !== "visible" && (left < edge.left - 1.5 || right > edge.right + 1.5)) {
                wrong.push(`cut at the side by ${nameOf(box)}: ${nameOf(element)}`);
            }
            if (["hidden", "clip"].includes(overflowY) && (top < edge.top - 4 || bottom > edge.bottom + 4)) {
                wrong.push(`cut above or below by ${nameOf(box)}: ${nameOf(element)}`);
            }
            if (getComputedStyle(box).position === "fixed") break;
        }
    }
    for (const element of controls()) {
        if (element.matches(".rows, .viewport")) continue;
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
        // The menu of a column is over its heading, and not over its name.
        const { left, right, top, bottom } = (element.querySelector(".name") ?? element).getBoundingClientRect();
        const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (left < -0.5 || right > innerWidth + 0.5) wrong.push(`wider than the window: ${nameOf(element)}`);
        else if (!hit || !(element.contains(hit) || hit.contains(element) && hit.matches("label"))) {
            wrong.push(`below ${hit && nameOf(hit)}: ${nameOf(element)}`);
        }
    }
    return wrong;
}""" % LIBRARY

# Where the focus is, and whether it is on something that can be seen.
FOCUSED = """() => {
    %s
    const element = root.activeElement;
    if (!element) return null;
    window.reached ??= new Set();
    reached.add(element);
    const regions = [".header", ".filters", ".list", ".details", ".footer"];
    const { left, top } = element.getBoundingClientRect();
    return { name: nameOf(element), region: regions.findIndex((region) => element.closest(region)), left, top };
}""" % LIBRARY

# What can be pressed and is not reached by Tab, and not by the keys of what is: the list of keys names those.
UNREACHED = """() => {
    %s
    // Left and Right lead from heading to heading.
    const byOtherKeys = `.column-menu, .fold, .rows *, ${[...reached].some((one) => one.matches(".column")) && ".columns *"}`;
    const cursors = ["pointer", "grab", "col-resize"];
    return [...new Set([...controls(), ...shown("*").filter((each) => cursors.includes(getComputedStyle(each).cursor))])]
        .filter((element) => !reached.has(element) && !element.matches(byOtherKeys))
        .filter((element) => ![...reached].some((other) => other.contains(element) && other.localName !== "div"))
        .filter((element) => !(element.matches("label") && reached.has(element.control)))
        .filter((element) => !element.closest("label") || !reached.has(element.closest("label").control))
        // A grip does what Alt with Left and Right does on its heading.
        .filter((element) => !element.matches(".grip")).map(nameOf);
}""" % LIBRARY

# The targets that are smaller than 24 pixels and have no room of 24 pixels around them.
SMALL = """() => {
    %s
    const isScrolledAway = (element, { top, bottom }) => {
        const edge = element.closest(".filters, .viewport")?.getBoundingClientRect();
        return edge !== undefined && (bottom <= edge.top || top >= edge.bottom);
    };
    const all = [...controls(), ...shown(".row .open, .row .pin")].filter((each) => !each.matches(".rows, .viewport, dialog, .details"))
        // A link in a text is as high as the text.
        .filter((each) => !each.matches("a"))
        .map((element) => {
            const label = element.closest("label") ?? element;
            const boxes = [element, label].map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);
            const [box] = boxes.sort((a, b) => b.width * b.height - a.width * a.height);
            return { element, label, box };
        })
        .filter(({ box }) => box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight)
        .filter(({ element, box }) => !isScrolledAway(element, box));
    const isSmall = ({ box }) => box.width < 23.99 || box.height < 23.99;
    const middle = ({ box }) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const distance = ([x, y], { left, right, top, bottom }) => (
        Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)));
    const crowded = (one, other) => {
        if (one === other || one.label === other.label || one.element.contains(other.element)) return false;
        if (distance(middle(one), other.box) < 11.99 && !other.element.contains(one.element)) return true;
        return isSmall(other) && Math.hypot(...middle(one).map((place, axis) => place - middle(other)[axis])) < 23.99;
    };
    return all.filter((one) => isSmall(one) && all.some((other) => crowded(one, other)))
        .map((one) => `${nameOf(one.element)}: ${one.box.width.toFixed(1)}×${one.box.height.toFixed(1)}`);
}""" % LIBRARY


class CriteriaTest(ListTest):
    match = None
    arguments = ["fruit.csv", "--section", "kind", "--where", "id:<9", "--write", "--create", "name", "--min", "1"]

    def begin(self, **options):
        """A page with all that a page can have: chips, sections, a row that can be made, and what ends it."""
        page = self.open(self.start("pick", *self.arguments), **options)
        expect(self.row(page, "Orange")).to_be_visible()
        return page

    def states(self, page):
        """Brings the page into its states, one after the other, and names them."""
        yield "at first"
        self.field(page).fill("stock:3..")
        expect(page.locator(".create")).to_be_visible()
        # The rows that match come apart from the offer to make one. They are shown from the first on.
        expect(self.row(page, "Plum")).to_have_count(0)
        self.row(page, "Apple").click()
        expect(self.picked(page)).to_contain_text("1 of at least 1")
        yield "a row is picked, and one can be made"
        filters = page.locator(".toggle-filters")
        if filters.is_visible():
            filters.click()
        expect(page.locator("details.panel").first).to_be_visible()
        table = page.locator("summary").get_by_text("Rows by price")
        table.click()
        yield "the filters"
        table.click()
        if filters.is_visible():
            filters.click()
        for name in ("View", "Columns", "Export"):
            button = page.get_by_role("button", name=name, exact=True)
            button.click()
            expect(button).to_have_attribute("aria-expanded", "true")
            yield name
            page.keyboard.press("Escape")
            expect(button).to_be_focused()
        page.locator(".column").nth(1).focus()
        page.keyboard.press("Alt+ArrowDown")
        expect(page.get_by_role("dialog", name="Column name")).to_be_visible()
        yield "the menu of a column"
        page.keyboard.press("Escape")
        self.row(page, "Apple").locator(".open").click()
        expect(page.locator(".details")).to_be_visible()
        yield "a row in full"
        page.keyboard.press("Escape")
        expect(page.locator(".details")).to_be_hidden()
        page.locator(".rows").press("?")
        expect(page.get_by_role("dialog", name="Keys in the list")).to_be_visible()
        yield "the list of keys"

    def expect_none(self, page, function, state):
        """Expects that a function finds nothing once the page is at rest."""
        self.quiet(page)
        found = None

        def isNone():
            nonlocal found
            found = page.evaluate(function)
            return found == []

        until(isNone, lambda: f"{state}: {json.dumps(found, indent=1)}")

    def expect_readable(self, page, width):
        for state in self.states(page):
            with self.subTest(state):
                self.expect_none(page, UNREADABLE, state)
                self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), width)


class Sizes(CriteriaTest):
    def test_text_at_twice_its_size(self):
        """1.4.4: the browser's letters are twice as large, and nothing else."""
        page = self.begin()
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        page.wait_for_function(
            "getComputedStyle(document.querySelector('shortlist-picker')).fontSize === '32px'")
        self.expect_readable(page, 1280)

    def test_a_page_at_twice_its_size(self):
        """1.4.4: a page of 1280 times 800 pixels at 200 per cent."""
        self.expect_readable(self.begin(viewport={"width": 640, "height": 400}), 640)

    def test_reflow(self):
        """1.4.10: a page of 1280 times 1024 pixels at 400 per cent."""
        self.expect_readable(self.begin(viewport={"width": 320, "height": 256}), 320)

    def test_targets(self):
        """2.5.8: with a mouse, with compact rows, and on a telephone."""
        for options in ({}, {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}):
            page = self.begin(**options)
            for state in self.states(page):
                with self.subTest(state, **options):
                    self.expect_none(page, SMALL, state)
        page = self.begin()
        page.evaluate("document.querySelector('shortlist-picker').setAttribute('density', 'compact')")
        expect(self.rows(page).first).to_have_css("height", "28px")
        self.expect_none(page, SMALL, "compact rows")


class Keys(CriteriaTest):
    def tabbed(self, page, key="Tab"):
        """What has the focus one after the other, until it leaves the page."""
        found = []
        while len(found) < 120:
            page.keyboard.press(key)
            place = page.evaluate(FOCUSED)
            if place is None:
                return found
            found.append(place)
        self.fail(f"{key} does not lead out of the page")

    def test_everything_is_reached_in_the_order_of_reading(self):
        """2.1.1, 2.1.2 and 2.4.3."""
        page = self.begin()
        page.get_by_role("button", name="Exclude stone").click()
        expect(self.row(page, "Plum")).to_be_hidden()
        self.row(page, "Apple").click()
        expect(self.picked(page)).to_contain_text("1 of at least 1")
        # The panel has lost the focus: its values come into the order of their counts.
        values = page.locator("span.value", has_text=re.compile("^(pome|citrus|stone)$"))
        expect(values).to_have_text(["pome", "citrus", "stone"])
        self.quiet(page)
        # From before the page, which begins with what was clicked last.
        page.evaluate("document.querySelector('shortlist-picker').shadowRoot.activeElement.blur()")
        page.mouse.click(1, 1)
        found = self.tabbed(page)
        self.assertEqual(page.evaluate(UNREACHED), [])
        self.assertEqual([place["region"] for place in found], sorted(place["region"] for place in found))
        for one, other in zip(found, found[1:]):
            # The rows are below their headings, and among those of sections.
            is_after = other["top"] > one["top"] - 30 or other["left"] > one["left"] or "rows" in other["name"]
            self.assertTrue(one["region"] != other["region"] or is_after, (one, other))
        back = self.tabbed(page, "Shift+Tab")
        self.assertEqual([place["name"] for place in back], [place["name"] for place in reversed(found)])

    def test_what_opens_takes_the_focus_and_gives_it_back(self):
        """2.4.3 and 2.1.2."""
        page = self.begin()
        inside = "(element) => element.contains(element.getRootNode().activeElement)"
        for name in ("View", "Columns", "Export", "Keys"):
            with self.subTest(name):
                button = page.get_by_role("button", name=name, exact=True)
                button.focus()
                page.keyboard.press("Enter")
                panel = page.locator(".popup:popover-open")
                page.wait_for_function(inside, arg=panel.element_handle())
                page.keyboard.press("Escape")
                expect(button).to_be_focused()
        self.enter(page)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        details = page.locator(".details")
        page.wait_for_function(inside, arg=details.element_handle())
        page.keyboard.press("Escape")
        expect(page.locator(".rows")).to_be_focused()
        expect(self.active(page)).to_contain_text("Lemon")
