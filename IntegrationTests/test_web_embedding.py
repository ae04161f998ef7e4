"""The element in a page of another origin, as Documentation/Embedding.md says."""

import functools
import http.server
import os
import re
import socket
import threading

from browser import expect
from support import Listener
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


class Proxy(Listener):
    """A proxy that serves each of its folders from a server of its own, which sees paths without the folder."""

    def __init__(self):
        self.ports = {}
        super().__init__()

    def serve(self, client):
        with client:
            head = b""
            while b"\r\n\r\n" not in head:
                part = client.recv(65536)
                if not part:
                    return
                head += part
            folder = head.split(b"/")[1].decode()
            if folder not in self.ports:
                client.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            head = head.replace(f"/{folder}/".encode(), b"/", 1)
            # Only the first request of a connection is changed, so there must be no second.
            if b"upgrade: websocket" not in head.lower():
                head = re.sub(rb"\r\nConnection: [^\r]*", b"\r\nConnection: close", head, count=1, flags=re.I)
            with socket.create_connection(("127.0.0.1", self.ports[folder])) as server:
                server.sendall(head)
                back = threading.Thread(target=self.pump, args=(server, client), daemon=True)
                back.start()
                self.pump(client, server)
                back.join()

    @staticmethod
    def pump(source, target):
        """Copies what comes, and ends both when one ends."""
        try:
            while part := source.recv(65536):
                target.sendall(part)
            for one in (source, target):
                one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


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

    def test_lists_below_paths_of_a_proxy(self):
        proxy = Proxy()
        self.addCleanup(proxy.close)
        addresses = {}
        for folder, first in [("fruit", "Apple"), ("other", "Fig")]:
            if folder == "other":
                self.file("other.csv", "id,name\n1,Fig\n2,Date\n")
            url = f"http://127.0.0.1:{proxy.port}/{folder}/"
            served = self.start("serve", f"{folder}.csv", "--origin", url, "--port", "0")
            proxy.ports[folder] = self.listening(served)
            addresses[folder] = (served.opened, first)
            self.assertEqual(served.opened.split("?")[0], url)
        context = self.browser.new_context(viewport=self.viewport)
        self.addCleanup(context.close)
        pages = {}
        for folder, (address, first) in addresses.items():
            page = pages[folder] = context.new_page()
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.goto(address)
            expect(self.rows(page).first).to_contain_text(first)
        # Each list keeps its own token.
        for folder, (_, first) in addresses.items():
            pages[folder].reload()
            expect(self.rows(pages[folder]).first).to_contain_text(first)
            self.assertIn(f"/{folder}/", pages[folder].url)

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
