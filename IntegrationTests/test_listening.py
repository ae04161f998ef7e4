"""Programs that drive the screen through a Unix socket (--listen)."""

import json
import os
import socket
import stat
import subprocess

from support import PATIENCE, TerminalTest


class Client:
    """A program that is connected to the socket of a picker."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")
        self.requests = 0
        self.notices = []
        self.list = self.notice("hello")["list"]

    def close(self):
        self.lines.close()
        self.socket.close()

    def message(self):
        line = self.lines.readline()
        if not line:
            raise AssertionError("the connection has ended")
        return json.loads(line)

    def notice(self, method, condition=lambda params: True):
        """The params of the next notification of a method that satisfies a condition."""
        while True:
            for number, message in enumerate(self.notices):
                if message["method"] == method and condition(message["params"]):
                    del self.notices[number]
                    return message["params"]
            self.notices.append(self.message())

    def answer(self, method, **params):
        """The answer to a request for the list."""
        self.requests += 1
        request = {"jsonrpc": "2.0", "id": self.requests, "method": method,
                   "params": {"list": self.list, **params}}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self.message()
            if "method" in message:
                self.notices.append(message)
                continue
            assert message["id"] == self.requests, message
            return message

    def call(self, method, **params):
        """The result of a request for the list."""
        return self.answer(method, **params)["result"]


class Listening(TerminalTest):
    def client(self, name="socket"):
        client = Client(self.path(name))
        self.addCleanup(client.close)
        return client

    def test_what_the_screen_shows_is_read(self):
        self.start("seq 99 | shortlist --listen socket --prompt 'number> '", "99/99")
        self.type("7")
        self.wait_for("19/99")
        client = self.client()
        self.press("Down", "Tab")
        self.wait_for("1 picked")
        state = client.call("pick.state")
        revision = state.pop("revision")
        self.assertEqual(state, {
            "search": "7", "match": "auto", "prompt": "number> ", "cursor": {"id": 71, "position": 2},
            "total": 19, "count": 99, "selected": 1, "reading": False, "message": None, "ended": False})
        self.assertEqual(client.call("list.rows", length=2)["rows"], [{"line": "7"}, {"line": "70"}])
        self.assertEqual(client.call("selection.get")["ids"], [70])
        self.assertEqual(client.call("selection.get")["revision"], revision)

    def test_the_screen_follows(self):
        """The search, the match, filters, the order and the marks of a client are those of the screen."""
        self.start("shortlist fruit.csv --listen socket > out", "8/8")
        client = self.client()
        changed = client.call("list.query", search="a", match="substring")
        self.wait_for("^substring > a .*4/8")
        self.assertEqual(client.call("pick.state")["search"], "a")
        self.assertEqual(client.call("pick.state")["total"], changed["total"])
        client.call("list.query", search=None, match="auto", filters="price:>1.3")
        self.wait_for("5/8", r"price:>1\.3")
        client.call("list.query", sort=[{"by": "price", "order": "descending"}])
        self.wait_for("price *▼", "❯ *3 *Cherry")
        client.call("filter.toggle", group={"name": "kinds", "operator": "or"},
                    filters=[{"attribute": "kind", "equals": "stone"}])
        self.wait_for("3/8")
        self.press("Down")
        self.wait_for("❯ *5 *Apricot")
        client.call("selection.select", ids=[4])
        self.wait_for("1 picked")
        # The cursor is where it was, and typing goes on from what is there.
        self.assertEqual(client.call("pick.state")["cursor"], {"id": 5, "position": 1})
        self.type("plum")
        self.wait_for("1/8")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "4\tPlum\tstone\t2.1\t0\n")

    def test_the_client_follows(self):
        """What is typed and marked is notified; what the client asked for itself is not."""
        self.start("seq 99 | shortlist --listen socket", "99/99")
        client = self.client()
        client.call("list.query", search="42")
        client.call("selection.select", ids=[42])
        self.wait_for("> 42 .*1/99", "1 picked")
        self.assertFalse([notice for notice in client.notices if notice["method"] == "selection.changed"])
        self.press("C-u")
        self.type("7")
        notice = client.notice("list.changed", lambda params: params["total"] == 19)
        self.assertEqual(notice["cause"], "screen")
        self.press("Tab")
        notice = client.notice("selection.changed", lambda params: params["count"] == 2)
        self.assertTrue(notice["reset"])
        self.assertEqual(client.call("selection.get")["ids"], [42, 7])

    def test_actions(self):
        self.start("seq 99 | shortlist --listen socket --bind f2:last > out", "99/99")
        client = self.client()
        state = client.call("pick.act", actions="change-query(7)+down+toggle+last+toggle")
        self.assertEqual((state["search"], state["total"], state["selected"]), ("7", 19, 2))
        self.wait_for("> 7 .*19/99", "2 picked")
        error = client.answer("pick.act", actions="first+accepd")["error"]
        self.assertEqual(error["code"], -32602)
        self.assertIn("accepd", error["message"])
        self.assertIn("did you mean accept?", error["message"])
        self.assertEqual(client.call("pick.state")["cursor"]["position"], 18)
        self.assertTrue(client.call("pick.accept")["ended"])
        self.ended(0)
        self.assertEqual(self.content("out"), "70\n97\n")
        self.assertFalse(os.path.exists(self.path("socket")))

    def test_an_end_that_is_refused(self):
        self.start("seq 9 | shortlist --listen socket --min 2", "9/9")
        client = self.client()
        client.call("selection.select", ids=[3])
        ended = client.call("pick.accept")
        self.assertFalse(ended["ended"])
        self.assertIn("at least 2", ended["reason"])
        self.assertTrue(client.call("pick.cancel")["ended"])
        self.ended(130)

    def test_reload(self):
        """Another list takes the place of the first, with a handle of its own."""
        self.start("seq 9 | shortlist --listen socket > out", "9/9")
        client = self.client()
        before = client.list
        client.call("pick.act", actions="reload(seq 20 30)")
        client.list = client.notice("hello")["list"]
        self.assertNotEqual(client.list, before)
        self.wait_for("11/11")
        self.assertEqual(client.call("list.rows", length=1)["rows"], [{"line": "20"}])
        client.list = before
        self.assertEqual(client.answer("list.rows")["error"]["code"], -32001)
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "20\n")

    def test_the_socket(self):
        """Only this user reaches it, no other program takes it, and it is removed at the end."""
        self.start("umask 0; seq 9 | shortlist --listen socket", "9/9")
        mode = os.stat(self.path("socket")).st_mode
        self.assertTrue(stat.S_ISSOCK(mode))
        self.assertEqual(stat.S_IMODE(mode), 0o700)
        used = self.run_program("--listen", "socket", input="a\n")
        self.assertFails(used, "--listen: socket is the socket of another program that runs")
        taken = self.run_program("--listen", "fruit.csv", input="a\n")
        self.assertFails(taken, "--listen: fruit.csv exists and is no socket")
        self.assertFails(self.run_program("--listen", "none/socket", input="a\n"), "no such file")
        self.assertFails(self.run_program("--listen", "x" * 200, input="a\n"), "1 to 107 bytes")
        client = self.client()
        refused = client.answer("list.apply", operations=[])
        self.assertEqual(refused["error"]["code"], -32601)
        self.press("Escape")
        self.ended(130)
        self.assertFalse(os.path.exists(self.path("socket")))
        self.assertEqual(client.lines.readline(), b"")

    def test_a_socket_left_behind(self):
        """It is replaced, and removed when a signal ends the program, too."""
        left = socket.socket(socket.AF_UNIX)
        left.bind(self.path("socket"))
        left.close()
        self.start("seq 9 | shortlist --listen socket", "9/9")
        client = self.client()
        client.call("pick.act", actions="execute-silent(echo $PPID > pid)")
        subprocess.run(["kill", self.content("pid").strip()], check=True)
        self.ended(143)
        self.assertEqual(client.lines.readline(), b"")
        self.assertFalse(os.path.exists(self.path("socket")))

    def test_no_screen(self):
        for option in ["--plain", "--web"]:
            self.assertFails(self.run_program("pick", "fruit.csv", option, "--listen", "socket"),
                             f"--listen: there is no screen with {option}")
