"""The page while its rows are still being read, and when they cannot be."""

import os
import re

from accessibility import AccessibleTest
from browser import WebTest, expect
from support import PATIENCE, until
from test_web_list import lose_connection


class Loading(AccessibleTest):
    def serve_pipe(self, command, *arguments):
        """Serves what is written into a pipe: the address is told before all is read."""
        os.mkfifo(self.path("rows.csv"))
        served = self.start(command, "rows.csv", *arguments)
        self.pipe = open(self.path("rows.csv"), "w", encoding="utf-8")
        self.addCleanup(self.pipe.close)
        return self.open(served)

    def write(self, text):
        self.pipe.write(text)
        self.pipe.flush()

    def test_rows_are_counted_while_they_are_read(self):
        page = self.serve_pipe("serve")
        expect(page.get_by_role("heading", name="Reading rows")).to_be_visible()
        self.assertAccessible(page, "no row is read")
        count = page.get_by_text(re.compile(r"^[1-9][\d,]* rows$"))
        self.write("id,name\n" + "".join(f"{n},{'x' * 20}\n" for n in range(100_000)))
        expect(count).to_be_visible()
        self.assertAccessible(page, "some rows are read")
        self.pipe.close()
        expect(page.locator(".row").first).to_be_visible()
        expect(page.locator(".total")).to_have_text("100,000 rows")
        expect(page.locator("#search")).to_be_focused()

    def test_a_page_that_waits_is_told_what_is_wrong(self):
        page = self.serve_pipe("pick")
        expect(page.get_by_role("heading", name="Reading rows")).to_be_visible()
        self.write("id,name\n1,one\n2,two,many\n")
        self.pipe.close()
        expect(page.get_by_role("alert")).to_have_text(
            "There is no list: rows.csv:3: a row longer than the header.")
        self.assertEqual(self.served.result(), (2, ""))

    def test_a_page_that_was_lost_while_it_waited(self):
        page = self.serve_pipe("pick", "--output", "ids")
        expect(page.get_by_role("heading", name="Reading rows")).to_be_visible()
        lose_connection(page)
        self.write("id,name\n7,seven\n")
        self.pipe.close()
        page.locator(".row").click()
        expect(page.locator(".picked")).to_have_text("1 picked")
        page.get_by_role("button", name="Done").click()
        self.assertEqual(self.served.result(), (0, "7\n"))

    def test_stopping_while_rows_are_read(self):
        page = self.serve_pipe("serve")
        expect(page.get_by_role("heading", name="Reading rows")).to_be_visible()
        page.context.close()
        self.served.process.terminate()
        self.served.process.wait(timeout=PATIENCE)


class FirstVisit(WebTest):
    def test_the_socket_is_open_before_the_script_is_there(self):
        served = self.start("serve", "fruit.csv")
        context = self.browser.new_context(**self.context)
        self.addCleanup(context.close)
        page = context.new_page()
        requests, sockets, held, told = [], [], [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("websocket", lambda socket: (
            sockets.append(socket), socket.on("framereceived", lambda frame: told.append(frame))))
        page.route(re.compile(r"/shortlist-picker[^/]*\.js"), lambda route: held.append(route))
        page.goto(served.opened, wait_until="commit")
        until(lambda: page.wait_for_timeout(10) or (told and held), lambda: f"{told}, {held}")
        self.assertIn("hello", told[0])
        for route in held:
            route.continue_()
        expect(page.locator(".row")).to_have_count(8)
        self.assertEqual(len(sockets), 1)
        self.assertNotIn("token", page.url)
        if "SHORTLIST_TEST_PAGES" not in os.environ:
            # The page and its script.
            self.assertEqual(len(requests), 2, requests)

    def test_little_is_sent_of_a_long_list(self):
        self.file("long.csv", "id,name\n" + "".join(f"{n},name {n}\n" for n in range(9_000)))
        served = self.start("serve", "long.csv")
        context = self.browser.new_context(**self.context)
        self.addCleanup(context.close)
        page = context.new_page()
        told = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(frame)))
        page.goto(served.opened)
        expect(page.locator(".row").first).to_be_visible()
        self.assertLess(sum(map(len, told)), 20_000)


class Refusals(WebTest):
    def test_what_is_wrong_is_told_and_no_address(self):
        os.mkdir(self.path("linked"))
        os.symlink(self.path("fruit.csv"), self.path("linked/away.txt"))
        for arguments, reason in [
                (["nope.csv"], "no such file"), (["fruit.csv", "--sort", "nope"], "no attribute nope"),
                (["fruit.csv", "--rule", "nope:1 :: no"], "--rule: there is no attribute nope"),
                (["fruit.csv", "--window", "fixed:3"], "--window is not for pages"),
                (["fruit.csv", "--origin", "list.example"], "--origin list.example is none"),
                (["fruit.db", "--table", "fruit", "--create", "name"], "allow it with --write"),
                (["fruit.csv", "--host", "0.0.0.0"], "as in --origin http://192.168.1.5:8400"),
                (["fruit.csv", "--host", "::", "--port", "81"], "as in --origin http://192.168.1.5:81"),
                (["fruit.csv", "--pages", "linked"], "away.txt leads out of the folder"),
                (["fruit.csv", "--host", "nowhere"], "nowhere is no address of this machine"),
                (["fruit.csv", "--pages", "none"], "--pages none: cannot be read")]:
            for command in (["serve"], ["pick", "--web"]):
                with self.subTest(command=command, arguments=arguments):
                    result = self.run_program(*command, *arguments)
                    self.assertEqual((result.status, result.text), (2, ""))
                    self.assertIn(reason, result.errors)
                    self.assertNotRegex(result.errors, r"(?m)^http://")
