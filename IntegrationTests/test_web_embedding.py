"""The element in a page of another origin, as Documentation/Embedding.md says."""

import functools
import http.server
import os
import re
import threading

from browser import expect
from test_web_list import ListTest

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Another page</title>
<link rel="icon" href="data:,">
<script type="module" src="http://127.0.0.1:PORT/shortlist-picker.min.js"></script></head>
<body><main><h1>Choose</h1>
<shortlist-picker socket="ws://127.0.0.1:PORT/socket" token="TOKEN"></shortlist-picker>
<output></output></main></body></html>
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def end_headers(self):
        # A page that is written twice in a second would have the same date, and not be read anew.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


class Embedding(ListTest):
    def site(self):
        """A server of another origin, with the files of a folder."""
        os.makedirs(self.path("site"), exist_ok=True)
        handler = functools.partial(Quiet, directory=self.path("site"))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://localhost:{server.server_port}"

    def put(self, token):
        port = re.search(r":(\d+)/", self.address)[1]
        self.file("site/index.html", PAGE.replace("PORT", port).replace("TOKEN", token))

    def open_site(self, origin):
        page = self.browser.new_context(viewport=self.viewport).new_page()
        self.addCleanup(page.context.close)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(origin)
        return page

    def test_a_page_of_another_origin(self):
        origin = self.site()
        self.file("token", "a-token-that-nobody-can-guess\n")
        # The address that is printed is that of the origin, which is this page's.
        served = self.start("serve", "fruit.csv", "--origin", origin, "--token-file", "token", "--port", "0")
        self.assertEqual(served.opened, f"{origin}/?token=a-token-that-nobody-can-guess")
        port = self.listening(served)
        self.address = f"http://127.0.0.1:{port}/"
        self.put("a-token-that-nobody-can-guess")
        page = self.open_site(origin)
        self.row(page, "Plum").click()
        expect(self.picked(page)).to_have_text("1 picked")
        # A list of its own is asked without changing what is shown, with the same token.
        self.field(page).fill("zzz")
        expect(page.get_by_role("button", name="Clear the search: 8 rows")).to_be_visible()
        rows = page.evaluate("""async () => {
            const all = [];
            for await (const { id } of document.querySelector("shortlist-picker").pickedRows()) all.push(id);
            return all;
        }""")
        self.assertEqual(rows, [4])
        self.put("a-token-that-somebody-guessed")
        page.goto(origin)
        expect(page.get_by_role("alert")).to_contain_text("Not connected")

    def test_an_origin_that_is_not_named(self):
        origin = self.site()
        served = self.start("serve", "fruit.csv")
        self.address = served.opened
        self.put(served.opened.split("=")[1])
        page = self.open_site(origin)
        self.assertFalse(page.evaluate("""async () => {
            try { await import(document.querySelector("script").src); return true; } catch { return false; }
        }"""))

    def listening(self, served):
        """The port that a program listens on, as the system tells it."""
        sockets = {os.readlink(f"/proc/{served.process.pid}/fd/{name}")
                   for name in os.listdir(f"/proc/{served.process.pid}/fd")}
        with open("/proc/net/tcp", encoding="ascii") as table:
            for line in table.readlines()[1:]:
                fields = line.split()
                if f"socket:[{fields[9]}]" in sockets and fields[3] == "0A":
                    return int(fields[1].split(":")[1], 16)
        raise AssertionError("the program does not listen")
