"""Collapsed sections, which show only their headings."""

import sqlite3

from browser import expect
from test_web_list import ListTest


class SectionsTest(ListTest):
    def heading(self, page, name):
        return page.get_by_role("checkbox", name=f"All of {name}", exact=True)

    def fold(self, page, name):
        return page.get_by_role("button", name=f"Rows of {name}", exact=True)

    def count(self, page, name):
        return page.locator(".heading").filter(has=self.heading(page, name)).locator(".count")

    def sectioned(self, *arguments, **options):
        page = self.serve("fruit.csv", "--section", "kind", *arguments, **options)
        expect(self.rows(page)).to_have_count(8)
        return page


class Sections(SectionsTest):
    def test_a_click_collapses_and_expands(self):
        page = self.sectioned()
        self.fold(page, "pome").click()
        self.expect_names(page, "Orange", "Lemon", "Cherry", "Plum", "Apricot")
        expect(self.count(page, "pome")).to_have_text("3")
        expect(self.fold(page, "pome")).to_have_attribute("aria-expanded", "false")
        grid = page.get_by_role("treegrid", name="Rows")
        expect(grid.get_by_role("row", name="pome, 3 rows")).to_have_attribute("aria-expanded", "false")
        expect(grid.get_by_role("row", name="stone, 3 rows")).to_have_attribute("aria-expanded", "true")
        self.assertAccessible(page, "a collapsed section")
        # The whole section is picked, and its count says so.
        self.heading(page, "pome").check()
        expect(self.picked(page)).to_have_text("3 picked")
        expect(self.count(page, "pome")).to_have_text("3 of 3 picked")
        self.fold(page, "pome").click()
        self.expect_names(page, "Orange", "Lemon", "Apple", "Pear", "Quince", "Cherry", "Plum", "Apricot")
        expect(self.row(page, "Pear")).to_have_attribute("aria-selected", "true")

    def test_the_address_keeps_them(self):
        page = self.sectioned()
        self.fold(page, "pome").click()
        page.wait_for_url(lambda url: "collapsed=" in url)
        page.reload()
        self.expect_names(page, "Orange", "Lemon", "Cherry", "Plum", "Apricot")
        page.get_by_role("button", name="Collapse all").click()
        page.wait_for_url(lambda url: "collapsed=%5Btrue%5D" in url)
        self.fold(page, "stone").click()
        page.wait_for_url(lambda url: "stone" in url)
        page.reload()
        self.expect_names(page, "Cherry", "Plum", "Apricot")
        # Those of another attribute are expanded.
        page.get_by_label("Sections").select_option("name")
        expect(self.rows(page)).to_have_count(8)
        page.wait_for_url(lambda url: "collapsed" not in url)
        page.goto(page.url.split("?")[0] + "?collapsed=%7B&sections=kind")
        expect(self.rows(page)).to_have_count(8)

    def test_keys(self):
        page = self.sectioned()
        self.enter(page)
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        expect(self.active(page)).to_contain_text("Pear")
        # Left goes to the heading, and then collapses the section.
        page.keyboard.press("ArrowLeft")
        expect(self.heading(page, "pome")).to_be_focused()
        page.keyboard.press("ArrowLeft")
        self.expect_names(page, "Orange", "Lemon", "Cherry", "Plum", "Apricot")
        expect(self.heading(page, "pome")).to_have_attribute("aria-expanded", "false")
        page.keyboard.press("ArrowUp")
        expect(page.locator(".rows")).to_be_focused()
        expect(self.active(page)).to_contain_text("Lemon")
        # Rows that are not shown are skipped.
        page.keyboard.press("ArrowDown")
        expect(self.active(page)).to_contain_text("Cherry")
        page.keyboard.press("ArrowUp")
        expect(self.active(page)).to_contain_text("Lemon")
        self.heading(page, "pome").focus()
        page.keyboard.press("ArrowDown")
        expect(self.heading(page, "stone")).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(self.heading(page, "pome")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(self.rows(page)).to_have_count(8)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".rows")).to_be_focused()
        expect(self.active(page)).to_contain_text("Apple")

    def test_all(self):
        page = self.sectioned()
        page.get_by_role("button", name="Collapse all").click()
        expect(self.rows(page)).to_have_count(0)
        expect(page.locator(".heading")).to_have_count(3)
        expect(page.get_by_text("No row matches.")).to_be_hidden()
        self.assertAccessible(page, "all sections collapsed")
        # The keys lead to a heading, as there is no row.
        self.field(page).focus()
        page.keyboard.press("ArrowDown")
        expect(self.heading(page, "citrus")).to_be_focused()
        page.keyboard.press("ArrowRight")
        self.expect_names(page, "Orange", "Lemon")
        # What is searched for is counted in the headings.
        self.field(page).fill("p")
        expect(self.count(page, "pome")).to_have_text("3")
        expect(self.count(page, "stone")).to_have_text("1")
        self.field(page).fill("")
        self.expect_names(page, "Orange", "Lemon")
        page.get_by_role("button", name="Collapse all").click()
        page.get_by_role("button", name="Expand all").click()
        expect(self.rows(page)).to_have_count(8)
        # Other sections are expanded.
        page.get_by_role("button", name="Collapse all").click()
        page.get_by_role("combobox", name="Sections").select_option("stock")
        expect(self.rows(page)).to_have_count(8)
        page.get_by_role("combobox", name="Sections").select_option("")
        expect(page.get_by_role("button", name="Collapse all")).to_be_hidden()

    def test_a_row_by_its_number_expands_its_section(self):
        page = self.sectioned()
        page.get_by_role("button", name="Collapse all").click()
        expect(self.rows(page)).to_have_count(0)
        page.get_by_role("textbox", name="Row", exact=True).fill("4")
        page.keyboard.press("Enter")
        expect(self.active(page)).to_contain_text("Pear")
        self.expect_names(page, "Apple", "Pear", "Quince")

    def test_many_rows(self):
        self.file("many.csv", "id,kind\n" + "".join(f"{n},{'abc'[n % 3]}\n" for n in range(30_000)))
        page = self.serve("many.csv", "--section", "kind")
        self.enter(page)
        for _ in range(4):
            page.keyboard.press("PageDown")
        # The heading stays where it is.
        y = self.box(self.heading(page, "a"))["y"]
        self.fold(page, "a").click()
        self.assertAlmostEqual(self.box(self.heading(page, "a"))["y"], y, delta=1)
        expect(self.rows(page).first).to_contain_text("1")
        self.assertAlmostEqual(self.box(self.heading(page, "b"))["y"], y + 36, delta=2)
        page.locator(".rows").focus()
        page.keyboard.press("End")
        expect(self.active(page)).to_contain_text("29999")
        self.fold(page, "c").click()
        page.locator(".rows").focus()
        page.keyboard.press("End")
        expect(self.active(page)).to_contain_text("29998")
        self.fold(page, "b").click()
        expect(self.rows(page)).to_have_count(0)
        self.fold(page, "a").click()
        expect(self.rows(page).first).to_contain_text("0")
        # Without gaps: each row that is in sight is there.
        self.quiet(page)
        self.assertEqual(page.evaluate("""() => {
            const { rows, model } = document.querySelector("shortlist-picker");
            const first = rows.layout.rowAt(rows.space.position);
            return Array.from({ length: rows.page }, (_, index) => rows.id(first + index)).filter((id) => id === undefined).length;
        }"""), 0)

    def test_rows_come_and_go(self):
        connection = sqlite3.connect(self.path("fruit.db"))
        self.addCleanup(connection.close)
        with connection:
            connection.execute("create table fruit (id integer primary key, name text, kind text)")
            connection.executemany("insert into fruit values (?, ?, ?)",
                                   [(n, f"fruit {n}", "abc"[n % 3]) for n in range(12)])
        page = self.serve("fruit.db", "--table", "fruit", "--section", "kind")
        expect(self.rows(page)).to_have_count(12)
        self.fold(page, "b").click()
        expect(self.rows(page)).to_have_count(8)
        with connection:
            connection.execute("insert into fruit values (100, 'new', 'b'), (101, 'newer', 'c')")
        expect(self.count(page, "b")).to_have_text("5")
        self.expect_names(page, *[f"fruit {n}" for n in (0, 3, 6, 9, 2, 5, 8, 11)], "newer")
        with connection:
            connection.execute("delete from fruit where kind = 'b'")
        expect(self.fold(page, "b")).to_have_count(0)
        self.expect_names(page, *[f"fruit {n}" for n in (0, 3, 6, 9, 2, 5, 8, 11)], "newer")


class Narrow(SectionsTest):
    viewport = {"width": 360, "height": 640}

    def test_a_finger_collapses(self):
        page = self.sectioned(has_touch=True)
        self.fold(page, "pome").tap()
        self.expect_names(page, "Orange", "Lemon", "Cherry", "Plum", "Apricot")
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
        self.assertAccessible(page, "a collapsed section, 360 pixels wide")
