"""The page's server against those who should not look, and those who do not behave."""

import gzip
import json
import re
import resource
import socket

from support import PATIENCE, ProgramTest, until
from websocket import Serving


class Safety(ProgramTest):
    def serve(self, *arguments):
        serving = Serving(self.folder, *(arguments or ("fruit.csv",)))
        self.addCleanup(serving.stop)
        return serving

    def assertServes(self, serving):
        """Asserts that a page can be opened and is answered."""
        page = serving.page()
        self.assertEqual(page.status, 101)
        self.assertEqual(page.message()["method"], "hello")
        self.assertEqual(page.call("list.ids")["result"]["ids"], list(range(1, 9)))

    def test_token_and_cookie(self):
        serving = self.serve()
        answer = serving.get(f"/?token={serving.token}", cookie=None)
        cookie = answer.getheader("Set-Cookie")
        self.assertIn("; HttpOnly", cookie)
        self.assertIn("; SameSite=Strict", cookie)
        self.assertNotIn(serving.token, cookie)
        self.assertEqual(serving.get("/").status, 200)
        for path in ["/", "/index.html", "/socket", "/nothing"]:
            self.assertEqual(serving.get(path, cookie=None).status, 403, path)
            self.assertEqual(serving.get(path, cookie=serving.cookie[:-1] + "g").status, 403, path)
        wrong = "0" * 32
        for token in [wrong, "", serving.token[:-1], serving.token + "0"]:
            answer = serving.get(f"/?token={token}", cookie=None)
            self.assertEqual(answer.status, 403, token)
            self.assertIsNone(answer.getheader("Set-Cookie"))
            self.assertEqual(serving.page(token=token).status, 403, token)
        # Browsers send the cookie to servers on other ports, too. It gives no access to the rows.
        pass_ = serving.cookie.split("=")[1]
        self.assertEqual(serving.page(token=pass_).status, 403)
        self.assertEqual(serving.get(f"/?token={pass_}", cookie=None).status, 403)
        self.assertServes(serving)

    def test_headers(self):
        serving = self.serve()
        for path in ["/", "/session.js", "/nothing"]:
            answer = serving.get(path)
            policy = answer.getheader("Content-Security-Policy")
            self.assertIn("default-src 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(answer.getheader("X-Content-Type-Options"), "nosniff")
            self.assertEqual(answer.getheader("Referrer-Policy"), "no-referrer")
            self.assertIsNone(answer.getheader("Access-Control-Allow-Origin"))

    def test_files_that_are_known_are_not_sent_again(self):
        serving = self.serve()
        for path in ["/", "/session.js", "/picker.css"]:
            answer = serving.get(path)
            tag = answer.getheader("ETag")
            known = serving.get(path, **{"If-None-Match": tag})
            self.assertEqual((known.status, known.text, known.getheader("ETag")), (304, "", tag))
            self.assertIn("default-src 'none'", known.getheader("Content-Security-Policy"))
            self.assertEqual(serving.get(path, **{"If-None-Match": '"other"'}).text, answer.text)
        # Who may not ask is not told what is known.
        self.assertEqual(serving.get("/", cookie=None, **{"If-None-Match": tag}).status, 403)
        # What has no secrets is for all pages of this host, and of the origins that are named.
        self.assertEqual(serving.get("/session.js", cookie=None).status, 200)
        page = serving.get("/").text
        bundle = re.search(r"/shortlist-picker-[0-9a-f]+\.js", page)[0]
        named, plain = serving.get(bundle, decode=False), serving.get("/shortlist-picker.min.js", decode=False)
        self.assertIn("immutable", named.getheader("Cache-Control"))
        self.assertEqual(plain.getheader("Cache-Control"), "no-cache")
        self.assertEqual(plain.getheader("Content-Encoding"), "gzip")
        self.assertEqual(named.bytes, plain.bytes)
        self.assertLess(len(plain.bytes), 120_000)
        self.assertIn("//# sourceMappingURL=", gzip.decompress(plain.bytes).decode())
        types = serving.get("/shortlist-picker.d.ts").getheader("Content-Type")
        self.assertEqual(types, "application/typescript; charset=utf-8")

    def test_foreign_host(self):
        serving = self.serve()
        for host in ["evil.example", f"evil.example:{serving.port}", "127.0.0.1", "[::1]"]:
            self.assertEqual(serving.get("/", host=host).status, 421, host)
            token = f"/?token={serving.token}"
            self.assertEqual(serving.get(token, cookie=None, host=host).status, 421, host)
            self.assertEqual(serving.page(host=host).status, 421, host)
        self.assertEqual(serving.get("/", host=f"localhost:{serving.port}").status, 200)

    def test_foreign_origin(self):
        serving = self.serve()
        for origin in ["http://evil.example", "null", f"https://127.0.0.1:{serving.port}",
                       f"http://127.0.0.1:{serving.port + 1}"]:
            self.assertEqual(serving.page(origin=origin).status, 403, origin)
            self.assertEqual(serving.get("/", Origin=origin).status, 403, origin)
        self.assertEqual(serving.page(origin="").status, 403)
        self.assertServes(serving)

    def test_paths(self):
        self.file("secret.txt", "secret")
        serving = self.serve()
        for path in ["/secret.txt", "/../secret.txt", "/..%2fsecret.txt", "//etc/passwd",
                     "/%2e%2e/secret.txt", "/./secret.txt", "/fruit.csv"]:
            answer = serving.get(path)
            self.assertEqual(answer.status, 404, path)
            self.assertNotIn("secret", answer.text)

    def test_what_a_page_may_not_ask(self):
        serving = self.serve()
        page = serving.page()
        hello = page.message()
        self.assertFalse(hello["params"]["writable"])
        for method, params in [
                ("list.open", {"source": {"file": "/etc/passwd", "format": "lines"}}),
                ("list.close", {}), ("selection.save", {"name": "x"}),
                ("selection.forget", {"name": "x"}), ("selection.rules", {"rules": []}),
                ("selection.rename", {"name": "x", "to": "y"}),
                ("list.apply", {"operations": [{"delete": 1}]}),
                ("suggest.commit", {"attribute": "name", "text": "New"}),
                ("pick.accept", {}), ("pick.cancel", {})]:
            self.assertEqual(page.call(method, **params)["error"]["code"], -32601, method)
        self.assertEqual(page.call("list.ids")["result"]["ids"], list(range(1, 9)))

    def test_writing_reaches_other_pages(self):
        serving = self.serve("fruit.csv", "--write")
        one, other = serving.page(), serving.page()
        self.assertTrue(one.message()["params"]["writable"])
        self.assertTrue(other.message()["params"]["writable"])
        answer = one.call("list.apply", operations=[{"delete": 3}])
        self.assertIn("result", answer, answer)
        told = other.message()
        self.assertEqual(told["method"], "list.changed")
        self.assertEqual(told["params"]["total"], 7)

    def test_creating(self):
        serving = self.serve("fruit.csv", "--create", "name")
        page = serving.page()
        page.message()
        refused = page.call("suggest.commit", attribute="kind", text="New")
        self.assertEqual(refused["error"]["code"], -32602)
        made = page.call("suggest.commit", attribute="name", text="Fig")
        self.assertEqual(made["result"]["id"], 9)

    def raw(self, serving, text):
        """All that the server answers to these bytes, to its end; none if it has just ended."""
        with socket.create_connection(("127.0.0.1", serving.port), PATIENCE) as connection:
            answer = b""
            try:
                connection.sendall(text.encode())
                while block := connection.recv(1 << 16):
                    answer += block
            except OSError:
                pass
            return answer.decode()

    def request(self, serving, *lines, first="GET / HTTP/1.1"):
        return "\r\n".join([
            first, f"Host: 127.0.0.1:{serving.port}", f"Cookie: {serving.cookie}", *lines, "", ""])

    def test_long_header(self):
        serving = self.serve()
        before = serving.memory()
        name, headers = "x" * (1 << 20), "X: y\r\n" * 150_000
        for status, start, part in [
                (431, "GET / HTTP/1.1\r\nX: ", name), (431, "GET / HTTP/1.1\r\nX: ", headers),
                (431, "GET / HTTP/1.1\r\n", name), (431, "GET / HTTP/1.1\r\n", headers),
                (431, "GET /", name), (400, "GET /", headers), (400, "", name), (400, "", headers)]:
            answer = self.raw(serving, start + 100 * part)
            self.assertRegex(answer, rf"^(HTTP/1\.1 {status} |$)")
        self.assertLess(serving.memory() - before, 20 << 20)
        self.assertServes(serving)

    def test_what_is_no_request(self):
        serving = self.serve()
        close = "Connection: close"
        for status, text in [
                (200, self.request(serving, close)),
                (200, self.request(serving, close, first="GET /?sort=price HTTP/1.1")),
                (200, self.request(serving, first="GET / HTTP/1.0")),
                (200, "\r\n" + self.request(serving, close)),
                (400, self.request(serving, close).replace("\r", "")), (400, "GET\r\n\r\n"), (400, "\0\r\n\r\n"), (400, "GET / HTTP/2\r\n\r\n"),
                (400, self.request(serving, first="GET http://127.0.0.1/ HTTP/1.1")),
                (400, self.request(serving, "no name")), (400, self.request(serving, ": none")),
                (400, self.request(serving, " folded: line")), (400, self.request(serving, "a b: c")),
                (400, self.request(serving, f"Host: 127.0.0.1:{serving.port}")),
                (400, self.request(serving, f"Origin: {serving.origin}", "Origin: http://evil.example")),
                (400, self.request(serving, "Content-Length: 0", "Content-Length: 5")),
                (413, self.request(serving, "Content-Length: 5") + "hello"),
                (413, self.request(serving, "Content-Length: x")),
                (413, self.request(serving, "Transfer-Encoding: chunked") + "0\r\n\r\n"),
                (405, self.request(serving, close, first="POST / HTTP/1.1")),
                (421, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
                (403, self.request(serving, close, first="GET /socket HTTP/1.1"))]:
            with self.subTest(text):
                answer = self.raw(serving, text)
                self.assertEqual(answer[:13], f"HTTP/1.1 {status} ")
                self.assertIn("Connection: close\r\n", answer)
                self.assertIn("Content-Security-Policy: default-src 'none'", answer)
        self.assertServes(serving)

    def test_requests_over_one_connection(self):
        serving = self.serve()
        head = self.request(serving, first="HEAD /picker.css HTTP/1.1")
        answer = self.raw(serving, head + head + self.request(serving, "Connection: close"))
        self.assertEqual(answer.count("HTTP/1.1 200 OK\r\n"), 3)
        self.assertEqual(answer.count("Content-Type: text/css"), 2)
        self.assertNotIn(":host", answer)
        self.assertTrue(answer.endswith("</html>\n"), answer[-100:])

    def test_frames_that_are_refused(self):
        serving = self.serve()
        for code, sent in [
                (1002, b"\x81\x05hello"), (1002, b"\x89\xfe\x01\x00\0\0\0\0" + bytes(256)),
                (1002, b"\x09\x80\0\0\0\0"), (1002, b"\xc1\x80\0\0\0\0"), (1002, b"\x83\x80\0\0\0\0"),
                (1007, b"\x81\x82\0\0\0\0\xc3\x28"), (1009, b"\x81\xff" + b"\xff" * 12), (1009, b"\x81\xff\x7f" + b"\xff" * 11),
                (1009, b"\x81\xff\0\0\0\0\0\x10\0\x01\0\0\0\0")]:
            with self.subTest(sent):
                page = serving.page()
                page.message()
                page.socket.sendall(sent)
                self.assertEqual(page.closed(), code)
        self.assertServes(serving)

    def test_long_message(self):
        serving = self.serve()
        page = serving.page()
        page.message()
        before = serving.memory()
        megabyte = b"x" * (1 << 20)
        try:
            page.send(megabyte, length=100 << 20)
            for _ in range(99):
                page.socket.sendall(megabyte)
        except OSError:
            pass
        self.assertIn(page.closed(), (1009, None))
        self.assertLess(serving.memory() - before, 20 << 20)
        self.assertServes(serving)

    def test_long_message_in_parts(self):
        serving = self.serve()
        page = serving.page()
        page.message()
        part = b"x" * (1 << 16)
        try:
            page.send(part, fin=False)
            for _ in range(1600):
                page.send(part, opcode=0, fin=False)
        except OSError:
            pass
        self.assertIn(page.closed(), (1009, None))
        self.assertLess(serving.memory(), 400 << 20)
        self.assertServes(serving)

    def test_too_many_messages(self):
        serving = self.serve()
        page = serving.page()
        page.message()
        message = json.dumps({"jsonrpc": "2.0", "method": "list.ids", "params": {"list": "L1"}})
        try:
            for _ in range(5000):
                page.send(message.encode())
        except OSError:
            pass
        self.assertIn(page.closed(), (1008, None))
        self.assertServes(serving)

    def test_half_a_frame(self):
        serving = self.serve()
        halves = []
        for bytes in [b"\x81", b"\x81\xfe\x01", b"\x81\x85\0\0\0\0ab", b"\x81\xff" + b"\xff" * 8]:
            page = serving.page()
            page.message()
            page.socket.sendall(bytes)
            halves.append(page)
        self.assertServes(serving)
        halves[0].close()
        self.assertServes(serving)
        for page in halves:
            page.close()

    def test_what_is_no_message(self):
        serving = self.serve()
        page = serving.page()
        page.message()
        page.send(b"no message")
        self.assertEqual(page.message()["error"]["code"], -32700)
        page.send(b"\xff\xfe")
        self.assertEqual(page.closed(), 1007)
        page = serving.page()
        page.message()
        page.send(b"binary", opcode=2)
        self.assertEqual(page.closed(), 1003)
        page = serving.page()
        page.message()
        page.send(b"rest", opcode=0)
        self.assertEqual(page.closed(), 1002)
        self.assertServes(serving)

    def test_a_thousand_sockets(self):
        serving = self.serve()
        sockets = []
        for _ in range(1000):
            sockets.append(socket.create_connection(("127.0.0.1", serving.port), PATIENCE))
        self.assertServes(serving)
        for number, each in enumerate(sockets):
            if number % 2:
                each.sendall(b"GET / HTTP/1.1\r\nHost: ")
        self.assertServes(serving)
        for each in sockets:
            each.close()
        self.assertServes(serving)

    def test_no_more_descriptors(self):
        serving = self.serve()
        resource.prlimit(serving.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        clients = [
            socket.create_connection(("127.0.0.1", serving.port), PATIENCE) for _ in range(60)]
        for each in clients:
            each.close()
        self.assertServes(serving)

    def test_port_in_use(self):
        serving = self.serve()
        result = self.run_program("serve", "fruit.csv", "--port", str(serving.port))
        self.assertEqual((result.status, result.text), (2, ""))
        self.assertIn(
            f"cannot listen on 127.0.0.1:{serving.port}: Address already in use", result.errors)

    def test_more_pages_than_may_be(self):
        serving = self.serve()
        pages = [serving.page() for _ in range(70)]
        statuses = [page.status for page in pages]
        self.assertEqual(statuses, [101] * 64 + [503] * 6)
        for page in pages:
            page.close()

        def opens():
            page = serving.page()
            page.close()
            return page.status == 101
        until(opens, lambda: "closed pages are still counted")

    def test_slow_reader(self):
        rows = "".join(f"{n},{'x' * 200}\n" for n in range(5000))
        self.file("long.csv", "id,text\n" + rows)
        serving = self.serve("long.csv", "--write")
        slow, quick = serving.page(), serving.page()
        quick.message()
        request = json.dumps({
            "jsonrpc": "2.0", "id": 1, "method": "list.rows",
            "params": {"list": "L1", "length": 5000}})
        before = serving.memory()
        # It asks for 300 MB and reads nothing.
        for _ in range(300):
            slow.send(request.encode())
        for number in range(50):
            answer = quick.call("list.apply", operations=[
                {"update": {"id": number, "text": f"new {number}"}}])
            self.assertIn("result", answer, answer)
        self.assertLess(serving.memory() - before, 100 << 20)

    def test_ends(self):
        serving = self.serve()
        page = serving.page()
        page.message()
        serving.process.terminate()
        serving.process.wait(PATIENCE)
