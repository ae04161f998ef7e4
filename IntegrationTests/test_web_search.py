"""The search of the page: the language of the terminal's line, with terms as chips."""

import re

from browser import expect
from test_web_list import ListTest


class Search(ListTest):
    match = None

    def chips(self, page):
        return page.locator(".chip")

    def total(self, page):
        return page.locator(".total")

    def test_terms_become_chips(self):
        page = self.serve("fruit.csv", "--where", "price:2.5..")
        expect(page.locator(".locked .text")).to_have_text("price:2.5..")
        expect(page.get_by_label("Kind of match")).to_have_value("auto")
        expect(page.get_by_role("button", name="Clear all")).to_be_hidden()
        expect(self.total(page)).to_have_text(re.compile(r"\d rows"))
        count = self.total(page).inner_text()
        field = self.field(page)
        field.press_sequentially("kind:stone")
        self.expect_names(page, "Cherry", "Apricot")
        expect(self.chips(page)).to_have_count(0)
        field.press_sequentially(" price:2..4 ap")
        expect(self.chips(page)).to_have_text(["kind:stone✕", "price:2..4✕"])
        expect(field).to_have_value("ap")
        self.expect_names(page, "Apricot")
        self.assertEqual(page.evaluate("document.querySelector('shortlist-picker').query.search"),
                         "kind:stone price:2..4 ap")
        # A link has all of it.
        page.wait_for_url(lambda url: "price%3A2..4" in url)
        page.reload()
        expect(self.chips(page)).to_have_text(["kind:stone✕", "price:2..4✕"])
        expect(field).to_have_value("ap")
        self.assertAccessible(page, "terms as chips")
        page.get_by_role("button", name="Remove filter price:2..4").click()
        expect(self.chips(page)).to_have_count(1)
        field.fill("")
        self.expect_names(page, "Cherry", "Apricot")
        # Backspace takes a term up again.
        field.press("Backspace")
        expect(field).to_have_value("kind:stone")
        expect(self.chips(page)).to_have_count(0)
        field.press("Enter")
        expect(self.chips(page)).to_have_text(["kind:stone✕"])
        field.fill("-name:Apricot ")
        expect(self.chips(page)).to_have_text(["kind:stone✕", "-name:Apricot✕"])
        self.expect_names(page, "Cherry")
        page.get_by_role("button", name="Clear all").click()
        expect(self.chips(page)).to_have_count(0)
        expect(page.locator(".locked")).to_be_visible()
        expect(self.total(page)).to_have_text(count)

    def test_keys_after_enter_wait_for_the_rows(self):
        held = []

        def meet(socket):
            # A list without rows asks in a connection of its own what to take back.
            def answer(message):
                if held is None:
                    socket.send(message)
                else:
                    held.append((socket, message))

            socket.connect_to_server().on_message(answer)

        def search(text, *keys):
            nonlocal held
            held = []
            field.fill(text)
            entered = field.input_value()
            for key in ("Enter", *keys):
                page.keyboard.press(key)
            self.assertEqual(field.input_value(), entered)
            # What comes while these are sent comes after them.
            while held:
                socket, message = held.pop(0)
                socket.send(message)
            held = None

        held = None
        page = self.open(self.start("serve", "fruit.csv", "--create", "name"), meet=meet)
        field = self.field(page)
        expect(self.rows(page)).to_have_count(8)
        self.quiet(page)
        search("pe", "ArrowDown", "Space")
        expect(self.picked(page)).to_have_text("1 picked")
        expect(self.rows(page).nth(1)).to_have_attribute("aria-selected", "true")
        expect(page.locator(".rows")).to_be_focused()
        expect(field).to_have_value("pe")
        # Letters lead to the search, as they do in the list.
        search("qu", "i")
        expect(field).to_have_value("qui")
        expect(field).to_be_focused()
        self.expect_names(page, "Quince")
        # Where there is no row, the focus goes on, or back.
        search("Medlar", "Space")
        expect(page.get_by_role("button", name="Create “Medlar”")).to_be_focused()
        search("price:100.. ")
        expect(field).to_be_focused()
        expect(field).to_have_value("")

    def test_what_is_no_term_stays(self):
        page = self.serve()
        field = self.field(page)
        for text in ("kind:stone | price:2..4 x", "12:30 x", 'name:"a b', "kind: x", "'ap ^a !pe x"):
            with self.subTest(text):
                field.fill("")
                field.press_sequentially(text)
                expect(field).to_have_value(text)
                expect(self.chips(page)).to_have_count(0)
        # A term that the list refuses comes back, to be corrected.
        field.fill("")
        field.press_sequentially("price:x ")
        expect(page.locator(".remark")).to_be_visible()
        expect(field).to_have_value("price:x")
        expect(self.chips(page)).to_have_count(0)
        field.fill("price:2.. ")
        expect(page.locator(".remark")).to_be_hidden()
        field.press("Enter")
        expect(self.chips(page)).to_have_text(["price:2..✕"])

    def test_other_kinds_have_no_terms(self):
        page = self.serve("fruit.csv", "--search", "kind:stone ap")
        expect(self.chips(page)).to_have_text(["kind:stone✕"])
        page.get_by_label("Kind of match").select_option("words")
        expect(self.chips(page)).to_have_count(0)
        expect(self.field(page)).to_have_value("kind:stone ap")
        expect(self.total(page)).to_have_text("0 of 8 rows")
        page.get_by_label("Kind of match").select_option("auto")
        expect(self.chips(page)).to_have_count(1)
        self.expect_names(page, "Apricot")

    def test_without_rows_a_term_can_be_taken_out(self):
        page = self.serve("fruit.csv", "--search", "kind:stone price:100..")
        page.get_by_role("button", name="Remove “price:100..”: 3 rows").click()
        expect(self.chips(page)).to_have_text(["kind:stone✕"])
        expect(self.total(page)).to_have_text("3 of 8 rows")
        # So can the words beside the terms.
        self.field(page).press_sequentially("zzz yyy")
        page.get_by_role("button", name="Remove “zzz yyy”: 3 rows").click()
        expect(self.field(page)).to_have_value("")
        expect(self.chips(page)).to_have_text(["kind:stone✕"])
        expect(self.total(page)).to_have_text("3 of 8 rows")

    def test_a_link_whose_search_is_refused_shows_the_rows(self):
        page = self.serve()
        address = page.url.split("?")[0]
        for search, reason in (("price:x", "a number expected"), ("x" * 11_000, "more than 10000")):
            with self.subTest(reason):
                page.goto(f"{address}?search={search}&sort=name")
                expect(page.locator(".remark")).to_contain_text(reason)
                expect(self.total(page)).to_have_text("8 rows")
                self.expect_names(page, "Apple", "Apricot", "Cherry", "Lemon", "Orange", "Pear", "Plum", "Quince")
                self.quiet(page)
                expect(page.locator(".remark")).to_contain_text(reason)
                expect(self.field(page)).to_have_value(search)
                self.field(page).fill("plum")
                self.expect_names(page, "Plum")
                expect(page.locator(".remark")).to_be_hidden()
