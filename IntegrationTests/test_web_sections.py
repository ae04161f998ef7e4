"""Collapsed sections, which show only their headings."""

import sqlite3

from browser import expect
from support import PATIENCE, until
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

    def test_the_address_has_them_at_once(self):
        page = self.sectioned()
        fold = self.fold(page, "pome")
        self.assertIn("collapsed=", fold.evaluate("(fold) => { fold.click(); return location.search; }"))

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


class Many(SectionsTest):
    """Lists with many sections. The page reads the first ones, and more when the person scrolls near them."""

    sections, size = 4000, 3
    rows_count = sections * size

    def name(self, section):
        return f"place {section:04}"

    def many(self):
        """A page of many sections; `told` gets the bytes of the messages that come."""
        self.file("many.csv", "id,name,place\n" + "".join(
            f"{n},{'apple' if n % 2 else 'pear'} {n},{self.name(n // self.size)}\n" for n in range(self.rows_count)))
        served = self.start("serve", "many.csv", "--section", "place")
        context = self.browser.new_context(viewport=self.viewport, **self.context)
        self.addCleanup(context.close)
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        self.told = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.told.append(len(frame))))
        page.goto(served.opened)
        expect(self.heading(page, self.name(0))).to_be_visible()
        expect(self.rows(page).first).to_be_visible()
        self.quiet(page)
        return page

    def known(self, page):
        return page.evaluate("document.querySelector('shortlist-picker').model.sections.length")

    def go_to(self, page, number):
        field = page.get_by_role("textbox", name="Row", exact=True)
        field.fill(str(number))
        field.press("Enter")

    def expect_active(self, page, row):
        """A row of the file is the active one, in sight, and counted right."""
        section = row // self.size
        expect(self.active(page)).to_have_attribute("aria-rowindex", str(row + section + 3))
        expect(self.active(page)).to_contain_text(self.name(section))
        expect(self.active(page)).to_be_in_viewport(ratio=1)
        expect(self.heading(page, self.name(section))).to_be_in_viewport()

    def seen(self, page):
        """Where rows and headings in sight are, in the file: by their heights and by what they tell."""
        self.quiet(page)
        return page.evaluate("""() => {
            const { rows, shadowRoot } = document.querySelector("shortlist-picker");
            const top = rows.viewport.getBoundingClientRect().top;
            const [row, heading] = rows.probes.map((probe) => probe.offsetHeight);
            const elements = [...shadowRoot.querySelectorAll(".rows .row[aria-rowindex]")].filter((element) => element.part.contains("row"));
            const found = elements.map((element) => {
                const id = Number(element.querySelector(".cell.first").textContent);
                const place = element.getBoundingClientRect().top - top + rows.viewport.scrollTop;
                return [id, Math.round(place), heading * (Math.floor(id / 3) + 1) + id * row];
            });
            const height = parseFloat(rows.viewport.firstElementChild.style.height);
            return { found, height, whole: rows.layout.sectionCount * heading + rows.layout.count * row, page: rows.page };
        }""")

    def test_little_is_sent(self):
        page = self.many()
        self.assertLess(sum(self.told), 30_000)
        expect(page.locator(".rows")).to_have_attribute("aria-rowcount", str(self.rows_count + self.sections + 1))
        seen = self.seen(page)
        self.assertEqual(seen["height"], seen["whole"])
        self.assertLess(self.known(page), 500)
        for text, total in (("apple", 6000), ("apple 1", 3056), ("pear", 6000)):
            self.told.clear()
            self.field(page).fill(text)
            expect(page.locator(".total")).to_have_text(f"{total:,} of {self.rows_count:,} rows")
            self.quiet(page)
            self.assertLess(sum(self.told), 30_000, text)
            self.assertLess(self.known(page), 500)

    def test_the_scroll_bar(self):
        page = self.many()
        for part in (0.5, 0.9, 0.2):
            page.evaluate("""(part) => {
                const { viewport } = document.querySelector("shortlist-picker").rows;
                viewport.scrollTop = part * viewport.scrollHeight;
            }""", part)
            looks = []

            def is_there():
                # The rows can go between two looks, so that one look serves for all that is compared.
                looks.append(self.seen(page))
                found, half = looks[-1]["found"], looks[-1]["page"] // 2
                return len(found) >= max(1, half) and abs(found[0][0] - part * self.rows_count) < 60

            until(is_there, lambda: looks[-1])
            seen = looks[-1]
            for id, place, expected in seen["found"]:
                self.assertAlmostEqual(place, expected, delta=1, msg=id)
            ids = sorted(id for id, *_ in seen["found"])
            self.assertEqual(ids, list(range(ids[0], ids[-1] + 1)))
            self.assertEqual(seen["height"], seen["whole"])

    def test_keys_and_numbers(self):
        page = self.many()
        self.enter(page)
        page.keyboard.press("End")
        self.expect_active(page, self.rows_count - 1)
        page.keyboard.press("Home")
        self.expect_active(page, 0)
        page = self.many()
        self.go_to(page, 6000)
        self.expect_active(page, 5999)
        self.assertLess(self.known(page), 3000)
        page.keyboard.press("ArrowDown")
        self.expect_active(page, 6000)
        page.keyboard.press("ArrowLeft")
        expect(self.heading(page, self.name(2000))).to_be_focused()
        page.keyboard.press("ArrowUp")
        self.expect_active(page, 5999)
        # To the rows that follow those that are known.
        rows = page.evaluate("document.querySelector('shortlist-picker').model.knownRows")
        page.locator(".rows").focus()
        self.go_to(page, rows)
        self.expect_active(page, rows - 1)
        for row in range(rows, rows + 4):
            page.keyboard.press("ArrowDown")
            self.expect_active(page, row)
        page.keyboard.press("Control+Shift+End")
        expect(self.picked(page)).to_have_text(f"{self.rows_count - rows - 3:,} picked")

    def test_they_collapse(self):
        page = self.many()
        self.go_to(page, 6000)
        self.expect_active(page, 5999)
        y = self.box(self.heading(page, self.name(1999)))["y"]
        self.fold(page, self.name(1999)).click()
        self.assertAlmostEqual(self.box(self.heading(page, self.name(1999)))["y"], y, delta=1)
        expect(page.locator(".rows")).to_have_attribute("aria-rowcount", str(self.rows_count + self.sections - 2))
        page.get_by_role("button", name="Collapse all").click()
        expect(self.rows(page)).to_have_count(0)
        seen = self.seen(page)
        self.assertEqual(seen["height"], seen["whole"])
        page.evaluate("document.querySelector('shortlist-picker').rows.viewport.scrollTop = 1e9")
        expect(self.heading(page, self.name(3999))).to_be_in_viewport()
        self.fold(page, self.name(3999)).click()
        expect(self.rows(page)).to_have_count(3)
        expect(page.locator(".rows")).to_have_attribute("aria-rowcount", str(3 + self.sections + 1))
        # Those that come back later are where they were.
        page.wait_for_url(lambda url: "3999" in url.partition("?")[2])
        page.reload()
        expect(self.heading(page, self.name(0))).to_have_attribute("aria-expanded", "false")
        self.go_to(page, 5000)
        expect(self.active(page)).to_contain_text(self.name(1666))
        expect(page.locator(".rows")).to_have_attribute("aria-rowcount", str(6 + self.sections + 1))
        page.locator(".rows").focus()
        page.keyboard.press("End")
        expect(self.active(page)).to_contain_text(self.name(3999))

    def test_what_is_picked_of_them(self):
        page = self.many()
        self.go_to(page, 6000)
        self.expect_active(page, 5999)
        page.keyboard.press("Space")
        expect(self.count(page, self.name(1999))).to_have_text("1 of 3 picked")
        self.heading(page, self.name(1998)).check()
        expect(self.count(page, self.name(1998))).to_have_text("3 of 3 picked")
        expect(self.heading(page, self.name(1998))).to_be_checked()
        self.field(page).fill("apple")
        expect(page.locator(".total")).to_contain_text("6,000 of")
        self.go_to(page, 3000)
        expect(self.count(page, self.name(1999))).to_have_text("1 of 2 picked")
        # Of many rows, too. Rows that are still being read would show the box as it was.
        self.quiet(page)
        page.get_by_role("checkbox", name="Select all").check()
        expect(self.count(page, self.name(1999))).to_have_text("2 of 2 picked")
        self.field(page).fill("")
        expect(page.locator(".total")).to_have_text(f"{self.rows_count:,} rows")
        expect(self.count(page, self.name(1))).to_have_text("2 of 3 picked")

    def test_they_come_and_go(self):
        connection = sqlite3.connect(self.path("many.db"))
        self.addCleanup(connection.close)
        with connection:
            connection.execute("create table many (id integer primary key, place text)")
            connection.executemany("insert into many values (?, ?)", [
                (n, self.name(n // self.size)) for n in range(self.rows_count)])
        page = self.serve("many.db", "--table", "many", "--section", "place")
        expect(self.rows(page).first).to_be_visible()
        self.go_to(page, 1000)
        expect(self.active(page)).to_contain_text(self.name(333))
        y = self.box(self.active(page))["y"]
        with connection:
            connection.execute("insert into many values (100000, 'place 0000a'), (100001, 'place 3998a')")
        expect(page.locator(".total")).to_have_text(f"{self.rows_count + 2:,} rows")
        # The row in sight keeps its place on the screen, and gets a new row number.
        expect(self.active(page)).to_have_attribute("aria-rowindex", str(999 + 333 + 3 + 2))
        self.assertAlmostEqual(self.box(self.active(page))["y"], y, delta=1)
        expect(page.locator(".rows")).to_have_attribute("aria-rowcount", str(self.rows_count + self.sections + 5))
        with connection:
            connection.execute("delete from many where place <= 'place 0009'")
        expect(self.active(page)).to_have_attribute("aria-rowindex", str(999 + 333 + 3 + 2 - 42))
        expect(page.locator(".total")).to_have_text(f"{self.rows_count + 2 - 31:,} rows")
        page.locator(".rows").focus()
        page.keyboard.press("End")
        expect(self.active(page)).to_contain_text(self.name(3999))


class Narrow(SectionsTest):
    viewport = {"width": 360, "height": 640}

    def test_a_finger_collapses(self):
        page = self.sectioned(has_touch=True)
        self.fold(page, "pome").tap()
        self.expect_names(page, "Orange", "Lemon", "Cherry", "Plum", "Apricot")
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
        self.assertAccessible(page, "a collapsed section, 360 pixels wide")
