"""What the page says when the program does not answer, ends, or is another one."""

import os
import re
import signal

from browser import expect
from support import PATIENCE
from test_web_list import ListTest


class StatesTest(ListTest):
    def banner(self, page):
        return page.get_by_role("alert")

    def state(self, page, expression):
        return page.evaluate(f"(({{ frame, shadowRoot }}) => {expression})(document.querySelector('shortlist-picker'))")

    def focused(self, page):
        """The class of what has the focus in the picker."""
        return self.state(page, "shadowRoot.activeElement?.className ?? null")

    def forget(self, page):
        """The browser complains of attempts to connect that fail."""
        page.context.close()
        self.complaints.clear()


class Connection(StatesTest):
    def test_nothing_can_be_done_while_not_connected(self):
        page = self.serve()
        self.field(page).focus()
        self.served.process.kill()
        expect(self.banner(page)).to_contain_text("Not connected")
        self.assertTrue(self.state(page, "shadowRoot.querySelector('.body').inert"))
        self.assertEqual(self.focused(page), "banner")
        self.assertEqual(page.evaluate("document.documentElement.scrollHeight"), 800)
        expect(page.locator(".list")).to_be_in_viewport(ratio=1)
        self.assertAccessible(page, "not connected")
        self.forget(page)

    def test_the_focus_comes_back(self):
        page = self.serve()
        self.enter(page)
        self.lose(page)
        expect(self.rows(page)).to_have_count(8)
        self.assertFalse(self.state(page, "shadowRoot.querySelector('.body').inert"))
        self.assertEqual(self.focused(page), "rows")

    def test_a_program_that_was_started_anew(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        port = re.search(r":(\d+)", self.served.opened).group(1)
        self.served.process.kill()
        self.served.process.wait()
        self.start("serve", "fruit.csv", "--port", port)
        expect(self.banner(page)).to_have_text(
            "The program was restarted. Open its new address.")
        self.assertTrue(self.state(page, "shadowRoot.querySelector('.body').inert"))
        self.forget(page)

    def test_a_program_that_has_ended(self):
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            page = self.serve()
            expect(self.rows(page)).to_have_count(8)
            self.served.process.send_signal(ending)
            expect(self.banner(page)).to_contain_text("has ended")
            self.assertEqual(self.served.process.wait(PATIENCE), -ending)
            self.forget(page)

    def test_done_on_another_page(self):
        page = self.open(self.start("pick", "fruit.csv"))
        other = self.open(self.served)
        expect(self.rows(other)).to_have_count(8)
        self.row(page, "Plum").click()
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("heading", name="Done. 1 row picked.")).to_be_visible()
        expect(self.banner(other)).to_contain_text("Picking has ended. It was done or cancelled on another page")
        other.wait_for_function("document.querySelector('shortlist-picker').session.isClosed")
        self.assertNotIn("Trying", self.banner(other).inner_text())
        self.assertEqual(self.complaints, [])


class Focus(StatesTest):
    """What has the focus beside the list has it again when there is a connection again."""

    def serve_many(self):
        """A list with a panel of each kind, and with so many columns that one is looked for."""
        others = [f"column {number}" for number in range(12)]
        self.file("many.csv", ",".join(["id", "word", "price", "day", *others]) + "\n" + "".join(
            ",".join([str(row), f"word {row % 60}", str(row / 4), f"2024-01-{row % 28 + 1:02}", *(str(row) for _ in others)])
            + "\n" for row in range(240)))
        page = self.serve("many.csv", "--facets", "word")
        expect(page.locator(".values li")).to_have_count(8)
        return page

    def panel(self, page, attribute):
        return page.locator(f'details.panel[data-attribute="{attribute}"]')

    def expect_kept(self, page, locator):
        locator.focus()
        self.lose(page)
        expect(locator).to_be_focused()

    def test_values(self):
        page = self.serve_many()
        panel = self.panel(page, "word")
        panel.get_by_role("button", name="More values of word").click()
        expect(panel.locator(".values li")).to_have_count(48)
        box = panel.locator(".values li").nth(40).get_by_role("checkbox")
        box.check()
        expect(page.locator(".total")).to_have_text("4 of 240 rows")
        scrolled = "shadowRoot.querySelector('.values').scrollTop + shadowRoot.querySelector('.filters').scrollTop"
        place = self.state(page, scrolled)
        self.assertGreater(place, 0)
        name = page.evaluate("document.querySelector('shortlist-picker').shadowRoot.activeElement.parentElement.innerText")
        self.lose(page)
        box = panel.locator(".values li").filter(has_text=name.split("\n")[0].strip()).get_by_role("checkbox")
        expect(box).to_be_focused()
        expect(box).to_be_checked()
        expect(panel.locator(".values li")).to_have_count(48)
        self.assertAlmostEqual(self.state(page, scrolled), place, delta=1)
        self.expect_kept(page, panel.get_by_role("button", name="Exclude word 1", exact=True))
        search = panel.get_by_role("searchbox")
        search.fill("word 5")
        expect(panel.locator(".values li")).to_have_count(11)
        self.expect_kept(page, search)
        expect(search).to_have_value("word 5")
        expect(panel.locator(".values li")).to_have_count(11)
        page.keyboard.type("9")
        expect(search).to_have_value("word 59")
        expect(panel.locator(".values li")).to_have_count(1)

    def test_a_value_that_is_gone(self):
        page = self.serve_many()
        panel = self.panel(page, "word")
        panel.get_by_role("checkbox", name=re.compile("^word 1 ")).focus()
        call_it_another = "shadowRoot.querySelector('.values li:nth-child(2)').dataset.value = '\"another\"'"
        self.state(page, call_it_another)
        self.lose(page)
        expect(panel.locator(".values li")).to_have_count(8)
        expect(panel.locator("summary")).to_be_focused()
        # It comes when the person has gone elsewhere.
        self.field(page).focus()
        self.state(page, call_it_another)
        panel.get_by_role("button", name="More values of word").click()
        expect(panel.locator(".values li")).to_have_count(48)
        expect(panel.get_by_role("button", name="More values of word")).to_be_focused()

    def test_ranges(self):
        page = self.serve_many()
        thumb = page.get_by_role("slider", name="Minimum price")
        thumb.press("PageUp")
        expect(thumb).to_have_attribute("aria-valuenow", "5")
        expect(page.locator(".total")).to_have_text("220 of 240 rows")
        self.expect_kept(page, thumb)
        expect(thumb).to_have_attribute("aria-valuenow", "5")
        self.expect_kept(page, page.get_by_role("button", name="Any price"))
        field = page.get_by_role("textbox", name="Greatest price")
        field.press("ControlOrMeta+a")
        page.keyboard.type("4")
        self.lose(page)
        expect(field).to_be_focused()
        expect(field).to_have_value("4")
        # What was typed is not taken before all of it is.
        expect(page.get_by_role("slider", name="Maximum price")).to_have_attribute("aria-valuenow", "59.75")
        page.keyboard.type("0")
        page.keyboard.press("Enter")
        expect(page.get_by_role("slider", name="Maximum price")).to_have_attribute("aria-valuenow", "40")

    def test_days(self):
        page = self.serve_many()
        panel = self.panel(page, "day")
        panel.locator("> summary").click()
        self.expect_kept(page, panel.get_by_label("To"))
        expect(panel).to_have_attribute("open", "")
        self.expect_kept(page, panel.locator("> summary"))

    def test_columns(self):
        page = self.serve_many()
        page.get_by_role("button", name="Columns").click()
        popup = page.get_by_role("dialog", name="Columns")
        self.expect_kept(page, popup.get_by_role("checkbox", name="column 11"))
        search = popup.get_by_role("searchbox", name="Find a column")
        search.fill("column 1")
        self.expect_kept(page, search)
        expect(popup.get_by_role("checkbox")).to_have_count(3)
        self.expect_kept(page, popup.get_by_role("checkbox", name="column 11"))
        expect(popup.get_by_role("checkbox")).to_have_count(3)
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Columns")).to_be_focused()


class Tokens(StatesTest):
    def test_a_token_file_keeps_the_address(self):
        served = self.start("serve", "fruit.csv", "--token-file", "token")
        self.assertEqual(os.stat(self.path("token")).st_mode & 0o777, 0o600)
        page = self.open(served)
        expect(self.rows(page)).to_have_count(8)
        port = re.search(r":(\d+)", served.opened).group(1)
        served.process.kill()
        served.process.wait()
        expect(self.banner(page)).to_be_visible()
        self.assertEqual(self.start("serve", "fruit.csv", "--token-file", "token", "--port", port).opened, served.opened)
        expect(self.banner(page)).to_be_hidden()
        page.reload()
        expect(self.rows(page)).to_have_count(8)
        self.forget(page)

    def test_a_page_whose_token_is_lost_says_what_to_do(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        page.evaluate("localStorage.clear()")
        page.reload()
        expect(self.banner(page)).to_have_text(
            "This page has no access any more. Open the address that the program has printed.")
        sockets = []
        page.on("websocket", lambda socket: sockets.append(socket.url))
        # The first pause before another attempt is shorter than this request.
        page.evaluate("new Promise((done) => setTimeout(done, 1500))")
        self.assertEqual(sockets, [])
        page.goto(self.served.opened)
        expect(self.rows(page)).to_have_count(8)
        self.complaints.clear()

    def test_the_token_is_kept_for_this_port_only(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.assertNotIn("token", page.url)
        token = self.served.opened.split("=")[1]
        self.assertEqual(page.evaluate("localStorage.getItem('shortlist-token/')"), token)
        self.assertFalse(any(token in cookie["value"] for cookie in page.context.cookies()))


class Leaving(StatesTest):
    def test_picking_ends_some_time_after_the_last_page(self):
        served = self.start("pick", "fruit.csv", "--linger", "0.2")
        page, other = self.open(served), self.open(served)
        for each in (page, other):
            expect(self.rows(each)).to_have_count(8)
        page.context.close()
        expect(self.rows(other)).to_have_count(8)
        self.row(other, "Plum").click()
        expect(self.picked(other)).to_have_text("1 picked")
        other.context.close()
        self.assertEqual(served.result(), (130, ""))


class Density(StatesTest):
    def test_rows_are_compact_and_stay_so(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.assertEqual(self.box(self.rows(page).first)["height"], 36)
        page.get_by_role("button", name="View").click()
        page.get_by_role("radio", name="Compact").check()
        page.keyboard.press("Escape")
        self.assertEqual(self.box(self.rows(page).first)["height"], 28)
        self.assertAccessible(page, "compact rows")
        page.reload()
        expect(self.rows(page)).to_have_count(8)
        self.assertEqual(self.box(self.rows(page).first)["height"], 28)


class Accessibility(StatesTest):
    def test_states_in_both_themes(self):
        served = self.start("serve", "fruit.csv", "--section", "kind", "--where", "stock:>0", "--write")
        for width in (1280, 390):
            with self.subTest(width=width):
                page = self.open(served, viewport={"width": width, "height": 800})
                # The rows move when the chip of the fixed filter appears.
                expect(page.locator(".locked")).to_be_visible()
                self.rows(page).first.click()
                expect(self.picked(page)).to_have_text("1 picked")
                self.assertAccessible(page, "rows are picked, and a filter stays")
                for name in ("View", "Export", "Columns"):
                    page.get_by_role("button", name=name, exact=True).click()
                    self.assertAccessible(page, f"{name} is open")
                    page.keyboard.press("Escape")
                self.rows(page).first.locator(".open").click()
                expect(page.locator(".details")).to_be_visible()
                self.assertAccessible(page, "a row in full")
                page.get_by_role("button", name="Change name").click()
                self.assertAccessible(page, "a value that is changed")
                page.keyboard.press("Escape")
                page.keyboard.press("Escape")
                self.field(page).fill("nothing is so")
                expect(page.locator(".ways button").first).to_be_visible()
                self.assertAccessible(page, "no row matches")


class Themes(StatesTest):
    def ground(self, page):
        return page.evaluate("getComputedStyle(document.querySelector('shortlist-picker')).backgroundColor")

    def choose(self, page, name):
        page.get_by_role("button", name="View").click()
        page.get_by_role("dialog", name="View").get_by_role("radio", name=name).check()
        page.keyboard.press("Escape")

    def test_it_is_kept_and_is_there_from_the_first_frame(self):
        page = self.serve(color_scheme="light")
        expect(self.rows(page)).to_have_count(8)
        light = self.ground(page)
        page.get_by_role("button", name="View").click()
        self.assertAccessible(page, "the choice of a theme")
        page.keyboard.press("Escape")
        self.choose(page, "Dark")
        dark = self.ground(page)
        self.assertNotEqual(dark, light)
        self.assertAccessible(page, "the dark theme where the system has a light one")
        # Before the picker is there, the page is dark.
        page.route("**/shortlist-picker*.js", lambda route: route.abort())
        page.reload(wait_until="commit")
        page.locator("body").wait_for(state="attached")
        self.assertEqual(page.evaluate("getComputedStyle(document.documentElement).colorScheme"), "dark")
        page.unroute("**/shortlist-picker*.js")
        self.complaints.clear()
        page.reload()
        expect(self.rows(page)).to_have_count(8)
        self.assertEqual(self.ground(page), dark)
        # The next program listens on another port.
        served = self.start("serve", "fruit.csv")
        page.goto(served.opened)
        expect(self.rows(page)).to_have_count(8)
        self.assertEqual(self.ground(page), dark)
        self.choose(page, "Automatic")
        self.assertEqual(self.ground(page), light)
        page.emulate_media(color_scheme="dark")
        self.assertEqual(self.ground(page), dark)
        self.choose(page, "Light")
        self.assertEqual(self.ground(page), light)


class Answers(StatesTest):
    def test_late_answers_are_told(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.quiet(page)
        expect(page.locator(".frame")).not_to_have_attribute("aria-busy", "true")
        self.served.process.send_signal(signal.SIGSTOP)
        self.field(page).fill("p")
        expect(page.locator(".frame")).to_have_attribute("aria-busy", "true")
        self.assertAccessible(page, "busy")
        expect(self.banner(page)).to_have_text("The program does not answer. Waiting…")
        self.served.process.send_signal(signal.SIGCONT)
        expect(self.banner(page)).to_be_hidden()
        expect(page.locator(".frame")).not_to_have_attribute("aria-busy", "true")
        self.expect_names(page, "Apple", "Pear", "Plum", "Quince")

    def test_a_page_that_asks_for_nothing_notices_too(self):
        page = self.serve()
        expect(self.rows(page)).to_have_count(8)
        self.quiet(page)
        self.served.process.send_signal(signal.SIGSTOP)
        expect(self.banner(page)).to_have_text("The program does not answer. Waiting…")
        self.served.process.send_signal(signal.SIGCONT)
        expect(self.banner(page)).to_be_hidden()


class Single(StatesTest):
    def test_enter_accepts(self):
        page = self.open(self.start("pick", "fruit.csv", "--single", "--output", "ids"))
        self.enter(page)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Alt+Enter")
        expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("2")
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Done. 1 row picked.")).to_be_visible()
        self.assertEqual(self.served.result(), (0, "2\n"))

    def test_a_double_click_accepts(self):
        page = self.open(self.start("pick", "fruit.csv", "--single", "--output", "ids"))
        self.row(page, "Plum").dblclick()
        expect(page.get_by_role("heading", name="Done. 1 row picked.")).to_be_visible()
        self.assertEqual(self.served.result(), (0, "4\n"))
