"""The page as a whole in a browser: filters with the list, the address, keys alone, each state."""

import re
import sqlite3

from browser import expect
from test_web_panels import PanelsTest


class PageTest(PanelsTest):
    def rows(self, page):
        return page.locator(".row")

    def expect_names(self, page, *names):
        expect(self.rows(page)).to_have_count(len(names))
        for row, name in enumerate(names):
            expect(self.rows(page).nth(row)).to_contain_text(name)


class Page(PageTest):
    def test_opening(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        # The token is gone from the address, and from what Back leads to.
        self.assertRegex(page.url, r"^http://127\.0\.0\.1:\d+/$")
        self.assertIn("fruit.csv", page.title())
        expect(page.get_by_role("heading", level=1)).to_have_text("fruit.csv")

    def test_a_page_has_a_list_of_its_own(self):
        one = self.serve()
        other = self.open(self.served)
        one.get_by_role("checkbox", name=re.compile("^citrus")).check()
        self.expect_names(one, "Orange", "Lemon")
        expect(self.rows(other)).to_have_count(8)
        expect(self.chips(other)).to_have_count(0)

    def test_nothing_to_filter_by(self):
        self.file("lines.txt", "one\ntwo\nthree\n")
        page = self.serve("lines.txt")
        self.expect_names(page, "one", "two", "three")
        expect(page.get_by_role("heading", name="Filters")).to_be_hidden()
        self.assertAccessible(page, "lines")


class Filtering(PageTest):
    def test_values_and_ranges_choose_rows(self):
        page = self.serve()
        page.get_by_role("checkbox", name=re.compile("^stone")).check()
        self.expect_names(page, "Cherry", "Plum", "Apricot")
        page.get_by_role("checkbox", name=re.compile("^citrus")).check()
        self.expect_names(page, "Cherry", "Plum", "Apricot", "Orange", "Lemon")
        page.get_by_label("Greatest price").fill("3")
        page.get_by_label("Greatest price").press("Enter")
        self.expect_names(page, "Plum", "Apricot", "Orange", "Lemon")
        # The values are counted again later, which changes their order.
        self.expect_values(page, "kind", "pome 3", "citrus 2", "stone 2")
        page.get_by_role("button", name="Exclude citrus").click()
        self.expect_names(page, "Plum", "Apricot")
        page.get_by_role("searchbox", name="Search", exact=True).fill("ap")
        self.expect_names(page, "Apricot")
        page.get_by_role("button", name="Clear all").click()
        self.expect_names(page, "Apple", "Apricot")
        expect(page.get_by_role("searchbox", name="Search", exact=True)).to_be_focused()

    def test_sliding_narrows_while_the_thumb_is_held(self):
        page = self.serve()
        self.expect_range(page, 0.6, 4.75)
        box = self.box(self.panel(page, "price").locator(".track"))
        page.mouse.move(box["x"], box["y"] + 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.55, box["y"] + 2, steps=6)
        self.expect_names(page, "Cherry", "Apricot")
        page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 2, steps=2)
        self.expect_names(page, "Cherry", "Apricot", "Quince")
        page.mouse.up()
        expect(self.chips(page)).to_have_text(["price ≥ 2.7✕"])

    def test_searching_moves_counts_and_bounds(self):
        page = self.serve()
        page.get_by_role("searchbox", name="Search", exact=True).fill("p")
        self.expect_names(page, "Apple", "Pear", "Plum", "Quince")
        self.expect_values(page, "kind", "pome 3", "stone 1")
        self.expect_range(page, 1.2, 2.8)
        expect(page.get_by_label("Least price")).to_have_value("1.2")

    def test_a_choice_moves_nothing_under_the_pointer(self):
        page = self.serve(viewport={"width": 1280, "height": 1100})
        self.expect_range(page, 0.6, 4.75)
        self.expect_range(page, 0, 55, "stock")
        expect(self.rows(page)).to_have_count(8)
        box = page.get_by_role("checkbox", name=re.compile("^pome"))
        before = self.box(box)
        box.check()
        page.get_by_role("button", name="Exclude citrus").click()
        expect(self.chips(page)).to_have_count(2)
        self.expect_range(page, 1.2, 2.8)
        self.assertEqual(self.box(box), before)

    def test_chosen_rows_outlast_filters(self):
        page = self.serve()
        self.rows(page).filter(has_text="Plum").click()
        page.get_by_role("button", name="Exclude stone").click()
        expect(self.rows(page)).to_have_count(5)
        expect(page.locator(".picked")).to_have_text("1 picked (1 not among those that match)")
        page.get_by_role("button", name="Remove filter not kind: stone").click()
        expect(self.rows(page).filter(has_text="Plum")).to_have_attribute("aria-selected", "true")

    def test_what_others_commit_is_counted(self):
        database = sqlite3.connect(self.path("fruit.db"))
        self.addCleanup(database.close)
        database.execute("CREATE TABLE fruit (id INTEGER PRIMARY KEY, kind TEXT, price REAL)")
        database.executemany("INSERT INTO fruit VALUES (?, ?, ?)",
                             [(1, "pome", 1), (2, "pome", 2), (3, "stone", 3), (4, "stone", 4)])
        database.commit()
        page = self.serve("fruit.db", "--table", "fruit")
        self.expect_values(page, "kind", "pome 2", "stone 2")
        self.thumb(page, "Minimum").press("PageUp")
        self.expect_range(page, 1.2, 4)
        database.execute("INSERT INTO fruit VALUES (5, 'stone', 9)")
        database.commit()
        self.expect_values(page, "kind", "stone 3", "pome 1")
        # The end that was at its bound was open, and is at the new one.
        self.expect_range(page, 1.2, 9)
        expect(self.chips(page)).to_have_text(["price ≥ 1.2✕"])


class Addresses(PageTest):
    def choose(self, page):
        page.get_by_role("checkbox", name=re.compile("^stone")).check()
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        page.get_by_label("Least price").fill("2")
        page.get_by_label("Least price").press("Enter")
        self.expect_names(page, "Cherry", "Plum", "Apricot", "Quince")
        page.get_by_label("Greatest price").fill("4")
        page.get_by_label("Greatest price").press("Enter")
        self.expect_names(page, "Plum", "Apricot", "Quince")

    def expect_chips(self, page, *texts):
        """Expects chips in any order: filters from an address are set at the same time."""
        expect(self.chips(page)).to_have_count(len(texts))
        for text in texts:
            expect(self.chips(page).filter(has_text=re.compile(f"^{re.escape(text)}$"))).to_have_count(1)

    def expect_choice(self, page):
        self.expect_names(page, "Plum", "Apricot", "Quince")
        self.expect_chips(page, "kind: stone✕", "kind: pome✕", "price 2 – 4✕")
        self.expect_range(page, 2, 4)
        for kind in ("stone", "pome"):
            expect(page.get_by_role("checkbox", name=re.compile(f"^{kind}"))).to_be_checked()

    def test_reloading_restores_filters(self):
        page = self.serve()
        self.choose(page)
        self.expect_choice(page)
        page.reload()
        self.expect_choice(page)

    def test_a_link_restores_filters_for_others(self):
        page = self.serve()
        self.choose(page)
        # The values are counted again later, which changes their order.
        self.expect_values(page, "kind", "stone 2", "pome 1")
        page.get_by_role("button", name="Exclude pome").click()
        self.expect_names(page, "Plum", "Apricot")
        expect(self.chips(page)).to_have_count(3)
        other = self.open(self.served)
        other.goto(page.url)
        self.expect_names(other, "Plum", "Apricot")
        self.expect_chips(other, "kind: stone✕", "not kind: pome✕", "price 2 – 4✕")
        expect(other.get_by_role("button", name="Exclude pome")).to_have_attribute(
            "aria-pressed", "true")

    def test_back_and_forward(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        page.get_by_role("checkbox", name=re.compile("^citrus")).check()
        self.expect_names(page, "Orange", "Lemon")
        page.wait_for_url(re.compile("citrus"))
        page.go_back()
        expect(self.rows(page)).to_have_count(8)
        expect(self.chips(page)).to_have_count(0)
        expect(page.get_by_role("checkbox", name=re.compile("^citrus"))).not_to_be_checked()
        page.go_forward()
        self.expect_names(page, "Orange", "Lemon")
        expect(page.get_by_role("checkbox", name=re.compile("^citrus"))).to_be_checked()

    def test_what_is_too_long_for_an_address_outlasts_reloading(self):
        self.file("many.csv", "id,kind\n" + "".join(f"{n},a kind called {n % 400}\n" for n in range(1800)))
        page = self.serve("many.csv")
        expect(self.rows(page).first).to_be_visible()
        page.evaluate("""() => {
            const any = Array.from({ length: 350 }, (_, n) => `a kind called ${n}`);
            document.querySelector("shortlist-picker").filters = { values: { kind: { any } } };
        }""")
        expect(page.locator(".total")).to_have_text("1,600 of 1,800 rows")
        expect(self.chips(page)).to_have_text(["kind: 350 values"])
        field = page.get_by_role("searchbox", name="Search", exact=True)
        field.fill("x" * 9000)
        expect(page.locator(".total")).to_have_text("0 of 1,800 rows")
        page.wait_for_function("history.state?.search?.length === 9000")
        self.assertLess(len(page.url), 1000)
        page.reload()
        expect(self.chips(page)).to_have_text(["kind: 350 values"])
        expect(field).to_have_value("x" * 9000)
        expect(page.locator(".total")).to_have_text("0 of 1,800 rows")
        field.fill("")
        expect(page.locator(".total")).to_have_text("1,600 of 1,800 rows")
        page.get_by_role("button", name="kind: 350 values").click()
        page.get_by_role("button", name="Remove all").click()
        expect(page.locator(".total")).to_have_text("1,800 rows")
        page.wait_for_function("history.state === null")

    def test_links_name_the_panels(self):
        """The order of the panels on the page is no part of a link; that of older links is known."""
        page = self.serve()
        address = page.url + "?filters="
        for text in ('{"numbers":{"price":[2,4]},"values":{"kind":{"any":["stone","pome"]}}}',
                     '[{"kind":{"any":["stone","pome"]}},{"price":[2,4]},{},{}]'):
            with self.subTest(text):
                page.goto(address + text.replace("{", "%7B"))
                self.expect_choice(page)

    def test_filters_that_are_unknown_or_no_filters(self):
        page = self.serve()
        address = page.url
        for text in ('{"values":{"nope":{"any":["x"]}},"numbers":{"nope":[1,2]}}', '{"a":1}', "[[]]",
                     "[null]", "null", "{", "7", '"x"', '{"values":null,"numbers":7}',
                     '{"values":{"kind":{"any":[7]}}}', '{"values":{"kind":5},"numbers":{"price":[1]}}',
                     '{"values":{"kind":{"any":"x"}},"numbers":{"price":"x"}}',
                     '{"numbers":{"price":[null,"x"]}}'):
            with self.subTest(text):
                page.goto(address + "?" + "filters=" + text.replace("{", "%7B"))
                expect(page.locator(".total")).to_contain_text(re.compile(r"^(0 of )?8 rows$"))


class Keys(PageTest):
    def test_from_the_first_key_to_the_result(self):
        """Everything is done by keys, from where the focus is when the page opens."""
        served = self.start("pick", "fruit.csv", "--min", "2", "--output", "ids")
        page = self.open(served)
        expect(self.rows(page)).to_have_count(8)
        keyboard = page.keyboard
        self.go(page, lambda: page.get_by_role("searchbox", name="Search", exact=True))
        keyboard.type("p")
        self.go(page, lambda: self.thumb(page, "Minimum"))
        for _ in range(3):
            keyboard.press("PageUp")
        self.go(page, lambda: page.get_by_role("checkbox", name=re.compile("^pome")))
        keyboard.press("Space")
        expect(self.chips(page)).to_have_count(2)
        self.go(page, lambda: page.get_by_role("button", name="Clear all"))
        keyboard.press("Enter")
        expect(self.chips(page)).to_have_count(0)
        for _ in "p":
            keyboard.press("Backspace")
        expect(self.rows(page)).to_have_count(8)
        # The row that was gone to on the way is still the active one.
        keyboard.press("ArrowDown")
        keyboard.press("Home")
        keyboard.press("Space")
        keyboard.press("ArrowDown")
        keyboard.press("ArrowDown")
        keyboard.press("Space")
        expect(page.locator(".picked")).to_have_text("2 of at least 2 picked")
        self.go(page, lambda: page.get_by_role("button", name="Done"))
        keyboard.press("Enter")
        self.assertEqual(served.result(), (0, "1\n3\n"))

    def go(self, page, target, key="Tab"):
        """Goes on with Tab until the focus is where it should be."""
        for _ in range(60):
            if target().evaluate("(element) => element.matches(':focus')"):
                return
            page.keyboard.press(key)
        self.fail(f"{key} does not lead to {target()}")

    def test_the_focus_can_be_seen(self):
        page = self.serve()
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        seen = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            name, outline = page.evaluate("""() => {
                const { activeElement } = document.querySelector("shortlist-picker").shadowRoot;
                if (!activeElement) return [null, null];
                const marked = activeElement.matches(".rows")
                    ? activeElement.querySelector(".active") ?? activeElement : activeElement;
                const { outlineStyle, outlineWidth } = getComputedStyle(marked);
                return [activeElement.outerHTML.slice(0, 80), `${outlineStyle} ${outlineWidth}`];
            }""")
            if name is None:
                break
            seen.add(name)
            self.assertRegex(outline, r"^(auto|solid) [1-9]", name)
        self.assertGreater(len(seen), 20)


class States(PageTest):
    """The page in each of its states, as axe sees it."""

    options = {}

    def look(self, page, state):
        self.assertAccessible(page, f"{state} {self.options}")

    def show_filters(self, page, expanded="true"):
        """Shows the filters, or the list again, where there is no room for both."""
        toggle = page.get_by_role("button", name=re.compile("^Filters(,|$)"))
        if toggle.is_visible():
            toggle.click()
            expect(toggle).to_have_attribute("aria-expanded", expanded)

    def test_filters(self):
        page = self.serve(**self.options)
        expect(self.rows(page)).to_have_count(8)
        self.look(page, "at first")
        self.show_filters(page)
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        self.look(page, "with the panels")
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        page.get_by_role("button", name="Exclude stone").click()
        self.expect_range(page, 1.2, 2.8)
        self.thumb(page, "Minimum").press("PageUp")
        page.get_by_text("Rows by price").click()
        self.expect_values(page, "kind", "pome 2", "stone 0")
        self.look(page, "with filters")
        self.show_filters(page, "false")
        expect(self.chips(page)).to_have_count(3)
        self.expect_names(page, "Pear", "Quince")
        self.look(page, "with chips")
        self.show_filters(page)
        page.get_by_label("Least price").fill("x")
        page.get_by_label("Least price").press("Enter")
        page.get_by_label("Search values of kind").fill("zz")
        expect(page.get_by_text("No value has words that begin so.")).to_be_visible()
        self.look(page, "with what is refused")

    def test_rows(self):
        page = self.serve("fruit.csv", "--max", "2", "--section", "kind", **self.options)
        expect(page.get_by_role("checkbox", name="All of pome")).to_be_visible()
        self.look(page, "sections")
        for name in ("Apple", "Pear", "Cherry"):
            self.rows(page).filter(has_text=name).click()
        expect(page.locator(".remark")).to_be_visible()
        self.look(page, "refused")
        page.get_by_role("button", name="Show picked").click()
        self.expect_names(page, "Apple", "Pear")
        self.look(page, "the picked rows")
        page.get_by_role("searchbox", name="Search", exact=True).fill("ch")
        self.expect_names(page, "Cherry")
        page.keyboard.press("ArrowDown")
        expect(page.locator(".row.active")).to_be_visible()
        self.look(page, "an active row with what was found in it")
        page.get_by_role("searchbox", name="Search", exact=True).fill("zzz")
        expect(page.get_by_text("No row matches.")).to_be_visible()
        self.look(page, "nothing matches")

    def test_picking(self):
        served = self.start("pick", "fruit.csv", "--min", "1", "--create", "name")
        page = self.open(served, **self.options)
        page.get_by_role("searchbox", name="Search", exact=True).fill("Medlar")
        expect(page.get_by_role("button", name="Create “Medlar”")).to_be_visible()
        self.look(page, "a row can be made")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Create “Medlar”")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".picked")).to_contain_text("1 of at least 1 picked")
        self.look(page, "a row was made")
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("heading", name="Done. 1 row picked.")).to_be_visible()
        self.look(page, "done")


class ForcedColorStates(States):
    options = {"forced_colors": "active"}


class NarrowStates(States):
    options = {"viewport": {"width": 360, "height": 640}}

    def test_nothing_is_wider_than_the_window(self):
        page = self.serve(**self.options)
        expect(self.rows(page)).to_have_count(8)
        self.show_filters(page)
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        self.expect_nothing_wide(page)
        self.show_filters(page, "false")
        expect(self.chips(page)).to_have_count(1)
        self.expect_nothing_wide(page)

    def expect_nothing_wide(self, page):
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
        wide = page.evaluate("""() => {
            const { shadowRoot } = document.querySelector("shortlist-picker");
            const scrolled = ".columns *, .row *, .chips *, .clear, .buttons *";
            return [...shadowRoot.querySelectorAll("*")]
                .filter((element) => element.checkVisibility() && !element.matches(scrolled))
                .filter((element) => element.getBoundingClientRect().right > 360.5)
                .map((element) => element.outerHTML.slice(0, 100));
        }""")
        self.assertEqual(wide, [])
