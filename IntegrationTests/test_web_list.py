"""The list on the page: its rows, its keys, what is picked, and what the address keeps."""

import json
import os
import random
import re
import sqlite3
import time

from accessibility import AccessibleTest
from browser import expect
from support import PATIENCE, until

EXAMPLE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "Examples", "Web"))
NUMBERS = "".join(f"number {number}\n" for number in range(1, 300_001))


def lose_connection(page, method="close"):
    """Closes the connection of a page, and waits until the page has said so and has another one."""
    # The page may say so for half a second only. A test that looks now and then could miss it.
    page.evaluate("""(method) => {
        const { session, frame: { note } } = document.querySelector("shortlist-picker");
        const said = window.said = [];
        const look = () => { if (!note.hidden) said.push(note.textContent); };
        new MutationObserver(look).observe(note, { childList: true });
        session[method]("a test");
    }""", method)
    page.wait_for_function("() => said.some((text) => text.includes('Not connected'))")
    expect(page.get_by_role("alert")).to_be_hidden()


class ListTest(AccessibleTest):
    def rows(self, page):
        return page.locator(".row")

    def field(self, page):
        return page.locator("#search")

    def column(self, page, name):
        """The heading of a column."""
        return page.locator(".columns").get_by_role("button", name=re.compile(rf"^{name}\b"))

    def row(self, page, text):
        return self.rows(page).filter(has_text=text)

    def active(self, page):
        """The row that keys act on."""
        return page.locator(".row.active")

    def enter(self, page):
        """Goes from the search field into the list."""
        expect(self.rows(page).first).to_be_visible()
        self.field(page).focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator(".rows")).to_be_focused()

    def lose(self, page):
        """Loses the connection; afterwards, rows are shown of another one."""
        lose_connection(page)
        expect(self.rows(page).first).to_be_visible()

    def names(self, page):
        """The second column of the rows shown."""
        return page.evaluate("""() => {
            const { shadowRoot } = document.querySelector("shortlist-picker");
            const rows = [...shadowRoot.querySelectorAll(".row")];
            return rows.map((row) => row.querySelectorAll(".cell")[1].textContent);
        }""")

    def expect_names(self, page, *names):
        expect(self.rows(page)).to_have_count(len(names))
        for index, name in enumerate(names):
            expect(self.rows(page).nth(index)).to_contain_text(name)

    def picked(self, page):
        return page.locator(".picked")

    def quiet(self, page):
        """Waits until the page has nothing to request."""
        page.evaluate("document.querySelector('shortlist-picker').model.settled()")


class Rows(ListTest):
    def test_rows_say_what_and_where_they_are(self):
        page = self.serve()
        self.expect_names(page, "Apple", "Pear", "Cherry", "Plum", "Apricot", "Orange", "Lemon", "Quince")
        for index in range(8):
            row = self.rows(page).nth(index)
            expect(row).to_have_attribute("aria-rowindex", str(index + 2))
            expect(row).to_have_attribute("aria-selected", "false")
        self.assertAccessible(page, "a list")

    def test_data_is_text(self):
        self.file("odd.csv", 'id,name\n1,<script>alert(1)</script>\n2,javascript:alert(2)\n'
                  '3,"""><img src=x onerror=alert(3)>"\n')
        page = self.serve("odd.csv")
        for text in ["<script>alert(1)</script>", "javascript:alert(2)",
                     '"><img src=x onerror=alert(3)>']:
            expect(page.get_by_text(text, exact=True)).to_be_visible()
        self.assertEqual(page.locator("shortlist-picker img").count(), 0)

    def test_characters_that_are_not_seen_have_symbols(self):
        self.file("odd.csv", 'id,name,note\n1,"one\ntwo",after\n2,photo_\u202egnp.exe,the end\n3,"a\tb\x7f",x\n')
        for width in (1280, 390):
            page = self.serve("odd.csv", viewport={"width": width, "height": 800})
            expect(self.rows(page).first.locator(".cell").nth(1)).to_have_text("one⏎two")
            expect(self.rows(page).nth(1).locator(".cell").nth(1)).to_have_text("photo_\ufffdgnp.exe")
            expect(self.rows(page).nth(2).locator(".cell").nth(1)).to_have_text("a␉b␡")
        self.field(page).fill("two")
        expect(page.locator("mark")).to_have_text("two")

    def test_blanks_alone_are_seen(self):
        self.file("blank.csv", 'id,"  ",kind\n1," ",a\n2,x y," "\n3,\u3000," "\n4,,a\n')
        page = self.serve("blank.csv", "--facets", "kind")
        cells = [self.rows(page).nth(row).locator(".cell").nth(1) for row in range(4)]
        for cell, shown in zip(cells, ("␣", "x y", "␣", "")):
            expect(cell).to_have_text(shown)
        expect(page.locator(".columns")).to_contain_text("␣␣")
        expect(page.locator(".values")).to_contain_text("␣")

    def test_only_rows_near_what_is_in_sight_exist(self):
        self.file("numbers.txt", NUMBERS)
        page = self.serve("numbers.txt")
        expect(self.row(page, re.compile(r"number 1$"))).to_be_visible()
        self.assertLess(self.rows(page).count(), 60)
        expect(page.locator(".rows")).to_have_attribute("aria-rowcount", "300001")

    def test_every_row_is_reached(self):
        self.file("numbers.txt", NUMBERS)
        page = self.serve("numbers.txt")
        self.enter(page)
        page.keyboard.press("End")
        expect(self.row(page, re.compile(r"number 300000$"))).to_be_in_viewport()
        page.keyboard.press("PageUp")
        expect(self.active(page)).not_to_have_text(re.compile("number 300000$"))
        page.keyboard.press("Home")
        expect(self.row(page, re.compile(r"number 1$"))).to_be_in_viewport()
        for number in [2, 299_999, 123_456, 300_000, 1]:
            page.get_by_role("textbox", name="Row", exact=True).fill(str(number))
            page.keyboard.press("Enter")
            expect(self.row(page, re.compile(rf"number {number}$"))).to_be_in_viewport()

    def test_wheel_is_exact_where_the_list_is_higher_than_an_element(self):
        self.file("numbers.txt", NUMBERS)
        page = self.serve("numbers.txt")
        expect(self.rows(page).first).to_be_visible()
        viewport = page.locator(".viewport")
        viewport.evaluate("(element) => { element.scrollTop = element.scrollHeight / 2 }")
        until(lambda: self.top(page) > 140_000, lambda: f"still at row {self.top(page)}")
        before = self.top(page)
        viewport.hover()
        page.mouse.wheel(0, 10 * page.evaluate(
            "document.querySelector('shortlist-picker').rows.layout.rowHeight"))
        until(lambda: self.top(page) == before + 10, lambda: f"{self.top(page)}, not {before} + 10")

    def top(self, page):
        """The index of the uppermost row in sight."""
        return page.evaluate("""() => {
            const { rows } = document.querySelector("shortlist-picker");
            return rows.layout.rowAt(rows.space.position);
        }""")

    def test_a_row_is_found_by_its_id(self):
        database = sqlite3.connect(self.path("keys.db"))
        database.execute("CREATE TABLE one (id INTEGER PRIMARY KEY, name TEXT)")
        database.executemany("INSERT INTO one VALUES (?, ?)", [(1000 + n, f"row {n}") for n in range(500)])
        database.execute("CREATE TABLE two (a TEXT, b INTEGER, PRIMARY KEY (a, b))")
        database.executemany("INSERT INTO two VALUES (?, ?)", [(f"k{n}", n) for n in range(500)])
        database.commit()
        database.close()
        for table, id_, text in (("one", "#1450", "row 450"), ("two", '#["k450",450]', "k450")):
            page = self.serve("keys.db", "--table", table)
            field = page.get_by_role("textbox", name="Row")
            field.fill(id_)
            field.press("Enter")
            expect(self.active(page)).to_contain_text(text)
            expect(page.locator(".rows")).to_be_focused()
            field.fill("#zzz")
            field.press("Enter")
            expect(page.locator(".remark")).to_have_text("No row that matches has the id zzz.")
            # Without the sign, it is the number of a row.
            field.fill("3")
            field.press("Enter")
            expect(self.active(page)).to_contain_text("row 2" if table == "one" else "k")

    def test_numbers_are_at_the_end_of_their_columns(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        ends = """(place) => {
            const { shadowRoot } = document.querySelector("shortlist-picker");
            const end = (element) => {
                const range = document.createRange();
                range.selectNodeContents(element);
                return Math.round(range.getBoundingClientRect().right);
            };
            const heading = shadowRoot.querySelectorAll(".column .name")[place];
            const cells = [...shadowRoot.querySelectorAll(`.row .cell:nth-of-type(${place + 2}):not(.empty)`)];
            return [heading, ...cells].map(end);
        }"""
        prices, stocks = page.evaluate(ends, 3), page.evaluate(ends, 4)
        self.assertEqual((len(prices), len(stocks)), (9, 8))
        self.assertEqual(len(set(stocks)), 1, stocks)
        # A number with fewer digits after its point than others ends before them.
        self.assertEqual(max(prices[1:]), prices[0], prices)
        self.assertEqual(prices[3], prices[0], prices)

    def test_the_text_of_a_row_is_in_its_middle_whatever_was_there_before(self):
        self.file("gaps.csv", "id,name,note,price\n" + "".join(
            f"{n},name {n},{'' if n % 3 else 'note'},{n if n % 2 else ''}\n" for n in range(200)))
        page = self.serve("gaps.csv")
        expect(self.rows(page).first).to_be_visible()
        for _ in range(3):
            self.column(page, "price").click()
            self.expect_middles(page)
        page.locator(".viewport").evaluate("(element) => { element.scrollTop = 3000 }")
        self.expect_middles(page)
        page.get_by_role("combobox", name="Sections").select_option("note")
        self.expect_middles(page)

    def expect_middles(self, page):
        """The middle of each mark and of each text that there is, measured from that of its row."""
        self.quiet(page)
        distances = page.evaluate("""() => {
            const { shadowRoot } = document.querySelector("shortlist-picker");
            const middle = (part) => {
                const { top, bottom } = part.getBoundingClientRect();
                return (top + bottom) / 2;
            };
            return [...shadowRoot.querySelectorAll(".row")].map((row) => {
                const texts = [...row.querySelectorAll(".cell:not(.empty)")].map((cell) => {
                    const range = document.createRange();
                    range.selectNodeContents(cell);
                    return range;
                });
                const parts = [row.querySelector(".mark"), ...texts];
                return Math.max(...parts.map((part) => Math.abs(middle(part) - middle(row))));
            });
        }""")
        self.assertGreater(len(distances), 10)
        self.assertLessEqual(max(distances), 1.5, distances)

    def test_cells_and_headings_of_a_grid(self):
        page = self.serve()
        grid = page.get_by_role("grid", name="Rows")
        expect(grid).to_have_attribute("aria-rowcount", "9")
        expect(grid).to_have_attribute("aria-colcount", "5")
        headings = grid.get_by_role("columnheader")
        expect(headings).to_have_text(["id", "name", "kind", "price", "stock"])
        cells = grid.get_by_role("row", name="Pear").locator("[aria-colindex]")
        expect(cells).to_have_text(["2", "Pear", "pome", "1.5", "12"])
        self.column(page, "price").click()
        expect(headings.nth(3)).to_have_attribute("aria-sort", "ascending")
        self.column(page, "price").click()
        expect(headings.nth(3)).to_have_attribute("aria-sort", "descending")
        expect(headings.nth(0)).not_to_have_attribute("aria-sort", "none")
        self.assertAccessible(page, "a grid")

    def test_sections_of_a_tree_grid(self):
        page = self.serve("fruit.csv", "--section", "kind")
        grid = page.get_by_role("treegrid", name="Rows")
        expect(grid).to_have_attribute("aria-rowcount", "12")
        section = grid.get_by_role("row", name="pome, 3 rows")
        expect(section).to_have_attribute("aria-level", "1")
        expect(section).to_have_attribute("aria-rowindex", "5")
        row = self.row(page, "Pear")
        for name, value in (("level", "2"), ("posinset", "2"), ("setsize", "3"), ("rowindex", "7")):
            expect(row).to_have_attribute(f"aria-{name}", value)
        self.enter(page)
        self.assertAccessible(page, "a tree grid")

    def test_the_heading_and_the_rows_in_sight_are_printed(self):
        self.file("many.csv", "id,kind,name\n" + "".join(f"{n},{'ab'[n % 2]},name {n}\n" for n in range(400)))
        for arguments in ([], ["--section", "kind"]):
            page = self.serve("many.csv", "--search", "kind:a", "--match", "auto", *arguments, color_scheme="dark")
            self.row(page, "name 4").first.click()
            expect(self.picked(page)).to_be_visible()
            page.keyboard.press("Enter")
            expect(page.locator(".details")).to_be_visible()
            page.emulate_media(media="print")
            expect(page.get_by_role("heading", name="many.csv")).to_be_visible()
            expect(self.row(page, "name 4").first).to_be_in_viewport()
            expect(page.locator(".columns")).to_contain_text("name")
            for part in (".details", ".filters", ".chips-host", ".searching", ".tools", ".footer"):
                expect(page.locator(part)).to_be_hidden()
            # No buttons but those that are the headings of columns.
            seen = page.locator(":is(button, input, select):visible").evaluate_all(
                "(all) => all.filter((element) => getComputedStyle(element).visibility === 'visible').map(({ className }) => className)")
            self.assertEqual(set(seen), {"column"})
            colors = page.evaluate("""() => {
                const { shadowRoot } = document.querySelector("shortlist-picker");
                const parts = [shadowRoot.host, ...[".title", ".columns .name", ".row", ".row .cell"].map((name) => shadowRoot.querySelector(name))];
                return parts.map((part) => [getComputedStyle(part).color, getComputedStyle(part).backgroundColor]);
            }""")
            black, white, none = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"
            for color, background in colors:
                self.assertEqual(color, black)
                self.assertIn(background, (white, none))
            page.emulate_media(media="screen")
            expect(page.locator(".details")).to_be_visible()

    def test_nothing_matches(self):
        page = self.serve()
        self.field(page).fill("zzz")
        expect(page.get_by_text("No row matches.")).to_be_visible()
        expect(self.rows(page)).to_have_count(0)
        self.assertAccessible(page, "nothing matches")

    def test_no_rows(self):
        self.file("none.csv", "id,name\n")
        page = self.serve("none.csv")
        expect(page.get_by_text("There are no rows.")).to_be_visible()
        self.assertAccessible(page, "no rows")


class Querying(ListTest):
    def test_every_letter_searches(self):
        page = self.serve()
        field = self.field(page)
        field.press_sequentially("pl")
        self.expect_names(page, "Plum")
        expect(page.locator("mark").first).to_have_text("Pl")
        field.press("Backspace")
        field.press("Backspace")
        expect(self.rows(page)).to_have_count(8)
        expect(page.locator("mark")).to_have_count(0)

    def test_columns_called_what_every_object_has(self):
        names = ["constructor", "toString", "valueOf", "__proto__", "hasOwnProperty", "then"]
        self.file("odd.csv", ",".join(["id", "driver", *names]) + "\n" + "".join(
            f"{n},{'Norris' if n % 2 else 'Leclerc'},{','.join(f'{name[:3]} {n % 3}' for name in names)}\n"
            for n in range(1, 13)))
        page = self.serve("odd.csv")
        expect(self.rows(page)).to_have_count(12)
        self.field(page).fill("nor")
        expect(self.rows(page)).to_have_count(6)
        expect(self.rows(page).first).to_have_text(
            " 1 Norris con 1 toS 1 val 1 __p 1 has 1 the 1", use_inner_text=False)
        self.field(page).fill("con 2")
        expect(self.rows(page)).to_have_count(4)
        expect(page.locator("mark").first).to_have_text("con")
        for name in ("constructor", "__proto__"):
            self.field(page).fill("")
            expect(self.rows(page)).to_have_count(12)
            panel = page.locator(f"details[data-attribute='{name}']")
            panel.evaluate("(element) => { element.open = true }")
            # The values move when they are counted again, some time after the rows are shown.
            panel.get_by_role("checkbox", name=f"{name[:3]} 1 4").check()
            expect(self.rows(page)).to_have_count(4)
            page.reload()
            expect(self.rows(page)).to_have_count(4)
            page.get_by_role("button", name=f"Remove filter {name}: {name[:3]} 1").click()
            expect(self.rows(page)).to_have_count(12)
        for name in names:
            self.column(page, name).click()
            expect(self.column(page, name)).to_have_accessible_name(f"{name} sorted ascending")
        page.get_by_role("combobox", name="Sections").select_option("__proto__")
        expect(page.get_by_role("checkbox", name="All of __p 0")).to_be_visible()

    def test_kind_of_match(self):
        page = self.serve()
        self.field(page).fill("ea")
        expect(self.rows(page)).to_have_count(0)
        page.get_by_role("combobox", name="Kind of match").select_option("Anywhere")
        self.expect_names(page, "Pear")

    def test_sorting(self):
        page = self.serve()
        expect(self.rows(page).first).to_be_visible()
        price = self.column(page, "price")
        price.click()
        expect(self.rows(page).first).to_contain_text("Lemon")
        expect(price).to_have_accessible_name("price sorted ascending")
        self.assertAccessible(page, "sorted")
        price.click()
        expect(self.rows(page).first).to_contain_text("Cherry")
        expect(price).to_have_accessible_name("price sorted descending")
        price.click()
        expect(self.rows(page).first).to_contain_text("Apple")
        expect(price).to_have_accessible_name("price")

    def test_sorting_by_two_columns(self):
        page = self.serve()
        self.column(page, "kind").click()
        self.column(page, "price").click(modifiers=["Shift"])
        self.expect_names(page, "Lemon", "Orange", "Apple", "Pear", "Quince", "Plum", "Apricot", "Cherry")
        self.assertRegex(page.url, r"sort=kind%2Cprice")
        expect(self.column(page, "kind")).to_have_accessible_name("kind sorted ascending, 1 of 2")
        expect(self.column(page, "price").locator(".arrow")).to_have_text("▲2")

    def test_sections(self):
        page = self.serve()
        page.get_by_role("combobox", name="Sections").select_option("kind")
        self.expect_names(page, "Orange", "Lemon", "Apple", "Pear", "Quince", "Cherry", "Plum", "Apricot")
        expect(page.get_by_role("rowgroup", name="pome").locator(".row")).to_have_count(3)
        box = page.get_by_role("checkbox", name="All of pome")
        self.assertAccessible(page, "sections")
        box.check()
        expect(self.picked(page)).to_have_text("3 picked")
        self.row(page, "Pear").click()
        expect(box).to_have_js_property("indeterminate", True)
        box.check()
        expect(self.picked(page)).to_have_text("3 picked")
        # The heading and its checkbox change after a second answer.
        expect(page.locator(".heading").filter(has=box)).to_contain_text("3 of 3 picked")
        box.uncheck()
        expect(self.picked(page)).to_have_text("0 picked")

    def test_too_many_sections(self):
        self.file("numbers.txt", "".join(f"number {number}\n" for number in range(1, 100_002)))
        page = self.serve("numbers.txt")
        page.get_by_role("combobox", name="Sections").select_option("line")
        self.expect_no_sections(page)
        page.goto(page.url.split("?")[0] + "?sections=line")
        self.expect_no_sections(page)
        expect(self.rows(page).first).to_contain_text("number 1")
        # Few rows match, and then all.
        self.field(page).fill("1234")
        expect(page.locator("mark").first).to_be_visible()
        page.get_by_role("combobox", name="Sections").select_option("line")
        expect(page.get_by_role("checkbox", name="All of number 1234", exact=True)).to_be_visible()
        self.field(page).fill("")
        self.expect_no_sections(page)
        expect(page.locator(".total")).to_have_text("100,001 rows")
        # What is wanted no longer is not refused.
        page = self.serve("numbers.txt")
        expect(self.rows(page).first).to_be_visible()
        page.evaluate("""async () => {
            const { model } = document.querySelector("shortlist-picker");
            model.change({ sections: "line" });
            await new Promise((done) => setTimeout(done));
            model.change({ sections: null, search: "12345" });
        }""")
        expect(page.locator(".total")).to_have_text("1 of 100,001 rows")
        self.quiet(page)
        expect(page.locator(".remark")).to_be_hidden()
        self.expect_no_sections(self.serve("numbers.txt", "--section", "line"))

    def expect_no_sections(self, page):
        expect(page.locator(".remark")).to_have_text(
            "line has more than 100,000 values, too many for sections.")
        expect(page.get_by_role("combobox", name="Sections")).to_have_value("")
        expect(self.rows(page).first).to_be_visible()
        expect(page.locator(".heading")).to_have_count(0)

    def test_thousands_of_sections(self):
        self.file("many.csv", "id,kind\n" + "".join(f"{n},{n % 2000}x\n" for n in range(10_000)))
        page = self.serve("many.csv", "--section", "kind")
        expect(page.get_by_role("checkbox", name="All of 0x", exact=True)).to_be_visible()
        page.get_by_role("textbox", name="Row", exact=True).fill("10000")
        page.keyboard.press("Enter")
        expect(self.active(page)).to_have_attribute("aria-rowindex", "12001")
        expect(page.get_by_role("checkbox", name="All of 9x", exact=True)).to_be_visible()
        expect(page.get_by_role("checkbox", name="All of 0x", exact=True)).to_be_hidden()

    def test_headings_stay_in_sight(self):
        self.file("many.csv", "id,kind\n" + "".join(f"{n},{'ab'[n % 2]}\n" for n in range(400)))
        page = self.serve("many.csv", "--section", "kind")
        self.enter(page)
        for _ in range(4):
            page.keyboard.press("PageDown")
        heading = page.get_by_role("checkbox", name="All of a")
        expect(heading).to_be_in_viewport()
        top = self.box(page.locator(".viewport"))["y"]
        until(lambda: abs(self.box(page.locator(".heading").first)["y"] - top) <= 1,
              lambda: "the heading is not at the top")

    def test_what_changes_with_a_wrong_term_is_not_lost(self):
        page = self.serve("fruit.csv")
        expect(self.rows(page)).to_have_count(8)
        # The first is on its way when the next ones come, which are asked for together.
        page.evaluate("""() => {
            const { model } = document.querySelector("shortlist-picker");
            model.change({ sort: [] });
            model.change({ match: "auto" });
            model.change({ search: "p price:abc.." });
        }""")
        expect(page.locator(".remark")).to_contain_text("a number expected")
        page.evaluate("document.querySelector('shortlist-picker').model.change({ search: 'pl' })")
        self.expect_names(page, "Plum", "Apple")

    def test_a_wrong_term_stays_said(self):
        page = self.serve("fruit.csv")
        page.get_by_role("combobox", name="Kind of match").select_option("auto")
        self.field(page).fill("p price:abc..")
        said = "a number expected"
        expect(page.locator(".remark")).to_contain_text(said)
        expect(self.field(page)).to_have_attribute("aria-invalid", "true")
        page.get_by_role("combobox", name="Sections").select_option("kind")
        expect(page.locator(".heading").first).to_be_visible()
        expect(page.locator(".remark")).to_contain_text(said)
        expect(self.field(page)).to_have_attribute("aria-invalid", "true")
        self.assertAccessible(page, "a search that is wrong")
        self.field(page).fill("pl")
        expect(self.rows(page)).to_have_count(2)
        expect(page.locator(".remark")).to_be_hidden()
        expect(self.field(page)).not_to_have_attribute("aria-invalid", "true")


class Keys(ListTest):
    """Every key of the pattern of a list box of which several options can be selected."""

    def open_list(self, *arguments):
        page = self.serve(*arguments)
        self.enter(page)
        return page

    def expect_active(self, page, name):
        expect(self.active(page)).to_contain_text(name)
        owner = page.locator(".rows")
        expect(owner).to_have_attribute("aria-activedescendant", self.active(page).get_attribute("id"))

    def expect_selected(self, page, *names):
        expect(page.locator(".row[aria-selected=true]")).to_have_count(len(names))
        for name in names:
            expect(self.row(page, name)).to_have_attribute("aria-selected", "true")

    def test_down_from_the_search_field_goes_to_the_first_row_and_selects_nothing(self):
        page = self.open_list()
        self.expect_active(page, "Apple")
        self.expect_selected(page)

    def test_going_into_the_list_goes_to_the_first_selected_row(self):
        page = self.serve()
        self.row(page, "Plum").click()
        self.expect_selected(page, "Plum")
        self.field(page).fill("p")
        expect(page.locator("mark").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        self.expect_active(page, "Plum")

    def test_up_and_down(self):
        page = self.open_list()
        page.keyboard.press("ArrowDown")
        self.expect_active(page, "Pear")
        page.keyboard.press("ArrowUp")
        self.expect_active(page, "Apple")
        page.keyboard.press("ArrowUp")
        self.expect_active(page, "Apple")
        self.expect_selected(page)

    def test_left_and_right_go_to_cells(self):
        page = self.open_list()
        owner = page.locator(".rows")
        cells = self.rows(page).first.locator(".cell")
        for cell in (0, 1, 2):
            page.keyboard.press("ArrowRight")
            expect(owner).to_have_attribute("aria-activedescendant", cells.nth(cell).get_attribute("id"))
        page.keyboard.press("ArrowDown")
        expect(owner).to_have_attribute(
            "aria-activedescendant", self.row(page, "Pear").locator(".cell").nth(2).get_attribute("id"))
        self.assertAccessible(page, "an active cell")
        for _ in range(4):
            page.keyboard.press("ArrowLeft")
        self.expect_active(page, "Pear")

    def test_the_list_of_keys(self):
        page = self.open_list()
        page.keyboard.press("?")
        popup = page.get_by_role("dialog", name="Keys in the list")
        expect(popup).to_be_visible()
        self.assertAccessible(page, "the list of keys")
        page.keyboard.press("Escape")
        expect(popup).to_be_hidden()
        expect(page.locator(".rows")).to_be_focused()
        page.get_by_role("button", name="Keys").click()
        expect(popup).to_be_visible()

    def test_the_focus_stays_in_the_picker(self):
        self.file("many.csv", "id,kind\n" + "".join(f"{n},{'ab'[n % 2]}\n" for n in range(400)))
        page = self.serve("many.csv", "--section", "kind")
        box = page.get_by_role("checkbox", name="All of a")
        expect(box).to_be_visible()
        self.quiet(page)
        box.focus()

        def is_scrolled_away():
            # The focus may scroll its element into view a frame later.
            page.locator(".viewport").evaluate(
                "(element) => { element.scrollTop = element.scrollHeight }")
            return not box.is_visible()

        until(is_scrolled_away, lambda: "the box of the first section is still there")
        expect(page.locator(".rows")).to_be_focused()
        # Where there are no rows, there is nothing to go to.
        self.field(page).fill("zzz")
        expect(page.get_by_text("No row matches.")).to_be_visible()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        self.quiet(page)
        expect(self.field(page)).to_be_focused()

    def test_home_and_end(self):
        page = self.open_list()
        page.keyboard.press("End")
        self.expect_active(page, "Quince")
        page.keyboard.press("ArrowDown")
        self.expect_active(page, "Quince")
        page.keyboard.press("Home")
        self.expect_active(page, "Apple")

    def test_space_toggles(self):
        page = self.open_list()
        page.keyboard.press("Space")
        self.expect_selected(page, "Apple")
        page.keyboard.press("Space")
        self.expect_selected(page)

    def test_shift_with_arrows_moves_and_toggles(self):
        page = self.open_list()
        page.keyboard.press("Shift+ArrowDown")
        self.expect_active(page, "Pear")
        self.expect_selected(page, "Pear")
        page.keyboard.press("Shift+ArrowDown")
        self.expect_selected(page, "Pear", "Cherry")
        page.keyboard.press("Shift+ArrowUp")
        self.expect_active(page, "Pear")
        self.expect_selected(page, "Cherry")

    def test_shift_space_selects_from_the_last_selected_row(self):
        page = self.open_list()
        page.keyboard.press("Space")
        self.expect_selected(page, "Apple")
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Shift+Space")
        self.expect_selected(page, "Apple", "Pear", "Cherry", "Plum")

    def test_control_shift_home_and_end(self):
        page = self.open_list()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Control+Shift+Home")
        self.expect_selected(page, "Apple", "Pear", "Cherry")
        self.expect_active(page, "Apple")
        page.keyboard.press("Control+z")
        self.expect_selected(page)
        page.keyboard.press("End")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Control+Shift+End")
        self.expect_selected(page, "Lemon", "Quince")

    def test_control_a_selects_all_then_none(self):
        page = self.open_list()
        page.keyboard.press("Control+a")
        expect(self.picked(page)).to_have_text("8 picked")
        expect(page.locator(".row[aria-selected=true]")).to_have_count(8)
        page.keyboard.press("Control+a")
        self.expect_selected(page)

    def test_keys_where_one_row_is_picked(self):
        page = self.open_list("fruit.csv", "--single")
        expect(page.locator(".rows")).to_have_attribute("aria-multiselectable", "false")
        expect(page.get_by_role("checkbox", name="Select all")).to_be_hidden()
        expect(page.get_by_role("button", name="Invert")).to_be_hidden()
        page.keyboard.press("Space")
        self.expect_selected(page, "Apple")
        page.keyboard.press("ArrowDown")
        self.expect_selected(page, "Apple")
        page.keyboard.press("Space")
        self.expect_selected(page, "Pear")
        page.keyboard.press("Shift+ArrowDown")
        self.expect_selected(page, "Cherry")
        page.keyboard.press("Control+a")
        expect(page.locator(".remark")).to_contain_text("only one row can be selected")
        self.expect_selected(page, "Cherry")
        page.keyboard.press("Control+z")
        self.expect_selected(page, "Pear")

    def test_boxes_of_sections(self):
        page = self.serve("fruit.csv", "--section", "kind")
        expect(self.rows(page)).to_have_count(8)
        citrus = page.get_by_role("checkbox", name="All of citrus")
        citrus.focus()
        page.keyboard.press("Space")
        self.expect_selected(page, "Orange", "Lemon")
        expect(citrus).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("checkbox", name="All of pome")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.locator(".rows")).to_be_focused()
        self.expect_active(page, "Orange")
        page.keyboard.press("Space")
        expect(citrus).to_have_js_property("indeterminate", True)
        page.keyboard.press("Shift+Tab")
        expect(page.get_by_role("checkbox", name="All of stone")).to_be_focused()

    def test_undo_and_redo(self):
        page = self.open_list()
        page.keyboard.press("Space")
        self.expect_selected(page, "Apple")
        page.keyboard.press("Control+z")
        self.expect_selected(page)
        page.keyboard.press("Control+Shift+z")
        self.expect_selected(page, "Apple")
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+y")
        self.expect_selected(page, "Apple")

    def test_letters_and_escape_lead_to_the_search_field(self):
        page = self.open_list()
        page.keyboard.press("q")
        expect(self.field(page)).to_be_focused()
        expect(self.field(page)).to_have_value("q")
        self.expect_names(page, "Quince")
        page.keyboard.press("ArrowDown")
        expect(page.locator(".rows")).to_be_focused()
        page.keyboard.press("Escape")
        expect(self.field(page)).to_be_focused()

    def test_pages(self):
        self.file("numbers.txt", NUMBERS)
        page = self.open_list("numbers.txt")
        page.keyboard.press("PageDown")
        first = int(self.active(page).get_attribute("aria-rowindex")) - 1
        self.assertGreater(first, 5)
        expect(self.active(page)).to_be_in_viewport()
        page.keyboard.press("PageDown")
        expect(self.active(page)).to_have_attribute("aria-rowindex", str(2 * first))
        page.keyboard.press("PageUp")
        expect(self.active(page)).to_have_attribute("aria-rowindex", str(first + 1))

    def test_active_row_exists_when_it_is_out_of_sight(self):
        self.file("numbers.txt", NUMBERS)
        page = self.open_list("numbers.txt")
        page.locator(".viewport").evaluate("(element) => { element.scrollTop = 100000 }")
        expect(self.row(page, re.compile(r"number 28\d\d$")).last).to_be_visible()
        self.expect_active(page, "number 1")
        self.assertAccessible(page, "the active row out of sight")
        page.keyboard.press("ArrowDown")
        self.expect_active(page, "number 2")
        expect(self.active(page)).to_be_in_viewport()


class Picking(ListTest):
    def test_picked_rows_are_printed(self):
        served = self.start("pick", "fruit.csv", "--min", "2", "--max", "3", "--output", "csv")
        page = self.open(served)
        expect(self.picked(page)).to_have_text("0 of 2–3 picked")
        self.row(page, "Cherry").click()
        expect(self.picked(page)).to_have_text("1 of 2–3 picked")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".remark")).to_contain_text("at least 2 rows must be picked")
        self.assertAccessible(page, "refused")
        self.row(page, "Apple").click()
        self.row(page, "Plum").click()
        expect(self.picked(page)).to_have_text("3 of 2–3 picked")
        self.row(page, "Lemon").click()
        expect(page.locator(".remark")).to_contain_text("Not picked:")
        expect(self.row(page, "Lemon")).to_have_attribute("aria-selected", "false")
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("heading", name="Done. 3 rows picked.")).to_be_visible()
        self.assertAccessible(page, "done")
        status, output = served.result()
        self.assertEqual(status, 0)
        self.assertEqual([line.split(",")[1] for line in output.splitlines()],
                         ["name", "Cherry", "Apple", "Plum"])

    def test_cancel(self):
        served = self.start("pick", "fruit.csv")
        page = self.open(served)
        self.row(page, "Cherry").click()
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("heading", name="Cancelled. Nothing is picked.")).to_be_visible()
        self.assertEqual(served.result(), (130, ""))

    def test_buttons(self):
        page = self.serve()
        self.field(page).fill("stone")
        expect(self.rows(page)).to_have_count(3)
        page.get_by_role("checkbox", name="Select all").click()
        expect(self.picked(page)).to_have_text("3 picked")
        self.field(page).fill("")
        expect(self.rows(page)).to_have_count(8)
        page.get_by_role("button", name="Invert").click()
        expect(self.picked(page)).to_have_text("5 picked")
        page.get_by_role("button", name="Undo").click()
        expect(self.picked(page)).to_have_text("3 picked")
        page.get_by_role("button", name="Redo").click()
        expect(self.picked(page)).to_have_text("5 picked")
        page.get_by_role("button", name="Clear selection").click()
        expect(self.picked(page)).to_have_text("0 picked")

    def test_the_bar_of_the_selection_is_there_when_something_is_picked(self):
        page = self.serve()
        box = page.get_by_role("checkbox", name="Select all")
        expect(self.rows(page)).to_have_count(8)
        expect(page.locator(".footer")).to_be_hidden()
        self.row(page, "Plum").click()
        expect(page.locator(".footer")).to_be_visible()
        expect(box).to_have_js_property("indeterminate", True)
        box.click()
        expect(self.picked(page)).to_have_text("8 picked")
        expect(box).to_be_checked()
        self.field(page).fill("stone")
        expect(self.rows(page)).to_have_count(3)
        expect(box).to_be_checked()
        box.click()
        expect(self.picked(page)).to_have_text("5 picked (5 not among those that match)")
        expect(box).not_to_be_checked()

    def test_the_active_row_stays_in_sight_when_the_bar_comes(self):
        self.file("numbers.txt", "".join(f"number {n}\n" for n in range(100)))
        page = self.serve("numbers.txt")
        self.enter(page)
        page.keyboard.press("PageDown")
        page.keyboard.press("Space")
        expect(page.locator(".footer")).to_be_visible()
        expect(self.active(page)).to_be_in_viewport(ratio=1)
        active, bar = self.box(self.active(page)), self.box(page.locator(".footer"))
        self.assertLessEqual(active["y"] + active["height"], bar["y"] + 1)

    def test_a_row_that_comes_under_a_pressed_pointer_is_not_picked(self):
        self.file("many.csv", "id,name\n" + "".join(f"{n},number {n}\n" for n in range(1, 501)))
        page = self.serve("many.csv")
        expect(self.rows(page).first).to_contain_text("number 1")
        self.rows(page).first.hover()
        page.mouse.down()
        # Its row has no element yet, so that one of another row becomes its.
        page.evaluate("document.querySelector('shortlist-picker').model.change({ search: '400' })")
        self.expect_names(page, "number 400")
        page.mouse.up()
        # What a click asks for is answered before this.
        count = page.evaluate("""async () => {
            const { picks } = document.querySelector("shortlist-picker");
            await picks.refresh();
            return picks.count;
        }""")
        self.assertEqual(count, 0)

    def test_the_row_that_was_clicked_is_picked_wherever_it_has_gone(self):
        """While answers are late, the list changes between a click and its turn."""
        page = self.serve(delay=150)
        expect(self.rows(page)).to_have_count(8)
        page.evaluate("""() => {
            const { shadowRoot } = document.querySelector("shortlist-picker");
            const rows = [...shadowRoot.querySelectorAll(".row")];
            for (const name of ["Quince", "Apple", "Plum"]) rows.find((row) => row.textContent.includes(name)).click();
            const search = shadowRoot.querySelector("#search");
            search.value = "pear";
            search.dispatchEvent(new Event("input"));
        }""")
        expect(self.picked(page)).to_have_text("3 picked (3 not among those that match)")

    def test_picked_rows_as_a_view(self):
        page = self.serve()
        for name in ["Quince", "Apple", "Plum"]:
            self.row(page, name).click()
        self.field(page).fill("pear")
        expect(self.picked(page)).to_have_text("3 picked (3 not among those that match)")
        view = page.get_by_role("button", name="Show picked")
        view.click()
        self.expect_names(page, "Quince", "Apple", "Plum")
        expect(view).to_have_attribute("aria-pressed", "true")
        self.assertAccessible(page, "the picked rows alone")
        self.row(page, "Apple").click()
        self.expect_names(page, "Quince", "Plum")
        view.click()
        self.expect_names(page, "Pear")

    def note_told(self, page):
        """Records all announcements from now on: each one replaces the one before."""
        page.evaluate("""() => {
            const { element } = document.querySelector("shortlist-picker").announcer;
            const told = window.told = [element.textContent];
            const note = () => told.push(element.textContent);
            new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true });
        }""")

    def test_counts_and_refusals_are_told(self):
        page = self.serve("fruit.csv", "--max", "2")
        self.note_told(page)
        status = page.locator("[role=status]")
        # A late count of the picked rows replaces this announcement.
        page.wait_for_function("() => told.some((text) => text.includes('8 rows.'))")
        self.row(page, "Plum").click()
        expect(status).to_contain_text("1 of up to 2 picked.")
        self.row(page, "Pear").click()
        self.row(page, "Apple").click()
        expect(status).to_contain_text("Not picked:")

    def test_a_refusal_is_told_each_time(self):
        page = self.open(self.start("pick", "fruit.csv", "--min", "2"))
        expect(self.rows(page)).to_have_count(8)
        self.note_told(page)
        for count in (1, 2):
            page.get_by_role("button", name="Done").click()
            page.wait_for_function(
                "(count) => told.filter((text) => text.includes('Not yet')).length === count", arg=count)

    def test_creating(self):
        served = self.start("pick", "fruit.csv", "--create", "name")
        page = self.open(served)
        self.field(page).fill("Apple")
        self.expect_names(page, "Apple")
        expect(page.locator(".create")).to_be_hidden()
        self.field(page).fill("Medlar")
        page.get_by_role("button", name="Create “Medlar”").click()
        self.expect_names(page, "Medlar")
        expect(self.row(page, "Medlar")).to_have_attribute("aria-selected", "true")
        # Enter goes to the rows that there are, or to the button.
        self.field(page).fill("p")
        expect(page.get_by_role("button", name="Create “p”")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".rows")).to_be_focused()
        self.field(page).fill("Sloe")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Create “Sloe”")).to_be_focused()
        page.keyboard.press("Enter")
        expect(self.picked(page)).to_have_text("2 picked (1 not among those that match)")
        page.get_by_role("button", name="Done").click()
        self.assertEqual(served.result(), (0, "9\tMedlar\t\t\t\n10\tSloe\t\t\t\n"))

    def test_a_created_row_flies_unless_nothing_is_to_move(self):
        for motion, count in [("no-preference", 1), ("reduce", 0)]:
            page = self.open(self.start("serve", "fruit.csv", "--create", "name"), reduced_motion=motion)
            page.evaluate("""() => {
                window.flown = 0;
                const look = (changes) => changes.forEach(({ addedNodes }) => {
                    window.flown += [...addedNodes].filter((node) => node.className === "flying").length;
                });
                const { shadowRoot } = document.querySelector("shortlist-picker");
                new MutationObserver(look).observe(shadowRoot, { childList: true, subtree: true });
            }""")
            self.field(page).fill("Medlar")
            page.get_by_role("button", name="Create “Medlar”").click()
            self.expect_names(page, "Medlar")
            page.wait_for_function("(count) => window.flown === count", arg=count)
            expect(self.row(page, "Medlar")).to_be_visible()


class Addresses(ListTest):
    def test_reloading_restores_search_sort_and_sections(self):
        page = self.serve()
        self.field(page).fill("p")
        self.column(page, "price").click()
        page.get_by_role("combobox", name="Sections").select_option("kind")
        expect(page.get_by_role("rowgroup", name="pome").locator(".row")).to_have_count(3)
        before = self.names(page)
        page.reload()
        expect(page.get_by_role("rowgroup", name="pome").locator(".row")).to_have_count(3)
        expect(self.field(page)).to_have_value("p")
        expect(self.column(page, "price")).to_have_accessible_name("price sorted ascending")
        self.assertEqual(self.names(page), before)

    def test_back_and_forward(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.field(page).fill("plum")
        self.expect_names(page, "Plum")
        page.go_back()
        expect(self.field(page)).to_have_value("")
        expect(self.rows(page)).to_have_count(8)
        page.go_forward()
        self.expect_names(page, "Plum")


    def test_what_an_address_cannot_mean_is_left_out(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        page.goto(page.url.split("?")[0] + "?match=nope&sort=nope,-price,%25zz&sections=nope&search=p")
        expect(self.field(page)).to_have_value("p")
        expect(page.locator("mark").first).to_have_text("p")
        self.assertEqual(page.evaluate("document.querySelector('shortlist-picker').model.query.match"), "words")


class Changes(ListTest):
    def table(self, count=8):
        database = sqlite3.connect(self.path("fruit.db"))
        self.addCleanup(database.close)
        database.execute("CREATE TABLE fruit (id INTEGER PRIMARY KEY, name TEXT, price REAL)")
        database.executemany("INSERT INTO fruit VALUES (?, ?, ?)",
                             [(n, f"fruit {n}", n) for n in range(1, count + 1)])
        database.commit()
        return database

    def test_a_row_moves_when_another_process_commits(self):
        database = self.table()
        page = self.serve("fruit.db", "--table", "fruit", "--sort", "price")
        self.expect_names(page, *(f"fruit {n}" for n in range(1, 9)))
        element = self.row(page, "fruit 2").get_attribute("id")
        database.execute("UPDATE fruit SET price = 6.5 WHERE id = 2")
        database.commit()
        self.expect_names(page, *(f"fruit {n}" for n in [1, 3, 4, 5, 6, 2, 7, 8]))
        self.assertEqual(self.row(page, "fruit 2").get_attribute("id"), element)
        database.execute("DELETE FROM fruit WHERE id = 1")
        database.execute("INSERT INTO fruit VALUES (9, 'fruit 9', 0)")
        database.commit()
        self.expect_names(page, *(f"fruit {n}" for n in [9, 3, 4, 5, 6, 2, 7, 8]))

    def test_moves_are_animated_unless_nothing_is_to_move(self):
        database = self.table()
        for motion, is_moved in [("no-preference", True), ("reduce", False)]:
            page = self.serve("fruit.db", "--table", "fruit", "--sort", "price", reduced_motion=motion)
            expect(self.rows(page)).to_have_count(8)
            page.evaluate("""() => {
                window.moved = 0;
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (frames, options) {
                    if (frames.transform) window.moved++;
                    return animate.call(this, frames, options);
                };
            }""")
            database.execute("UPDATE fruit SET price = 10 - price WHERE id IN (1, 8)")
            database.commit()
            if is_moved:
                expect(self.rows(page).first).not_to_contain_text("fruit 1")
                page.wait_for_function("window.moved > 0")
            else:
                expect(self.rows(page).first).to_contain_text("fruit 1")
                self.assertEqual(page.evaluate("window.moved"), 0)

    def test_what_is_in_sight_stays_when_rows_come_above_it(self):
        database = self.table(500)
        page = self.serve("fruit.db", "--table", "fruit", "--sort", "price")
        self.enter(page)
        page.get_by_role("textbox", name="Row", exact=True).fill("250")
        page.keyboard.press("Enter")
        row = self.row(page, "fruit 250")
        expect(row).to_be_in_viewport()
        before = self.box(row)["y"]
        database.executemany("INSERT INTO fruit VALUES (?, ?, 0)",
                             [(n, f"new {n}") for n in range(1001, 1301)])
        database.commit()
        expect(row).to_have_attribute("aria-rowindex", "551")
        self.assertAlmostEqual(self.box(row)["y"], before, delta=1)
        expect(self.active(page)).to_contain_text("fruit 250")

    def test_other_columns_are_shown(self):
        database = self.table()
        page = self.serve("fruit.db", "--table", "fruit")
        self.column(page, "price").click()
        self.row(page, "fruit 3").click()
        self.field(page).fill("fruit")
        expect(self.picked(page)).to_have_text("1 picked")
        database.execute("ALTER TABLE fruit ADD COLUMN colour TEXT")
        database.execute("ALTER TABLE fruit DROP COLUMN price")
        database.execute("UPDATE fruit SET colour = 'red' WHERE id = 2")
        database.commit()
        expect(self.column(page, "colour")).to_be_visible()
        expect(self.column(page, "price")).to_have_count(0)
        expect(self.row(page, "fruit 2")).to_contain_text("red")
        expect(page.locator(".remark")).to_contain_text("The columns have changed.")
        expect(page.get_by_role("alert")).to_be_hidden()
        expect(self.field(page)).to_have_value("fruit")
        expect(self.picked(page)).to_have_text("1 picked")
        expect(self.row(page, "fruit 3")).to_have_attribute("aria-selected", "true")

    def test_other_columns_leave_the_rows_in_sight(self):
        database = self.table(500)
        page = self.serve("fruit.db", "--table", "fruit", "--sort", "price")
        self.enter(page)
        page.get_by_role("textbox", name="Row", exact=True).fill("250")
        page.keyboard.press("Enter")
        # Not the last one in sight: there is less room when the page says what has changed.
        for _ in range(5):
            page.keyboard.press("ArrowUp")
        row = self.row(page, "fruit 245")
        expect(row).to_be_in_viewport()
        before = self.box(row)["y"]
        for colour in ("red", "blue"):
            database.execute(f"ALTER TABLE fruit ADD COLUMN {colour} TEXT")
            database.execute("DELETE FROM fruit WHERE id = (SELECT min(id) FROM fruit)")
            database.commit()
            expect(self.column(page, colour)).to_be_visible()
            expect(self.active(page)).to_contain_text("fruit 245")
            self.assertAlmostEqual(self.box(row)["y"], before, delta=1)
        expect(page.locator(".rows")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(self.active(page)).to_contain_text("fruit 246")
        # The same where the person has scrolled away from the active row, and when the connection is lost.
        page.evaluate("document.querySelector('shortlist-picker').rows.viewport.scrollTop = 10_000")
        first = self.row(page, "fruit 285")
        expect(first).to_be_in_viewport()
        before = self.box(first)["y"]
        lose_connection(page, "drop")
        self.assertAlmostEqual(self.box(first)["y"], before, delta=1)

    def test_a_table_that_is_gone_and_comes_back(self):
        database = self.table()
        page = self.serve("fruit.db", "--table", "fruit")
        expect(self.rows(page)).to_have_count(8)
        database.execute("ALTER TABLE fruit RENAME TO fruits")
        database.commit()
        expect(page.get_by_role("alert")).to_contain_text("may be out of date: there is no table fruit")
        expect(self.rows(page)).to_have_count(8)
        self.assertAccessible(page, "out of date")
        database.execute("DELETE FROM fruits WHERE id = 1")
        database.execute("ALTER TABLE fruits RENAME TO fruit")
        database.commit()
        expect(page.get_by_role("alert")).to_be_hidden()
        expect(self.rows(page)).to_have_count(7)

    def test_a_deleted_row_leaves_the_selection(self):
        database = self.table()
        page = self.serve("fruit.db", "--table", "fruit")
        self.row(page, "fruit 3").click()
        self.row(page, "fruit 4").click()
        expect(self.picked(page)).to_have_text("2 picked")
        database.execute("DELETE FROM fruit WHERE id = 3")
        database.commit()
        expect(self.picked(page)).to_have_text("1 picked")


class Changesets(ListTest):
    """The page applies the changes that it is sent, and requests only what they do not tell."""

    def table(self, count):
        """A table of rows of three kinds, and what writes to it without waiting for the disk."""
        database = sqlite3.connect(self.path("list.db"), isolation_level=None)
        self.addCleanup(database.close)
        database.execute("PRAGMA journal_mode = wal")
        database.execute("PRAGMA synchronous = off")
        database.execute("CREATE TABLE list (id INTEGER PRIMARY KEY, kind TEXT, name TEXT, n INTEGER)")
        database.execute("BEGIN")
        database.executemany("INSERT INTO list VALUES (?, ?, ?, ?)", [
            (n, "abc"[n % 3], f"row {n}", n * 10) for n in range(1, count + 1)])
        database.execute("COMMIT")
        return database

    def serve_table(self, *arguments):
        """A page, and the methods that it requests: a list for each message, in the order sent."""
        sent = []

        def note(frame):
            message = json.loads(frame)
            requests = message if isinstance(message, list) else [message]
            sent.append([request["method"] for request in requests])

        served = self.start("serve", "list.db", "--table", "list", "--sort", "n", *arguments)
        context = self.browser.new_context(viewport=self.viewport, **self.context)
        context.set_default_timeout(PATIENCE * 1000)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framesent", note))
        page.goto(served.opened)
        expect(self.rows(page).first).to_be_visible()
        return page, sent

    def shown(self, page):
        """The rows that are drawn: the index and the texts of each."""
        return page.evaluate("""() => {
            const picker = document.querySelector("shortlist-picker");
            const rows = [...picker.shadowRoot.querySelectorAll(".row")];
            return rows.map((row) => [picker.rows.renderer.rowOf(row).index,
                ...[...row.querySelectorAll(".cell")].map((cell) => cell.textContent)]);
        }""")

    def expect_table(self, page, database, by="n"):
        """Waits until the rows in sight are those of the table, in the page's order."""
        query = f"SELECT id, kind, name, n FROM list ORDER BY {by}, id"
        rows = [[str(value) for value in row] for row in database.execute(query)]

        def isRight():
            shown = self.shown(page)
            return len(shown) >= min(len(rows), 10) and shown == [
                [index, *rows[index]] for index, *_ in shown if index < len(rows)] and (
                    page.locator(".total").inner_text() == f"{len(rows)} rows")

        until(isRight, lambda: f"{self.shown(page)} {page.locator('.total').inner_text()}\n{rows}")

    def test_a_row_that_goes_is_not_asked_for(self):
        database = self.table(12)
        page, sent = self.serve_table()
        self.expect_table(page, database)
        self.quiet(page)
        del sent[:]
        database.execute("DELETE FROM list WHERE id IN (3, 7)")
        self.expect_table(page, database)
        # Only the values of a new row are read: its own, not those of all rows.
        database.execute("INSERT INTO list VALUES (13, 'a', 'row 13', 45)")
        self.expect_table(page, database)
        asked = [method for methods in sent for method in methods]
        self.assertEqual(asked.count("list.rows"), 1, asked)
        self.assertEqual(asked.count("list.sections"), 0, asked)

    def test_rows_and_sections_are_those_of_the_table(self):
        database = self.table(12)
        page, _ = self.serve_table("--section", "kind")
        self.expect_table(page, database, "kind, n")
        for change in [
            "INSERT INTO list VALUES (20, 'b', 'row 20', 55)", "DELETE FROM list WHERE id = 4",
            "UPDATE list SET kind = 'c' WHERE id = 7", "UPDATE list SET name = 'new' WHERE id = 6",
            "UPDATE list SET n = 500 - n", "INSERT INTO list VALUES (21, 'aa', 'row 21', 1)",
            "DELETE FROM list WHERE kind = 'a'", "UPDATE list SET kind = 'a' WHERE kind = 'c'",
            "UPDATE list SET kind = 'z' WHERE id = 20",
        ]:
            database.execute(change)
            self.expect_table(page, database, "kind, n")
        counts = database.execute("SELECT kind, count(*) FROM list GROUP BY kind ORDER BY kind")
        expect(page.locator(".heading")).to_have_text(
            [re.compile(rf"^\s*{kind}\s*{count}\s*$") for kind, count in counts])

    def test_what_is_picked_stays_picked(self):
        database = self.table(12)
        page, _ = self.serve_table()
        for name in ("row 2", "row 5"):
            self.rows(page).filter(has=page.get_by_text(name, exact=True)).click()
        expect(self.picked(page)).to_have_text("2 picked")
        database.execute("UPDATE list SET n = 1000, name = 'moved' WHERE id = 5")
        self.expect_table(page, database)
        expect(self.row(page, "moved")).to_have_attribute("aria-selected", "true")
        database.execute("DELETE FROM list WHERE id = 2")
        expect(self.picked(page)).to_have_text("1 picked")
        database.execute("INSERT INTO list VALUES (2, 'a', 'again', 20)")
        self.expect_table(page, database)
        expect(self.row(page, "again")).to_have_attribute("aria-selected", "false")

    def test_requests_do_not_grow_with_the_commits(self):
        for rows in (12, 400):
            with self.subTest(rows=rows):
                self.folder_of(rows)
                database = self.table(rows)
                page, sent = self.serve_table("--section", "kind")
                self.expect_table(page, database, "kind, n")
                # The panels send requests of their own until they are complete.
                expect(page.locator("details.facet .values li").first).to_be_visible()
                expect(page.get_by_role("slider").first).to_be_visible()
                self.quiet(page)
                del sent[:]
                seed = random.randrange(1 << 30)
                chance, start = random.Random(seed), time.monotonic()
                for commit in range(200):
                    row = chance.randint(1, rows)
                    database.execute(*chance.choice([
                        ("INSERT INTO list VALUES (?, 'b', 'new', ?)", (rows + 1 + commit, commit)),
                        ("DELETE FROM list WHERE id = ?", (row,)),
                        ("UPDATE list SET n = 7 * n % 111 WHERE id = ?", (row,)),
                        ("UPDATE list SET kind = 'd', name = name || '!' WHERE id = ?", (row,)),
                    ]))
                self.expect_table(page, database, "kind, n")
                # There is a pause after each request: at most ten a second for rows, four for counts.
                most = 10 + 22 * (time.monotonic() - start)
                self.assertLess(len(sent), most, f"seed {seed}: {sent}")

    def folder_of(self, name):
        self.folder = os.path.join(self.folder, str(name))
        os.mkdir(self.folder)

    def test_a_place_in_the_middle_stays_while_others_commit(self):
        database = self.table(3000)
        page, sent = self.serve_table()
        self.enter(page)
        page.get_by_role("textbox", name="Row", exact=True).fill("1500")
        page.keyboard.press("Enter")
        row = self.rows(page).filter(has=page.get_by_text("row 1500", exact=True))
        expect(row).to_be_in_viewport()
        before = self.box(row)["y"]
        for commit in range(200):
            database.execute("INSERT INTO list VALUES (?, 'a', 'new', ?)", (5000 + commit, commit))
        expect(row).to_have_attribute("aria-rowindex", "1701")
        self.assertAlmostEqual(self.box(row)["y"], before, delta=1)
        expect(self.active(page)).to_contain_text("row 1500")
        # The row that keys act on is found again, also when it is far from what is in sight.
        page.locator(".viewport").evaluate("(element) => { element.scrollTop = 0 }")
        expect(self.rows(page).first).to_be_in_viewport()
        for commit in range(50):
            database.execute("DELETE FROM list WHERE id = ?", (5000 + commit,))
        expect(self.active(page)).to_have_attribute("aria-rowindex", "1651")
        expect(self.active(page)).to_contain_text("row 1500")


class Connections(ListTest):
    def test_connection_lost(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.served.process.kill()
        expect(page.get_by_role("alert")).to_contain_text("Not connected")
        self.assertAccessible(page, "not connected")
        # The browser complains of each attempt to connect again.
        page.context.close()
        self.complaints.clear()

    def test_connecting_again(self):
        page = self.serve()
        self.field(page).fill("stone")
        expect(self.rows(page)).to_have_count(3)
        self.row(page, "Plum").click()
        expect(self.picked(page)).to_have_text("1 picked")
        self.lose(page)
        expect(self.field(page)).to_have_value("stone")
        self.expect_names(page, "Cherry", "Plum", "Apricot")
        expect(self.row(page, "Plum")).to_have_attribute("aria-selected", "true")

    def test_connecting_again_with_many_picked(self):
        self.file("numbers.txt", NUMBERS)
        page = self.serve("numbers.txt", "--max", "299999")
        self.field(page).fill("1")
        expect(page.locator("mark").first).to_be_visible()
        page.get_by_role("checkbox", name="Select all").click()
        expect(self.picked(page)).to_contain_text(re.compile(r"^1\d\d,\d\d\d of up to 299,999 picked$"))
        picked = self.picked(page).inner_text()
        for _ in range(2):
            self.lose(page)
            expect(self.picked(page)).to_have_text(picked)
        # Another page has picks of its own.
        expect(self.picked(self.open(self.served))).to_have_text("0 of up to 299,999 picked")

    def test_loading_again_keeps_what_is_picked(self):
        page = self.serve("fruit.csv", "--min", "2")
        for name in ("Plum", "Pear"):
            self.row(page, name).click()
        expect(self.picked(page)).to_have_text("2 of at least 2 picked")
        for _ in range(2):
            page.reload()
            expect(self.picked(page)).to_have_text("2 of at least 2 picked")
            expect(self.row(page, "Plum")).to_have_attribute("aria-selected", "true")
            expect(self.row(page, "Apple")).to_have_attribute("aria-selected", "false")
        self.row(page, "Pear").click()
        expect(self.picked(page)).to_have_text("1 of at least 2 picked")
        # A tab beside it, of the same browser, has picks of its own, and takes none away.
        other = page.context.new_page()
        other.goto(page.url)
        expect(self.picked(other)).to_have_text("0 of at least 2 picked")
        page.reload()
        expect(self.picked(page)).to_have_text("1 of at least 2 picked")
        expect(self.picked(other)).to_have_text("0 of at least 2 picked")

    def test_a_copy_of_a_tab_has_picks_of_its_own(self):
        page = self.serve()
        self.row(page, "Plum").click()
        expect(self.picked(page)).to_have_text("1 picked")
        # A tab that a page opens begins with a copy of what the browser keeps for that page.
        with page.expect_popup() as copied:
            page.evaluate("void window.open(location.href)")
        expect(self.picked(copied.value)).to_have_text("0 picked")
        page.reload()
        expect(self.picked(page)).to_have_text("1 picked")

    def test_element_in_another_page(self):
        page = self.serve("fruit.csv", "--pages", EXAMPLE)
        expect(page.get_by_role("heading", name="A picker in a page")).to_be_visible()
        # The styles are separate files, which may load after the rows.
        expect(page.locator(".frame")).to_have_css("display", "flex")
        self.row(page, "Plum").click()
        expect(page.get_by_text("1 row is picked.")).to_be_visible()
        self.field(page).fill("apple")
        self.expect_names(page, "Apple")
        self.assertNotIn("apple", page.url)
        self.assertAccessible(page, "the element in another page")


class Columns(ListTest):
    """Columns that have no room."""

    def wide(self, count=12, **options):
        names = ["tailnum", "manufacturer", *(f"column {n}" for n in range(3, count + 1))]
        self.file("wide.csv", ",".join(names) + "\n" + "".join(
            f"N{n:05},{'AIRBUS INDUSTRIE'},{','.join(f'{n} value {k}' for k in range(3, count + 1))}\n"
            for n in range(300)))
        return self.serve("wide.csv", **options)

    def cut(self, page, selector):
        """The texts of elements that do not fit."""
        return page.evaluate("""(selector) => {
            const { shadowRoot } = document.querySelector("shortlist-picker");
            const shown = [...shadowRoot.querySelectorAll(selector)];
            return shown.filter((element) => element.scrollWidth > element.clientWidth + 1)
                .map((element) => element.textContent);
        }""", selector)

    def test_names_and_texts_are_read_at_any_width(self):
        for width in (1280, 1024, 768, 660):
            with self.subTest(width=width):
                page = self.wide(viewport={"width": width, "height": 800})
                expect(self.rows(page).first).to_be_visible()
                self.assertEqual(self.cut(page, ".column .name"), [])
                self.assertEqual(self.cut(page, ".row .cell"), [])
                self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                self.assertAccessible(page, f"{width} pixels wide", both=False)

    def test_every_column_is_reached_and_the_first_stays(self):
        page = self.wide(count=40)
        self.enter(page)
        first = self.rows(page).first.locator(".first")
        start = self.box(first)["x"]
        last = self.rows(page).first.locator(".cell").last
        expect(last).not_to_be_in_viewport()
        page.locator(".viewport").evaluate("(element) => { element.scrollLeft = 1e6 }")
        expect(last).to_be_in_viewport(ratio=1)
        expect(self.column(page, "column 40")).to_be_in_viewport(ratio=1)
        self.assertAlmostEqual(self.box(first)["x"], start, delta=1)
        self.assertAlmostEqual(self.box(self.column(page, "tailnum"))["x"], start, delta=1)
        self.assertAlmostEqual(
            self.box(self.column(page, "column 40"))["x"], self.box(last)["x"], delta=1)
        before = self.box(last)["x"]
        # Left goes to the whole row and scrolls to its beginning.
        page.keyboard.press("ArrowLeft")
        until(lambda: self.box(last)["x"] > before, lambda: "the columns have not moved")
        for _ in range(40):
            page.keyboard.press("ArrowRight")
        expect(last).to_be_in_viewport(ratio=1)
        expect(page.locator(".cell.current")).to_have_text("0 value 40")
        # A heading that is tabbed to brings its column along.
        page.locator(".viewport").evaluate("(element) => { element.scrollLeft = 0 }")
        expect(last).not_to_be_in_viewport()
        self.column(page, "column 40").focus()
        expect(last).to_be_in_viewport()

    def test_a_heading_gets_the_focus_before_a_scroll_is_told(self):
        page = self.wide(count=40, delay=300)
        self.enter(page)
        last = self.rows(page).first.locator(".cell").last
        viewport = page.locator(".viewport")
        viewport.evaluate("(element) => { element.scrollLeft = 1e6 }")
        expect(self.column(page, "column 40")).to_be_in_viewport(ratio=1)
        heading = self.column(page, "column 40").element_handle()
        # The event comes later, and changes nothing.
        viewport.evaluate("""async (element, heading) => {
            const told = new Promise((done) => element.addEventListener("scroll", done, { once: true }));
            element.scrollLeft = 0;
            heading.focus();
            await told;
        }""", heading)
        expect(last).to_be_in_viewport(ratio=1)
        expect(self.column(page, "column 40")).to_be_in_viewport(ratio=1)

    def test_columns_are_hidden_and_shown(self):
        page = self.serve()
        self.enter(page)
        page.get_by_role("button", name="Columns").click()
        popup = page.get_by_role("dialog", name="Columns")
        popup.get_by_role("checkbox", name="kind").uncheck()
        popup.get_by_role("checkbox", name="name").uncheck()
        self.assertAccessible(page, "the choice of columns")
        expect(self.column(page, "kind")).to_be_hidden()
        cells = self.row(page, "1.5").locator(".cell:visible")
        expect(cells).to_have_text(["2", "1.5", "12"])
        for index, name in enumerate(["id", "price", "stock"]):
            self.assertAlmostEqual(self.box(cells.nth(index))["x"],
                                   self.box(self.column(page, name))["x"], delta=1)
        page.keyboard.press("Escape")
        page.locator(".rows").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".cell.current")).to_have_text("1.2")
        # What comes into sight later, and after the connection was lost, has the same columns.
        self.lose(page)
        expect(self.row(page, "1.5").locator(".cell:visible")).to_have_count(3)
        page.get_by_role("button", name="Columns").click()
        page.get_by_role("button", name="Show all").click()
        expect(self.row(page, "Pear").locator(".cell:visible")).to_have_count(5)

    def test_a_popup_that_closes_takes_no_focus(self):
        page = self.serve()
        self.enter(page)
        page.get_by_role("button", name="Columns").click()
        popup = page.get_by_role("dialog", name="Columns")
        expect(popup.get_by_role("checkbox", name="kind")).to_be_visible()
        # Its event that it has closed comes after the focus has gone to the rows.
        popup.evaluate("""(panel) => new Promise((done) => {
            panel.addEventListener("toggle", () => setTimeout(done), { once: true });
            panel.querySelector("input").focus();
            panel.hidePopover();
            panel.getRootNode().querySelector(".rows").focus();
        })""")
        expect(page.locator(".rows")).to_be_focused()
        # Else it goes back to the button.
        page.get_by_role("button", name="Columns").click()
        expect(popup).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Columns")).to_be_focused()

    def test_numbers_are_never_cut(self):
        self.file("numbers.csv", "id,name\n" + "".join(
            f"{n},{'a long name ' * 3}{n}\n" for n in range(120_000)))
        page = self.serve("numbers.csv", viewport={"width": 660, "height": 800})
        self.enter(page)
        page.keyboard.press("End")
        expect(self.active(page)).to_contain_text("119999")
        self.assertEqual(self.cut(page, ".row .cell.number"), [])

    def test_filters_are_a_drawer_where_there_is_little_room(self):
        page = self.serve(viewport={"width": 960, "height": 800})
        toggle = page.get_by_role("button", name="Filters")
        box = page.get_by_role("checkbox", name=re.compile("^pome"))
        expect(toggle).to_be_visible()
        expect(box).to_be_hidden()
        toggle.click()
        expect(box).to_be_visible()
        expect(self.rows(page).first).to_be_in_viewport()

    def test_rows_at_four_times_the_size(self):
        page = self.serve(viewport={"width": 320, "height": 256})
        expect(self.rows(page).first).to_be_attached()
        self.rows(page).first.scroll_into_view_if_needed()
        expect(self.rows(page).first).to_be_in_viewport(ratio=1)
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)


class Small(ListTest):
    viewport = {"width": 360, "height": 640}

    def test_nothing_is_wider_than_the_screen(self):
        page = self.serve("fruit.csv", "--max", "3")
        expect(self.rows(page)).to_have_count(8)
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
        self.assertAccessible(page, "360 pixels wide")
        page.get_by_role("button", name="Filters").click()
        self.assertAccessible(page, "the filters, 360 pixels wide")

    def test_controls_leave_room_for_the_search(self):
        page = self.serve()
        page.get_by_role("button", name="Filters").click()
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        expect(page.locator(".badge")).to_have_text("1")
        self.assertGreater(self.box(self.field(page))["width"], 160)
        # The number of rows has a line, and all else that is above them another one.
        lines = {round(self.box(part)["y"] + self.box(part)["height"] / 2) // 10
                 for part in page.locator(".tools > :visible").all()}
        self.assertEqual(len(lines), 2, lines)

    def test_lines_between_values_are_text(self):
        # Where a value ends below the dots of what is cut, a border of it would be drawn over them.
        self.file("two.csv", "id,kind,name,rest\n1,pome,תפוח,x\n")
        lines = """(cells) => cells.map((cell) => ["::before", "::after"].filter(
            (part) => getComputedStyle(cell, part).content.includes("|")))"""
        for locale, before, after in (("en", "::before", "::after"), ("ar", "::after", "::before")):
            page = self.serve("two.csv", locale=locale)
            cells = self.rows(page).first.locator(".cell")
            expect(cells).to_have_count(4)
            self.assertEqual(cells.evaluate_all(lines), [[], [after], [before], []])
            self.assertEqual(set(cells.evaluate_all(
                "(cells) => cells.map((cell) => getComputedStyle(cell).borderInlineWidth)")), {"0px"})

    def test_headings_have_one_line(self):
        self.file("long.csv", "id,kind\n" + "".join(f"{n},a kind with a very long name indeed {n % 2}\n" for n in range(20)))
        page = self.serve("long.csv", "--section", "kind")
        self.rows(page).first.click()
        heading = page.locator(".heading").first
        expect(heading).to_contain_text("1 of 10 picked")
        self.assertLessEqual(heading.evaluate("(heading) => heading.scrollHeight"), 36)
        expect(heading.locator(".count")).to_be_in_viewport(ratio=1)

    def test_list_ends_above_the_keyboard_on_the_screen(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        page.evaluate("""() => {
            Object.defineProperty(visualViewport, "height", { value: 400, configurable: true });
            visualViewport.dispatchEvent(new Event("resize"));
        }""")
        expect(page.locator(".frame")).to_have_css("height", "400px")
        expect(self.rows(page).first).to_be_in_viewport()


class Colours(ListTest):
    def test_what_was_found_in_what_is_picked(self):
        page = self.serve("fruit.csv", "--max", "1", "--section", "kind")
        self.row(page, "Plum").click()
        expect(self.picked(page)).to_have_text("1 of up to 1 picked")
        self.field(page).fill("p")
        expect(page.locator("mark").first).to_be_visible()
        self.assertAccessible(page, "what was found in what is picked")
