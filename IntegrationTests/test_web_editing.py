"""Rows that are changed and created on the page."""

import re
import sqlite3

from browser import expect
from support import until
from test_web_list import ListTest


class EditingTest(ListTest):
    def table(self):
        """A table whose key has another name than `id`, and that refuses negative prices."""
        database = sqlite3.connect(self.path("shop.db"), isolation_level=None)
        self.addCleanup(database.close)
        database.execute("CREATE TABLE shop (code TEXT PRIMARY KEY, name TEXT, price REAL CHECK (price >= 0), stock INTEGER)")
        database.executemany("INSERT INTO shop VALUES (?, ?, ?, ?)", [
            ("a", "Apple", 1.5, 10), ("b", "Box\nof pears", 20, 3), ("c", None, None, None)])
        return database

    def cell(self, page, row, name):
        return self.rows(page).nth(row).locator(".cell").nth(["code", "name", "price", "stock"].index(name))

    def value(self, database, code, name):
        return database.execute(f"SELECT {name} FROM shop WHERE code = ?", (code,)).fetchone()[0]

    def editor(self, page):
        return page.locator(".cell-editor")


class Editing(EditingTest):
    def test_a_cell_is_changed_and_changed_back(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        other = self.open(self.served)
        expect(self.rows(other)).to_have_count(3)
        self.enter(page)
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("F2")
        field = self.editor(page)
        expect(field).to_be_focused()
        expect(field).to_have_value("1.5")
        self.assertAccessible(page, "a cell that is changed")
        page.keyboard.type("1,234.5")
        page.keyboard.press("Enter")
        expect(self.cell(page, 0, "price")).to_have_text("1234.5")
        self.assertEqual(self.value(database, "a", "price"), 1234.5)
        # The other page follows, and the keys go on in the list.
        expect(self.cell(other, 0, "price")).to_have_text("1234.5")
        expect(page.locator(".rows")).to_be_focused()
        expect(page.locator(".remark")).to_contain_text("price is changed.")
        page.locator(".remark").get_by_role("button", name="Undo").click()
        expect(self.cell(page, 0, "price")).to_have_text("1.5")
        self.assertEqual(self.value(database, "a", "price"), 1.5)

    def test_control_z_takes_back_what_was_changed_last(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        self.enter(page)
        page.keyboard.press("Space")
        expect(self.picked(page)).to_have_text("1 picked")

        def change(text):
            self.cell(page, 0, "name").dblclick()
            self.editor(page).fill(text)
            # In a text, it is about the text.
            self.editor(page).press("Control+z")
            expect(self.editor(page)).to_have_value("Apple")
            self.editor(page).fill(text)
            self.editor(page).press("Enter")
            expect(self.cell(page, 0, "name")).to_have_text(text)
            expect(page.locator(".rows")).to_be_focused()

        change("Apricot")
        page.keyboard.press("Control+z")
        expect(self.cell(page, 0, "name")).to_have_text("Apple")
        expect(page.locator(".remark")).to_have_text("Undone.")
        self.assertEqual(self.value(database, "a", "name"), "Apple")
        expect(self.picked(page)).to_have_text("1 picked")
        # What was done before is what was picked.
        page.keyboard.press("Control+z")
        expect(self.picked(page)).to_have_text("0 picked")
        # Elsewhere, too, but not in a text; and once.
        change("Avocado")
        self.field(page).focus()
        page.keyboard.press("Control+z")
        self.field(page).evaluate("(field) => field.dispatchEvent(new Event('keydown', { bubbles: true, composed: true }))")
        page.get_by_role("button", name="Keys").focus()
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        expect(page.locator(".remark")).to_have_text("Undone.")
        expect(self.cell(page, 0, "name")).to_have_text("Apple")
        expect(page.get_by_role("button", name="Keys")).to_be_focused()
        change("Almond")
        page.locator("body").evaluate("() => document.activeElement.shadowRoot.activeElement.blur()")
        page.keyboard.press("Meta+z")
        expect(self.cell(page, 0, "name")).to_have_text("Apple")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys in the list")).to_contain_text("undo, also a change of a cell")

    def test_long_numbers_are_written_as_they_are_typed(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        for typed, written in [("9007199254740995", 9007199254740995), ("-9,007,199,254,740,997", -9007199254740997),
                               ("+12", 12), ("9223372036854775807", 2**63 - 1)]:
            self.cell(page, 0, "stock").dblclick()
            self.editor(page).fill(typed)
            page.keyboard.press("Tab")
            expect(self.cell(page, 0, "stock")).to_have_text(str(written))
            self.assertEqual(self.value(database, "a", "stock"), written)
            expect(page.locator(".rows")).to_be_focused()

    def test_what_others_write_meanwhile_is_not_written_over(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        self.cell(page, 0, "name").dblclick()
        expect(self.editor(page)).to_have_value("Apple")
        database.execute("UPDATE shop SET name = 'Apricot' WHERE code = 'a'")
        expect(self.cell(page, 0, "name")).to_have_text("Apricot")
        self.editor(page).fill("Avocado")
        page.keyboard.press("Enter")
        expect(page.locator(".remark")).to_contain_text("Not changed: it is Apricot now.")
        expect(self.editor(page)).to_be_focused()
        self.assertEqual(self.value(database, "a", "name"), "Apricot")
        # A second Enter means it.
        page.keyboard.press("Enter")
        expect(self.cell(page, 0, "name")).to_have_text("Avocado")
        database.execute("UPDATE shop SET name = 'Almond' WHERE code = 'a'")
        expect(self.cell(page, 0, "name")).to_have_text("Almond")
        page.locator(".remark").get_by_role("button", name="Undo").click()
        expect(page.locator(".remark")).to_contain_text("Not changed: it is Almond now.")
        self.assertEqual(self.value(database, "a", "name"), "Almond")

    def test_the_field_goes_with_its_row(self):
        database = self.table()
        database.executemany("INSERT INTO shop VALUES (?, ?, 1, 1)", [(f"m{n:03}", f"Fruit {n}") for n in range(200)])
        page = self.serve("shop.db", "--table", "shop", "--write")
        row, field = self.row(page, "Fruit 3").first, self.editor(page)
        row.locator(".cell").nth(1).dblclick()
        expect(field).to_have_value("Fruit 3")
        field.fill("Fig")

        def expect_over():
            def middles():
                boxes = page.evaluate("""() => {
                    const { shadowRoot } = document.querySelector("shortlist-picker");
                    return [".row.active .cell:nth-of-type(3)", ".cell-editor"].map((name) => {
                        const { left, top, bottom } = shadowRoot.querySelector(name).getBoundingClientRect();
                        return [left, (top + bottom) / 2];
                    });
                }""")
                return all(abs(one - other) < 6 for one, other in zip(*boxes)), boxes
            until(lambda: middles()[0], lambda: f"the field is elsewhere: {middles()[1]}")

        expect_over()
        for number, change in [(9, "INSERT INTO shop VALUES ('0', 'Other', 1, 1)"),
                              (8, "DELETE FROM shop WHERE code = '0'"),
                              (6, "DELETE FROM shop WHERE code < 'c'")]:
            database.execute(change)
            expect(row).to_have_attribute("aria-rowindex", str(number))
            expect_over()
        # It does not leave the list.
        list = self.box(page.locator(".viewport"))
        page.mouse.move(list["x"] + 100, list["y"] + 300)
        page.mouse.wheel(0, 3000)
        expect(row).not_to_be_in_viewport()
        box = self.box(field)
        self.assertGreaterEqual(box["y"], list["y"])
        self.assertLessEqual(box["y"] + box["height"], list["y"] + list["height"])
        expect(field).to_be_focused()
        field.press("Enter")
        expect(field).to_be_hidden()
        self.assertEqual(self.value(database, "m003", "name"), "Fig")

    def test_a_change_outlasts_a_lost_connection(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        self.cell(page, 1, "name").dblclick()
        field = self.editor(page)
        field.fill("Box of ")
        self.lose(page)
        expect(field).to_be_focused()
        expect(field).to_have_value("Box of ")
        page.keyboard.type("plums")
        database.execute("UPDATE shop SET name = 'Bag' WHERE code = 'b'")
        expect(self.cell(page, 1, "name")).to_have_text("Bag")
        page.keyboard.press("Enter")
        expect(page.locator(".remark")).to_contain_text("Not changed: it is Bag now.")
        page.keyboard.press("Enter")
        expect(self.cell(page, 1, "name")).to_have_text("Box of plums")
        expect(page.locator(".rows")).to_be_focused()
        # In the details, too; and once.
        page.keyboard.press("Enter")
        details = page.get_by_role("dialog", name="b")
        details.get_by_role("button", name="Change price").click()
        expect(field).to_have_value("20")
        page.keyboard.type("21")
        page.keyboard.press("ArrowLeft")
        self.lose(page)
        expect(field).to_be_focused()
        page.keyboard.type(".")
        expect(field).to_have_value("2.1")
        page.keyboard.press("Escape")
        expect(field).to_be_hidden()
        self.lose(page)
        expect(details).to_be_visible()
        expect(field).to_be_hidden()
        self.assertEqual(self.value(database, "b", "price"), 20)
        # The row may be gone.
        self.cell(page, 0, "name").dblclick()
        expect(field).to_have_value("Apple")
        self.field(page).evaluate("(field) => field.getRootNode().host.session.close()")
        database.execute("DELETE FROM shop WHERE code = 'a'")
        expect(self.rows(page)).to_have_count(2)
        expect(field).to_be_hidden()

    def test_a_double_click_picks_nothing(self):
        self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        state = """async () => {
            const { count, canUndo, canRedo } =
                await document.querySelector("shortlist-picker").session.request("selection.get");
            return [count, canUndo, canRedo];
        }"""
        self.cell(page, 1, "price").click()
        expect(self.picked(page)).to_have_text("1 picked")
        page.get_by_role("button", name="Undo").click()
        expect(self.picked(page)).to_have_text("0 picked")
        self.assertEqual(page.evaluate(state), [0, False, True])
        self.cell(page, 0, "price").dblclick()
        expect(self.editor(page)).to_be_focused()
        expect(self.rows(page).first).to_have_attribute("aria-selected", "false")
        page.keyboard.press("Escape")
        expect(page.locator(".rows")).to_be_focused()
        self.assertEqual(page.evaluate(state), [0, False, True])
        # A click picks, and is done before what is done after it.
        self.cell(page, 0, "price").click()
        expect(self.rows(page).first).to_have_attribute("aria-selected", "true")
        page.keyboard.press("Control+z")
        expect(self.rows(page).first).to_have_attribute("aria-selected", "false")
        self.assertEqual(page.evaluate(state), [0, False, True])

    def test_a_row_is_clicked_and_that_is_all(self):
        self.table()
        page = self.open(self.start("pick", "shop.db", "--table", "shop", "--write", "--output", "ids"))
        self.cell(page, 1, "price").click()
        page.get_by_role("button", name="Done").click()
        self.assertEqual(self.served.result(), (0, "b\n"))

    def test_what_the_table_refuses_stays_in_the_field(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        self.cell(page, 0, "price").dblclick()
        field = self.editor(page)
        field.fill("-1")
        field.press("Enter")
        expect(page.locator(".remark")).to_contain_text("CHECK constraint failed")
        expect(field).to_have_attribute("aria-invalid", "true")
        field.fill("many")
        field.press("Enter")
        expect(page.locator(".remark")).to_contain_text("A number is expected, not many.")
        field.press("Escape")
        expect(field).to_be_hidden()
        expect(self.cell(page, 0, "price")).to_have_text("1.5")
        self.assertEqual(self.value(database, "a", "price"), 1.5)
        # What identifies the row cannot be changed.
        self.cell(page, 0, "code").dblclick()
        expect(field).to_be_hidden()

    def test_lines_and_no_value(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        self.cell(page, 1, "name").dblclick()
        field = self.editor(page)
        expect(field).to_have_value("Box\nof pears")
        field.press("End")
        field.press("Shift+Enter")
        field.type("and figs")
        field.press("Enter")
        expect(field).to_be_hidden()
        self.assertIn("and figs", self.value(database, "b", "name"))
        self.assertEqual(self.value(database, "b", "name").count("\n"), 2)
        # Nothing is written where nothing was typed.
        cell, row = self.box(self.cell(page, 2, "name")), self.box(self.rows(page).nth(2))
        page.mouse.dblclick(cell["x"] + 5, row["y"] + 10)
        expect(field).to_be_focused()
        field.press("Enter")
        expect(field).to_be_hidden()
        self.assertIsNone(self.value(database, "c", "name"))
        self.cell(page, 0, "stock").dblclick()
        field.fill("")
        field.press("Enter")
        expect(field).to_be_hidden()
        self.assertIsNone(self.value(database, "a", "stock"))

    def test_in_the_details(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        self.enter(page)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Change code")).to_have_count(0)
        page.get_by_role("button", name="Change name").click()
        self.editor(page).fill("Apples")
        self.editor(page).press("Enter")
        expect(page.locator(".details [data-attribute=name] .value")).to_have_text("Apples")
        until(lambda: self.value(database, "a", "name") == "Apples", lambda: "not written")

    def test_in_details_that_cover_the_list(self):
        database = self.table()
        page = self.serve("shop.db", "--table", "shop", "--write")
        for width in (320, 800):
            page.set_viewport_size({"width": width, "height": 700})
            self.enter(page)
            page.keyboard.press("Enter")
            expect(page.locator(".details")).to_have_attribute("aria-modal", "true")
            page.get_by_role("button", name="Change name").click()
            expect(self.editor(page)).to_be_focused()
            page.keyboard.type(f"Apple {width}")
            page.keyboard.press("Enter")
            expect(page.locator(".details [data-attribute=name] .value")).to_have_text(f"Apple {width}")
            until(lambda: self.value(database, "a", "name") == f"Apple {width}", lambda: "not written")
            # The field goes with the details.
            page.get_by_role("button", name="Change name").click()
            expect(self.editor(page)).to_be_focused()
            page.get_by_role("button", name="Close").click()
            expect(self.editor(page)).to_be_hidden()

    def test_cells_beyond_the_end_of_a_line_on_a_phone(self):
        database = self.table()
        database.execute("ALTER TABLE shop ADD COLUMN note TEXT")
        database.execute("UPDATE shop SET name = ?, note = ?", ("a long name " * 9, "a long note " * 9))
        page = self.serve("shop.db", "--table", "shop", "--write", viewport={"width": 320, "height": 600})
        self.enter(page)
        for name in ("code", "name", "price", "stock", "note"):
            page.keyboard.press("ArrowRight")
            cell = page.locator(".row.active .cell.current")
            expect(cell).to_have_class(re.compile("current"))
            box = self.box(cell)
            self.assertGreater(box["width"], 8, name)
            self.assertLessEqual(box["x"] + box["width"], 320 - 2.5 * 14, name)
        page.keyboard.press("F2")
        expect(self.editor(page)).to_be_focused()
        self.assertGreater(self.box(self.editor(page))["width"], 150)

    def test_nothing_is_changed_without_write(self):
        self.table()
        page = self.serve("shop.db", "--table", "shop")
        self.cell(page, 0, "price").dblclick()
        page.keyboard.press("F2")
        expect(self.editor(page)).to_be_hidden()
        page.keyboard.press("Enter")
        expect(page.locator(".details")).to_be_visible()
        expect(page.get_by_role("button", name="Change price")).to_have_count(0)


class Creating(EditingTest):
    def names_in(self, database):
        return [name for name, in database.execute("SELECT name FROM fruit ORDER BY id")]

    def test_a_created_row_is_taken_out_again(self):
        database = sqlite3.connect(self.path("fruit.db"), isolation_level=None)
        self.addCleanup(database.close)
        database.execute("CREATE TABLE fruit (id INTEGER PRIMARY KEY, name TEXT)")
        database.execute("INSERT INTO fruit VALUES (1, 'Apple')")
        page = self.serve("fruit.db", "--table", "fruit", "--create", "name", "--write")
        expect(self.rows(page)).to_have_count(1)
        self.field(page).fill("Durian")
        page.get_by_role("button", name="Create “Durian”").click()
        expect(page.locator(".remark")).to_contain_text("Durian is created and picked.")
        self.assertEqual(self.names_in(database), ["Apple", "Durian"])
        page.locator(".remark").get_by_role("button", name="Undo").click()
        until(lambda: self.names_in(database) == ["Apple"], lambda: "the row is still there")
        self.field(page).fill("")
        expect(page.locator(".total")).to_have_text("1 row")
