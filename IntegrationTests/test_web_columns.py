"""Columns as people arrange them: widths, order, and which stay in sight."""

import re

from browser import expect
from support import until
from test_web_list import ListTest


class ColumnsTest(ListTest):
    def headings(self, page):
        return page.locator(".columns .column .name")

    def expect_order(self, page, *names):
        expect(self.headings(page)).to_have_text(list(names))

    def cells(self, page):
        return self.rows(page).first.locator(".cell")

    def grip(self, page, name):
        return page.locator(".head").filter(has=page.get_by_text(name, exact=True)).locator(".grip")

    def width(self, page, name):
        return self.box(self.column(page, name))["width"]

    def open_menu(self, page, name):
        self.column(page, name).focus()
        page.keyboard.press("Alt+ArrowDown")
        menu = page.get_by_role("dialog", name=f"Column {name}")
        expect(menu).to_be_visible()
        return menu

    def reload(self, page):
        """Loads the page again when its address has the columns."""
        until(lambda: page.evaluate("""() => {
            const { columns } = document.querySelector("shortlist-picker");
            return new URLSearchParams(location.search).get("columns") === columns.settings.text;
        }"""), lambda: page.url)
        page.reload()
        expect(self.rows(page).first).to_be_visible()

    def drag(self, page, locator, x):
        """Drags an element to a place by the mouse."""
        box = self.box(locator)
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + box["width"] / 2, y)
        page.mouse.down()
        page.mouse.move((box["x"] + x) / 2, y)
        page.mouse.move(x, y)

    def assertAligned(self, page, *names):
        """Asserts that headings are above their columns."""
        for name in names:
            place = self.headings(page).all_text_contents().index(name)
            head, cell = self.box(self.column(page, name)), self.box(self.cells(page).nth(place))
            self.assertAlmostEqual(head["x"], cell["x"], delta=1, msg=name)
            gap = self.cells(page).nth(place).evaluate("(cell) => parseFloat(getComputedStyle(cell).paddingInlineEnd)")
            self.assertAlmostEqual(head["width"], cell["width"] - gap, delta=1, msg=name)


class Widths(ColumnsTest):
    def test_a_column_alone_takes_the_room_that_there_is(self):
        self.file("long.txt", f"{'a long line ' * 8}end\nshort\n")
        page = self.serve("long.txt")
        expect(self.rows(page)).to_have_count(2)
        self.assertFalse(self.cells(page).first.evaluate("(cell) => cell.scrollWidth > cell.clientWidth"))

    def test_dragging_the_border(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        before = self.width(page, "name")
        box = self.box(self.grip(page, "name"))
        self.drag(page, self.grip(page, "name"), box["x"] + box["width"] / 2 + 100)
        page.mouse.up()
        self.assertAlmostEqual(self.width(page, "name"), before + 100, delta=2)
        self.assertAligned(page, "id", "name", "kind", "stock")
        # That is no sorting, and it stays.
        self.assertNotIn("sort=", page.url)
        self.reload(page)
        expect(self.rows(page)).to_have_count(8)
        self.assertAlmostEqual(self.width(page, "name"), before + 100, delta=2)
        # A double click fits the width.
        self.grip(page, "name").dblclick()
        self.assertLess(self.width(page, "name"), before + 2)
        cut = self.cells(page).nth(1).evaluate("(cell) => cell.scrollWidth > cell.clientWidth")
        self.assertFalse(cut)

    def points(self, page, name):
        """Where the points of the numbers of a column are, or would be."""
        return page.evaluate("""(name) => {
            const { rows } = document.querySelector("shortlist-picker");
            return rows.cells(name).filter((cell) => cell.textContent).map((cell) => {
                const range = document.createRange();
                range.setStart(cell.firstChild, 0);
                range.setEnd(cell.firstChild, cell.textContent.split(".")[0].length);
                return range.getBoundingClientRect().right;
            });
        }""", name)

    def assertPointsAligned(self, page, name):
        points = self.points(page, name)
        self.assertGreater(len(points), 5)
        self.assertLess(max(points) - min(points), 0.6, name)

    def test_points_of_numbers_are_below_each_other(self):
        values = ["3", "-10.25", "1000.5", "", "7.125", "12"]
        self.file("prices.csv", "name,price,count\n" + "".join(
            f"item {n},{'0.123456' if n > 900 and n % 2 else values[n % 6]},{n}\n" for n in range(1000)))
        for locale in ("en", "ar-EG"):
            page = self.serve("prices.csv", locale=locale)
            expect(self.rows(page).first).to_be_visible()
            # Of the first row, there is less after the point than of others.
            until(lambda: len(set(round(x) for x in self.points(page, "price"))) == 1, lambda: str(self.points(page, "price")))
            self.assertPointsAligned(page, "price")
            self.assertPointsAligned(page, "count")
            # Numbers with more digits move the others.
            page.evaluate("document.querySelector('shortlist-picker').rows.activate(950)")
            expect(self.row(page, "0.123456").first).to_be_visible()
            self.quiet(page)
            self.assertPointsAligned(page, "price")
            cells = "document.querySelector('shortlist-picker').rows.cells('price')"
            isAnyCut = f"{cells}.some((cell) => cell.scrollWidth > cell.clientWidth)"
            self.assertFalse(page.evaluate(isAnyCut))
            # A fitted column has room for that; a narrow one cuts no number for it.
            page.evaluate("document.querySelector('shortlist-picker').columns.menu.dispatchEvent(new CustomEvent('fit', { detail: 'price' }))")
            self.quiet(page)
            self.assertPointsAligned(page, "price")
            page.evaluate("document.querySelector('shortlist-picker').columns.settings.resize('price', 5)")
            self.quiet(page)
            isShortCut = f"{cells}.some((cell) => cell.textContent.length < 5 && cell.scrollWidth > cell.clientWidth)"
            self.assertFalse(page.evaluate(isShortCut))

    def test_keys(self):
        page = self.serve()
        self.column(page, "kind").focus()
        before = self.width(page, "kind")
        for _ in range(5):
            page.keyboard.press("Alt+ArrowRight")
        self.assertAlmostEqual(self.width(page, "kind"), before + 5 * 14, delta=15)
        wide = self.width(page, "kind")
        page.keyboard.press("Alt+ArrowLeft")
        self.assertAlmostEqual(self.width(page, "kind"), wide - 14, delta=1)
        expect(page.get_by_role("status").filter(has_text="kind is")).to_have_text(re.compile(r"kind is \d+ ems wide"))
        self.assertAligned(page, "kind", "price", "stock")

    def test_fitting_a_long_text(self):
        self.file("long.csv", f"id,note,x\n1,{'a long text ' * 8},y\n" + "".join(f"{n},b,z\n" for n in range(2, 40)))
        page = self.serve("long.csv")
        expect(self.rows(page).first).to_be_visible()
        cell = self.cells(page).nth(1)
        self.assertTrue(cell.evaluate("(cell) => cell.scrollWidth > cell.clientWidth"))
        self.open_menu(page, "note").get_by_role("button", name="Fit width").click()
        self.assertFalse(cell.evaluate("(cell) => cell.scrollWidth > cell.clientWidth"))


class Order(ColumnsTest):
    def test_dragging_a_heading(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        target = self.box(self.column(page, "price"))
        self.drag(page, self.column(page, "kind"), target["x"] + target["width"] - 2)
        expect(page.locator(".drop")).to_be_attached()
        page.mouse.up()
        self.expect_order(page, "id", "name", "price", "kind", "stock")
        expect(self.cells(page)).to_have_text(["1", "Apple", "1.2", "pome", "40"])
        self.assertAligned(page, "id", "name", "price", "kind", "stock")
        # A drag does not sort.
        self.assertNotIn("sort=", page.url)
        self.reload(page)
        self.expect_order(page, "id", "name", "price", "kind", "stock")
        page.go_back()
        self.expect_order(page, "id", "name", "kind", "price", "stock")

    def test_dragging_beside_a_frozen_column_over_others(self):
        names = ["id"] + [f"column{number}" for number in range(30)]
        self.file("wide.csv", ",".join(names) + "\n" + ",".join(["1"] * 31) + "\n")
        page = self.serve("wide.csv")
        expect(self.rows(page)).to_have_count(1)
        page.locator(".viewport").evaluate("(element) => { element.scrollLeft = 333 }")
        until(lambda: page.locator(".columns").evaluate("(element) => element.scrollLeft") == 333, lambda: "not scrolled")
        frozen = self.box(page.locator(".head.frozen"))
        edge = frozen["x"] + frozen["width"]
        # What is below the frozen heading cannot be caught there.
        for x in range(int(frozen["x"]) + 1, int(edge) - 12, 3):
            self.assertTrue(page.evaluate("""(x) => {
                const root = document.querySelector("shortlist-picker").shadowRoot;
                const { top } = root.querySelector(".columns").getBoundingClientRect();
                return root.elementFromPoint(x, top + 16).closest(".frozen") !== null;
            }""", x), x)
        line = page.locator(".drop")
        self.drag(page, self.column(page, "column8"), edge - 4)
        self.assertAlmostEqual(self.box(line)["x"], edge, delta=2)
        page.mouse.move(edge + 2, frozen["y"] + 10)
        self.assertGreaterEqual(self.box(line)["x"], edge - 1)
        page.keyboard.press("Escape")
        page.mouse.up()

    def test_escape_takes_a_drag_back(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.column(page, "kind").focus()
        self.drag(page, self.column(page, "kind"), self.box(self.column(page, "id"))["x"])
        expect(page.locator(".drop")).to_be_attached()
        page.keyboard.press("Escape")
        expect(page.locator(".drop")).not_to_be_attached()
        page.mouse.up()
        self.expect_order(page, "id", "name", "kind", "price", "stock")

    def test_keys(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.column(page, "id").focus()
        page.keyboard.press("ArrowRight")
        expect(self.column(page, "name")).to_be_focused()
        page.keyboard.press("Shift+ArrowRight")
        self.expect_order(page, "id", "kind", "name", "price", "stock")
        expect(self.column(page, "name")).to_be_focused()
        expect(page.get_by_role("status").filter(has_text="column 3 of 5")).to_be_attached()
        page.keyboard.press("Home")
        expect(self.column(page, "id")).to_be_focused()
        page.keyboard.press("Shift+ArrowLeft")
        self.expect_order(page, "id", "kind", "name", "price", "stock")
        # Cells and what is heard of the headings have the same order.
        grid = page.get_by_role("grid", name="Rows")
        expect(grid.get_by_role("columnheader")).to_have_text(["id", "kind", "name", "price", "stock"])
        self.enter(page)
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".cell.current")).to_have_text("pome")
        self.assertEqual(page.locator(".cell.current").get_attribute("aria-colindex"), "2")
        self.assertAccessible(page, "another order")

    def test_one_tab_stop(self):
        page = self.serve()
        self.column(page, "kind").focus()
        page.keyboard.press("Tab")
        expect(page.locator(".columns :focus")).to_have_count(0)
        page.keyboard.press("Shift+Tab")
        expect(self.column(page, "kind")).to_be_focused()

    def test_the_menu(self):
        page = self.serve()
        menu = self.open_menu(page, "kind")
        self.assertAccessible(page, "the menu of a column")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url(lambda address: "sort=-kind" in address)
        expect(self.column(page, "kind")).to_be_focused()
        menu = self.open_menu(page, "kind")
        menu.get_by_role("button", name="Move left").click()
        menu.get_by_role("button", name="Move left").click()
        self.expect_order(page, "kind", "id", "name", "price", "stock")
        expect(menu.get_by_role("button", name="Move left")).to_have_attribute("aria-disabled", "true")
        menu.get_by_role("button", name="Hide").click()
        self.expect_order(page, "id", "name", "price", "stock")
        expect(self.column(page, "id")).to_be_focused()
        # The pointer opens it, too.
        self.column(page, "name").hover()
        page.get_by_role("button", name="Menu of name").click()
        expect(page.get_by_role("dialog", name="Column name")).to_be_visible()
        page.keyboard.press("Escape")
        self.column(page, "price").click(button="right")
        expect(page.get_by_role("dialog", name="Column price")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Columns").click()
        page.get_by_role("button", name="Reset").click()
        self.expect_order(page, "id", "name", "kind", "price", "stock")
        page.wait_for_url(lambda address: "columns=" not in address)

    def test_from_right_to_left(self):
        page = self.serve()
        page.evaluate("document.documentElement.dir = 'rtl'")
        self.column(page, "name").focus()
        page.keyboard.press("Shift+ArrowLeft")
        self.expect_order(page, "id", "kind", "name", "price", "stock")
        target = self.box(self.column(page, "stock"))
        self.drag(page, self.column(page, "kind"), target["x"] + 2)
        page.mouse.up()
        self.expect_order(page, "id", "name", "price", "stock", "kind")
        before = self.width(page, "name")
        box = self.box(self.grip(page, "name"))
        self.drag(page, self.grip(page, "name"), box["x"] + box["width"] / 2 - 60)
        page.mouse.up()
        self.assertAlmostEqual(self.width(page, "name"), before + 60, delta=2)


class Frozen(ColumnsTest):
    def wide(self, **options):
        names = ["id", "constructor", "__proto__", "toString", *(f"column {n}" for n in range(5, 41))]
        self.file("wide.csv", ",".join(names) + "\n" + "".join(
            ",".join(f"{name} {row}" for name in names) + "\n" for row in range(60)))
        page = self.serve("wide.csv", **options)
        expect(self.rows(page).first).to_be_visible()
        return page

    def test_frozen_columns_stay(self):
        page = self.wide()
        self.open_menu(page, "__proto__").get_by_role("button", name="Freeze up to here").click()
        names = ["id", "constructor", "__proto__"]
        before = {name: self.box(self.column(page, name))["x"] for name in names}
        page.locator(".viewport").evaluate("(element) => { element.scrollLeft = 1e6 }")
        expect(self.column(page, "column 40")).to_be_in_viewport(ratio=1)
        for name in names:
            self.assertAlmostEqual(self.box(self.column(page, name))["x"], before[name], delta=1)
        self.assertAligned(page, *names, "column 40")
        # Nothing is seen between them.
        self.assertEqual(page.evaluate("""() => {
            const { shadowRoot } = document.querySelector("shortlist-picker");
            return [".row", ".columns"].flatMap((line) => {
                const frozen = [...shadowRoot.querySelector(line).querySelectorAll(".frozen")];
                return frozen.slice(1).map((element, index) => (
                    element.getBoundingClientRect().left - frozen[index].getBoundingClientRect().right)).filter((gap) => gap > 0.5);
            });
        }"""), [])
        # A cell that is gone to is not below them.
        page.locator(".viewport").evaluate("(element) => { element.scrollLeft = 0 }")
        self.enter(page)
        for _ in range(30):
            page.keyboard.press("ArrowRight")
        for _ in range(20):
            page.keyboard.press("ArrowLeft")
        current = page.locator(".cell.current")
        expect(current).to_have_text("column 10 0")
        end = self.box(self.column(page, "__proto__"))
        self.assertGreaterEqual(self.box(current)["x"], end["x"] + end["width"] - 1)
        self.assertAccessible(page, "frozen columns", both=False)
        self.reload(page)
        expect(self.rows(page).first).to_be_visible()
        page.locator(".viewport").evaluate("(element) => { element.scrollLeft = 1e6 }")
        self.assertAlmostEqual(self.box(self.column(page, "__proto__"))["x"], before["__proto__"], delta=1)
        self.open_menu(page, "constructor").get_by_role("button", name="Unfreeze from here").click()
        expect(page.locator(".head.frozen")).to_have_count(1)

    def test_frozen_columns_leave_room(self):
        page = self.wide()
        self.open_menu(page, "column 30").get_by_role("button", name="Freeze up to here").click()
        width = self.box(page.locator(".viewport"))["width"]
        last = self.box(page.locator(".head.frozen").last)
        self.assertLess(last["x"] + last["width"], self.box(page.locator(".viewport"))["x"] + 0.7 * width)
        page.locator(".viewport").evaluate("(element) => { element.scrollLeft = 1e6 }")
        expect(self.column(page, "column 40")).to_be_in_viewport(ratio=1)

    def test_names_that_every_object_has(self):
        page = self.wide()
        self.column(page, "constructor").focus()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Alt+ArrowRight")
        before = self.width(page, "constructor")
        self.open_menu(page, "toString").get_by_role("button", name="Hide").click()
        self.reload(page)
        expect(self.headings(page).first).to_be_visible()
        self.assertEqual(self.headings(page).all_text_contents()[:4], ["id", "__proto__", "constructor", "column 5"])
        self.assertAlmostEqual(self.width(page, "constructor"), before, delta=1)
        expect(self.cells(page).nth(1)).to_have_text("__proto__ 0")

    def test_a_column_is_found_by_its_name(self):
        page = self.wide()
        page.get_by_role("button", name="Columns").click()
        popup = page.get_by_role("dialog", name="Columns")
        popup.get_by_role("searchbox", name="Find a column").fill("39")
        expect(popup.get_by_role("checkbox")).to_have_count(1)
        popup.get_by_role("checkbox", name="column 39").uncheck()
        expect(self.headings(page)).to_have_count(39)
        self.assertAccessible(page, "a column is looked for", both=False)

    def test_addresses_that_are_wrong(self):
        page = self.serve()
        address = page.url.split("?")[0]
        for text in ("x", "1;", "9999;name", "1;nothing,%25zz,kind:99999h,:5", "0;id:h,name:h,kind:h,price:h,stock:h"):
            with self.subTest(text):
                page.goto(f"{address}?columns={text}")
                expect(self.rows(page)).to_have_count(8)
        self.expect_order(page, "id", "name", "kind", "price", "stock")


class Narrow(ColumnsTest):
    viewport = {"width": 360, "height": 640}

    def test_columns_are_moved_and_hidden(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        page.get_by_role("button", name="Menu of name").click()
        menu = page.get_by_role("dialog", name="Column name")
        expect(menu.get_by_role("button", name="Fit width")).to_be_hidden()
        self.assertAccessible(page, "the menu of a column, 360 pixels wide")
        menu.get_by_role("button", name="Move left").click()
        expect(self.rows(page).first.locator(".first")).to_have_text("Apple")
        menu.get_by_role("button", name="Hide").click()
        expect(self.rows(page).first.locator(".first")).to_have_text("1")
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
