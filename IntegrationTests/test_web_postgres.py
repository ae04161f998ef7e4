"""The page of a table whose rows stay on a PostgreSQL server."""

import re

from browser import expect
from postgres import SERVER, orders
from test_web_list import ListTest

COUNT = 30_000


def setUpModule():
    SERVER.start().run(*orders(COUNT))


class Page(ListTest):
    def arguments(self):
        return (SERVER.url, "--table", "orders", "--fetch", "visible", "--sort", "id")

    def test_search_scroll_facets_and_picking(self):
        page = self.open(self.start("pick", *self.arguments(), "--output", "ids"))
        expect(page.locator(".total")).to_have_text(re.compile("30,000"))
        expect(self.rows(page).first).to_contain_text("Order 7919 for")
        # There is no fuzzy search, and none is asked for by default.
        kinds = page.get_by_label("Kind of match").locator("option")
        expect(kinds).to_have_text(["Automatic", "Words", "Beginning", "Anywhere"])
        self.enter(page)
        page.keyboard.press("End")
        expect(self.rows(page).last).to_contain_text("30000")
        page.keyboard.press("Space")
        expect(self.picked(page)).to_contain_text("1 picked")
        self.field(page).fill("7919")
        expect(self.rows(page).first).to_contain_text("Order 7919 for")
        expect(page.locator(".total")).to_have_text("3 of 30,000 rows, on the server")
        # The values move when they are counted again.
        pome = page.get_by_role("checkbox", name=re.compile("^pome 7,500"))
        expect(pome).to_have_count(0)
        self.field(page).fill("")
        expect(pome).to_be_visible()
        page.get_by_role("checkbox", name=re.compile("pome")).click()
        expect(page.locator(".total")).to_have_text(re.compile("7,500"))
        SERVER.run("UPDATE orders SET kind = 'stone' WHERE id = 4")
        expect(page.locator(".total")).to_have_text(re.compile("7,499"))
        page.get_by_role("button", name="Done").click()
        self.assertEqual(self.served.result(), (0, "30000\n"))

    def test_pages_are_apart(self):
        served = self.start("serve", *self.arguments())
        one, two = self.open(served), self.open(served)
        self.field(one).fill("7919")
        expect(one.locator(".total")).not_to_have_text(re.compile("^30,000"))
        expect(two.locator(".total")).to_have_text(re.compile("30,000"))

    def test_counts_are_exact_in_the_end(self):
        SERVER.run("CREATE TABLE many AS SELECT i AS id, i % 10 AS kind FROM generate_series(1, 150000) i",
                   "ALTER TABLE many ADD PRIMARY KEY (id)", "ANALYZE many")
        self.addCleanup(SERVER.run, "DROP TABLE many")
        self.match = None
        page = self.open(self.start("serve", SERVER.url, "--table", "many", "--fetch", "visible"))
        expect(page.get_by_label("Kind of match")).to_have_value("auto")
        expect(page.locator(".total")).to_have_text("150,000 rows, on the server")
        self.field(page).fill("kind:3")
        expect(page.locator(".total")).to_have_text("15,000 of 150,000 rows, on the server")
        expect(self.rows(page).first).to_contain_text("3")
