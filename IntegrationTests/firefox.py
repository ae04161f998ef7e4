"""A page of the built program in Firefox, driven by WebDriver BiDi, which needs nothing beside the browser."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading

from support import PATIENCE, until
from websocket import WebSocket


class Firefox(WebSocket):
    """Firefox with one page."""

    # Firefox takes a mask of zeros for none.
    mask = bytes([1, 2, 3, 4])

    def __init__(self, width=1280, height=800, languages=None):
        path = next(filter(None, map(shutil.which, ["firefox-esr", "firefox"])), None)
        if path is None:
            raise AssertionError("the tests in Firefox need firefox-esr (Scripts/setup installs it)")
        self.profile = tempfile.mkdtemp(prefix="shortlist-firefox-")
        if languages:
            with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as settings:
                settings.write(f'user_pref("intl.accept_languages", "{languages}");\n')
        self.process = subprocess.Popen(
            [path, "--headless", "--no-remote", "--profile", self.profile,
             "--remote-debugging-port", "0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "HOME": self.profile})
        try:
            port = self.port()
            super().__init__(port, "/session", f"127.0.0.1:{port}")
            self.last = 0
            self.call("session.new", capabilities={})
            self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]
            self.call("browsingContext.setViewport", context=self.page,
                      viewport={"width": width, "height": height})
        except BaseException:
            self.stop()
            raise

    def port(self):
        told = []
        for line in self.process.stderr:
            told.append(line.decode("utf-8", "replace"))
            found = re.search(r"WebDriver BiDi listening on ws://[^:]+:(\d+)", told[-1])
            if found:
                # What it tells besides must not fill the pipe.
                threading.Thread(target=self.process.stderr.read, daemon=True).start()
                return int(found[1])
        raise AssertionError(f"Firefox has ended: {''.join(told)}")

    def call(self, method, **params):
        """The result of a command."""
        self.last += 1
        self.send(json.dumps({"id": self.last, "method": method, "params": params}).encode())
        while True:
            opcode, payload = self.frame()
            if opcode == 8:
                raise ConnectionError("Firefox has closed the connection")
            message = json.loads(payload) if opcode == 1 else {}
            if message.get("id") == self.last:
                if message["type"] == "error":
                    raise AssertionError(f"{method}: {message['message']}")
                return message["result"]

    def open(self, address):
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def reload(self):
        """Loads the page again, and returns when the new document is there."""
        self.evaluate("void (window.isOld = true)")
        self.call("browsingContext.reload", context=self.page, wait="complete")
        # On a busy machine, the old document may still answer.
        until(self.is_new, lambda: "the page was not loaded again")

    def is_new(self):
        """Whether a document is there that `reload` has not marked as old."""
        try:
            return self.evaluate("!window.isOld && document.readyState === 'complete'")
        except AssertionError:
            # Between two documents, nothing can be evaluated.
            return False

    def evaluate(self, expression):
        """The value of an expression in the page, which must be one of JSON."""
        result = self.call(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression}) ?? null))()",
            target={"context": self.page}, awaitPromise=True)
        if result["type"] == "exception":
            raise AssertionError(f"{expression}: {result['exceptionDetails']['text']}")
        return json.loads(result["result"]["value"])

    def wait_for(self, expression):
        """Waits until an expression in the page is true."""
        return until(lambda: self.evaluate(expression), lambda: f"never true: {expression}")

    def act(self, kind, *actions):
        """Carries out actions of a `pointer`, a `wheel` or a `key`."""
        self.call("input.performActions", context=self.page,
                  actions=[{"type": kind, "id": kind, "actions": list(actions)}])

    def press(self, keys):
        """Presses keys one after the other."""
        self.act("key", *({"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")))

    def click(self, x, y):
        self.act("pointer", {"type": "pointerMove", "x": x, "y": y},
                 {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def wheel(self, x, y, pixels):
        self.act("wheel", {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": pixels})

    def stop(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stderr.close()
        if hasattr(self, "socket"):
            self.close()
        shutil.rmtree(self.profile, ignore_errors=True)
