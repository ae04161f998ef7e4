"""A row in full on the page, and rows that are copied and downloaded."""

import html
import json
import re
import sqlite3
import subprocess

from browser import expect
from support import PROGRAM, until
from test_web_list import ListTest

ODD = [
    {"id": 1, "name": "One", "note": "a,b \"c\"\nsecond\tline", "tags": ["x", "y, \"z\""],
     "web": "see https://example.org/a?b=1&c=2 and javascript:alert(1)", "price": 1990.5,
     "fresh": True, "at": "2026-03-01T12:00:00Z"},
    {"id": 2, "name": "Two", "note": "<b>bold</b>", "tags": [], "web": "https://example.org/two",
     "price": 0.1, "fresh": False, "at": None},
    {"id": 3, "name": "Three", "note": "", "tags": ["x"], "web": None, "price": 1e21, "fresh": None,
     "at": "1999-12-31T23:59:59.5+02:00"},
    {"id": 4, "name": None, "note": " ", "tags": None, "web": "", "price": -12345678.25, "fresh": True,
     "at": "2026-03-01T12:00:00Z"},
]


class DetailsTest(ListTest):
    context = {**ListTest.context, "permissions": ["clipboard-read", "clipboard-write"],
               "timezone_id": "Asia/Tokyo", "locale": "en-GB"}

    def setUp(self):
        super().setUp()
        self.file("odd.jsonl", "".join(json.dumps(row) + "\n" for row in ODD))
        self.odd = ["odd.jsonl", "--schema", "at:date"]

    def details(self, page):
        return page.get_by_role("dialog").filter(has=page.get_by_role("button", name="Next row"))

    def value(self, page, attribute):
        return self.details(page).locator(f"[data-attribute='{attribute}'] .value")

    def open_details(self, page):
        self.enter(page)
        page.keyboard.press("Enter")
        expect(self.details(page)).to_be_visible()

    def pasted(self, page, type="text/plain"):
        return page.evaluate("""async (type) => {
            const [item] = await navigator.clipboard.read();
            return await (await item.getType(type)).text();
        }""", type)

    def expect_pasted(self, page, text):
        expect(page.locator(".remark")).to_contain_text(re.compile("copied"))
        self.assertEqual(self.pasted(page), text)

    def cells(self, page):
        """The texts of the cells in the table that was copied."""
        markup = self.pasted(page, "text/html")
        return [[html.unescape(cell) for cell in re.findall(r"<t[dh]>(.*?)</t[dh]>", row, re.DOTALL)]
                for row in re.findall(r"<tr>(.*?)</tr>", markup, re.DOTALL)]


class Details(DetailsTest):
    def test_every_attribute_is_read_in_full(self):
        page = self.serve(*self.odd, "--columns", "name,note")
        self.open_details(page)
        expect(self.details(page)).to_have_accessible_name("One")
        expect(self.value(page, "note")).to_have_text('a,b "c"\nsecond\tline', use_inner_text=False)
        expect(self.value(page, "tags").locator("li")).to_have_text(["x", 'y, "z"'])
        expect(self.value(page, "price")).to_have_text("1990.5")
        expect(self.value(page, "fresh")).to_have_text("true")
        # The day is another one where the reader is.
        expect(self.value(page, "at").locator("time")).to_have_text(re.compile(r"1 March 2026 at 21:00:00"))
        expect(self.value(page, "at")).to_contain_text("2026-03-01T12:00:00Z")
        links = self.value(page, "web").locator("a")
        expect(links).to_have_count(1)
        expect(links).to_have_attribute("href", "https://example.org/a?b=1&c=2")
        expect(links).to_have_attribute("rel", "noopener noreferrer")
        page.get_by_role("button", name="Next row").click()
        expect(self.details(page)).to_have_accessible_name("Two")
        expect(self.value(page, "note")).to_have_text("<b>bold</b>")
        expect(self.value(page, "at")).to_have_text("No value")

    def test_an_attribute_without_a_name(self):
        self.file("unnamed.csv", "id,,name\n1,a,b\n2,c,d\n")
        page = self.serve("unnamed.csv")
        expect(self.rows(page).first).to_be_visible()
        heading = page.locator(".column .name").nth(1)
        expect(heading).to_have_text("(no name)")
        self.assertTrue(heading.evaluate("(heading) => heading.scrollWidth <= heading.clientWidth"))
        expect(page.get_by_role("combobox", name="Sections").locator("option")).to_have_text(["None", "id", "name"])
        self.open_details(page)
        expect(self.details(page).locator("dt")).to_have_text(["id", "(no name)", "name"])
        page.get_by_role("button", name="Copy (no name)").click()
        self.expect_pasted(page, "a")

    def test_punctuation_around_addresses_is_no_part_of_them(self):
        cases = [("see https://a.example/b.", ["https://a.example/b"]),
                 ("(https://a.example/b?c=1), and https://d.example!?", ["https://a.example/b?c=1", "https://d.example/"]),
                 ("https://a.example/b_(c) [https://a.example/d_(e)].", ["https://a.example/b_(c)", "https://a.example/d_(e)"]),
                 ("https://a.example/b/?c=d;e…", ["https://a.example/b/?c=d;e"]),
                 ("（https://a.example/b）。", ["https://a.example/b"]),
                 ("https://... and https://)", []),
                 ("https://a.example/" + ")" * 100_000, ["https://a.example/"])]
        self.file("links.jsonl", "".join(json.dumps({"name": "x", "text": text}) + "\n" for text, _ in cases))
        page = self.serve("links.jsonl", "--columns", "name")
        self.open_details(page)
        value = self.value(page, "text")
        for index, (text, addresses) in enumerate(cases):
            if index > 0:
                page.get_by_role("button", name="Next row").click()
            expect(value).to_have_text(text, use_inner_text=False)
            self.assertEqual(value.locator("a").evaluate_all("(links) => links.map(({ href }) => href)"), addresses)

    def test_the_focus_goes_there_and_back(self):
        page = self.serve()
        self.open_details(page)
        expect(self.details(page).get_by_role("heading")).to_be_focused()
        page.keyboard.press("Escape")
        expect(self.details(page)).to_be_hidden()
        expect(page.locator(".rows")).to_be_focused()
        # They follow the row that keys go to.
        page.keyboard.press("Enter")
        expect(self.details(page)).to_have_accessible_name("1")
        self.assertAccessible(page, "a row in full")
        page.locator(".rows").focus()
        page.keyboard.press("ArrowDown")
        expect(self.value(page, "name")).to_have_text("Pear")
        page.get_by_role("button", name="Close").click()
        expect(page.locator(".rows")).to_be_focused()
        expect(self.active(page)).to_contain_text("Pear")

    def test_an_arrow_opens_them_and_picks_nothing(self):
        page = self.serve()
        self.row(page, "Plum").hover()
        self.row(page, "Plum").locator(".open").click()
        expect(self.value(page, "name")).to_have_text("Plum")
        expect(self.picked(page)).to_have_text("0 picked")

    def test_they_cover_a_narrow_page(self):
        page = self.serve(viewport={"width": 390, "height": 844})
        self.row(page, "Plum").locator(".open").click()
        expect(self.details(page)).to_have_attribute("aria-modal", "true")
        box = self.box(self.details(page))
        self.assertEqual((box["x"], box["y"], box["width"], box["height"]), (0, 0, 390, 844))
        # The buttons for all of the row end where those of its values do.
        ends = [box["x"] + box["width"] for box in (self.box(self.details(page).locator(button).first)
                for button in ("[title=Close]", "dd button"))]
        self.assertAlmostEqual(*ends, delta=1)
        self.assertAccessible(page, "a row in full on a phone")
        # Nothing behind them takes the focus.
        for _ in range(30):
            page.keyboard.press("Tab")
            inside = page.evaluate("""() => {
                const { activeElement } = document.querySelector("shortlist-picker").shadowRoot;
                return !activeElement || activeElement.closest("dialog") !== null;
            }""")
            self.assertTrue(inside)
        page.get_by_role("button", name="Close").click()
        expect(self.details(page)).to_be_hidden()
        expect(self.field(page)).to_be_enabled()
        page.keyboard.press("ArrowDown")
        expect(self.active(page)).to_contain_text("Apricot")

    def test_they_follow_the_table(self):
        database = sqlite3.connect(self.path("fruit.db"))
        self.addCleanup(database.close)
        database.execute("CREATE TABLE fruit (id INTEGER PRIMARY KEY, name TEXT, price REAL)")
        database.executemany("INSERT INTO fruit VALUES (?, ?, ?)", [(1, "Apple", 1), (2, "Pear", 2)])
        database.commit()
        page = self.serve("fruit.db", "--table", "fruit", "--columns", "name")
        self.open_details(page)
        expect(self.value(page, "price")).to_have_text("1")
        database.execute("UPDATE fruit SET price = 9 WHERE id = 1")
        database.commit()
        expect(self.value(page, "price")).to_have_text("9")
        database.execute("DELETE FROM fruit WHERE id = 1")
        database.commit()
        expect(self.details(page)).to_contain_text("does not match any more")

    def test_what_they_cover_cannot_be_used_when_the_table_changes(self):
        database = sqlite3.connect(self.path("fruit.db"))
        self.addCleanup(database.close)
        database.execute("CREATE TABLE fruit (id INTEGER PRIMARY KEY, name TEXT)")
        database.execute("INSERT INTO fruit VALUES (1, 'Apple')")
        database.commit()
        page = self.serve("fruit.db", "--table", "fruit", viewport={"width": 390, "height": 844})
        self.row(page, "Apple").locator(".open").click()
        expect(page.locator(".header")).to_have_attribute("inert", "")
        database.execute("UPDATE fruit SET name = 'Pear'")
        database.commit()
        expect(self.value(page, "name")).to_have_text("Pear")
        expect(page.locator(".row .cell").nth(1)).to_have_text("Pear")
        for part in (".header", ".list", ".footer"):
            expect(page.locator(part)).to_have_attribute("inert", "")

    def test_values_are_copied(self):
        page = self.serve(*self.odd)
        self.open_details(page)
        page.get_by_role("button", name="Copy note").click()
        self.expect_pasted(page, 'a,b "c"\nsecond\tline')
        page.get_by_role("button", name="Copy tags").click()
        expect(page.locator(".remark")).to_have_text("tags is copied.")
        self.assertEqual(self.pasted(page), '["x","y, \\"z\\""]')


class Copying(DetailsTest):
    def test_the_active_row(self):
        page = self.serve()
        self.enter(page)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Control+c")
        expect(page.locator(".remark")).to_have_text("1 row copied.")
        self.assertEqual(self.pasted(page).split("\t")[1], "Pear")

    def test_the_picked_rows(self):
        page = self.serve(*self.odd, "--columns", "id,note,tags")
        for name in ("<b>", "a,b"):
            self.row(page, name).click()
        expect(self.picked(page)).to_have_text("2 picked")
        page.keyboard.press("Control+c")
        self.expect_pasted(page, '2\t<b>bold</b>\t[]\n1\t"a,b ""c""\nsecond\tline"\t"[""x"",""y, \\""z\\""""]"')
        self.assertEqual(self.cells(page), [
            ["2", "<b>bold</b>", "[]"], ["1", 'a,b "c"\nsecond\tline', '["x","y, \\"z\\""]']])

    def test_text_can_be_selected(self):
        page = self.serve()
        cell = self.row(page, "Apricot").locator(".cell").nth(1)
        box = cell.evaluate("""(cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const { x, y, width, height } = range.getBoundingClientRect();
            return { x, y, width, height };
        }""")
        middle = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 1, middle)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] + 2, middle, steps=5)
        page.mouse.up()
        page.keyboard.press("Control+c")
        # The browser copies when it comes to it, and other tests have copied before.
        until(lambda: page.evaluate("navigator.clipboard.readText()") == "Apricot",
              lambda: page.evaluate("navigator.clipboard.readText()"))
        expect(self.picked(page)).to_have_text("0 picked")

    def test_from_the_menu(self):
        page = self.serve()
        self.field(page).fill("stone")
        expect(self.rows(page)).to_have_count(3)
        page.get_by_role("button", name="Export").click()
        self.assertAccessible(page, "the ways to export")
        page.get_by_role("button", name="Copy", exact=True).click()
        expect(page.get_by_text("3 rows copied.").first).to_be_visible()
        names = [line.split("\t")[1] for line in self.pasted(page).split("\n")]
        self.assertEqual(names, ["name", "Cherry", "Plum", "Apricot"])
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Export")).to_be_focused()


    def test_more_than_can_be_copied_where_the_browser_forbids_it(self):
        self.file("numbers.txt", "".join(f"number {n}\n" for n in range(20_001)))
        page = self.serve("numbers.txt", permissions=[])
        expect(self.rows(page).first).to_be_visible()
        page.get_by_role("button", name="Export").click()
        page.get_by_role("dialog", name="Export").get_by_role("button", name="Copy").click()
        expect(page.locator(".remark")).to_contain_text("Not copied")
        # What has failed is no error of the page, which would fail the test.
        self.quiet(page)


class Downloads(DetailsTest):
    def download(self, page, name, which):
        if not page.get_by_role("radio", name=re.compile(which)).is_visible():
            page.get_by_role("button", name="Export").click()
        page.get_by_role("radio", name=re.compile(which)).check()
        with page.expect_download() as started:
            page.get_by_role("button", name=f"Download {name}", exact=True).click()
        path = started.value.path()
        with open(path, "rb") as file:
            return started.value.suggested_filename, file.read()

    def filtered(self, *arguments):
        return subprocess.run([PROGRAM, "filter", *arguments], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE).stdout

    def test_they_are_what_filter_writes(self):
        page = self.serve(*self.odd)
        for format, name in (("csv", "CSV"), ("jsonl", "JSON lines"), ("json", "JSON")):
            with self.subTest(format):
                file, content = self.download(page, name, "match")
                self.assertEqual(file, f"odd.{format}")
                self.assertEqual(content, self.filtered(*self.odd, "--output", format))

    def test_whole_numbers_of_any_length_are_exact(self):
        ids = [9007199254740992 + n for n in range(6)]
        self.file("long.csv", "id,name,code\n" + "".join(f"{n},name {n % 10},{-n}\n" for n in ids))
        page = self.serve("long.csv")
        for n in ids:
            expect(self.row(page, f"{n} name")).to_contain_text(f"{-n}")
        self.row(page, f"{ids[3]} name").click()
        expect(self.picked(page)).to_have_text("1 picked")
        expect(page.locator(".row[aria-selected=true]")).to_contain_text(f"{ids[3]}")
        _, content = self.download(page, "CSV", "Picked")
        self.assertEqual(content.decode(), f"id,name,code\n{ids[3]},name {ids[3] % 10},{-ids[3]}\n")
        for format, name in (("csv", "CSV"), ("jsonl", "JSON lines")):
            _, content = self.download(page, name, "match")
            self.assertEqual(content, self.filtered("long.csv", "--output", format))
        page.keyboard.press("Escape")
        self.row(page, f"{ids[1]} name").locator(".open").click()
        expect(self.value(page, "code")).to_have_text(f"{-ids[1]}")

    def test_the_rows_that_match_in_their_order(self):
        page = self.serve("fruit.csv", "--where", "stock:1..")
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        page.get_by_role("checkbox", name=re.compile("^stone")).check()
        thumb = page.get_by_role("slider", name="Minimum price")
        thumb.press("PageUp")
        self.column(page, "price").click()
        page.get_by_role("combobox", name="Sections").select_option("kind")
        expect(page.get_by_role("checkbox", name="All of pome")).to_be_visible()
        expect(page.locator(".chip")).to_have_count(3)
        # The chip of the last filter may be there before the rows of all of them.
        expect(self.rows(page)).to_have_count(2)
        self.quiet(page)
        shown = self.names(page)
        self.assertGreater(len(shown), 1)
        _, content = self.download(page, "CSV", "match")
        self.assertEqual([line.split(",")[1] for line in content.decode().splitlines()], ["name", *shown])

    def test_the_picked_rows_and_very_many(self):
        self.file("numbers.txt", "".join(f"number {number}\n" for number in range(1, 25_001)))
        page = self.serve("numbers.txt")
        self.row(page, re.compile("number 3$")).click()
        self.row(page, re.compile("number 1$")).click()
        expect(self.picked(page)).to_have_text("2 picked")
        file, content = self.download(page, "CSV", "Picked")
        self.assertEqual((file, content), ("numbers-picked.csv", b"line\nnumber 3\nnumber 1\n"))
        _, content = self.download(page, "CSV", "match")
        self.assertEqual(content.count(b"\n"), 25_001)
        self.assertTrue(content.endswith(b"number 25000\n"))
        expect(page.get_by_text("25,000 rows downloaded.").first).to_be_visible()
        # More than a clipboard is for.
        page.get_by_role("button", name="Copy", exact=True).click()
        expect(page.get_by_text("more than 20,000 rows; download them").first).to_be_visible()
