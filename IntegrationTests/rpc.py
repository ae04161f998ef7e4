"""A program that drives lists through messages, and a mirror of what one of them shows."""

import json
import queue
import subprocess
import threading

from support import PATIENCE, PROGRAM, clean_environment


# The code of the error of a request whose `ifRevision` is not the revision any more.
STALE = -32003


class Refused(Exception):
    """A request was answered with an error."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.data = error.get("data")


class Session:
    """`shortlist rpc`, running."""

    # What stands in a message for the text that is its `encoded`.
    ENCODED = "(encoded)"

    def __init__(self, folder, environment=None, program=PROGRAM, **options):
        self.process = subprocess.Popen(
            [program, "rpc"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**clean_environment(), **(environment or {})}, **options)
        self.messages = queue.Queue()
        self.last = 0
        self.mirrors = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.messages.put(json.loads(line) if line.endswith(b"\n") else None)
        self.messages.put(None)

    def send(self, method, encoded=None, **params):
        """Sends a request without waiting for its answer; returns its number.

        `encoded` is a JSON text, which takes the place of `ENCODED`.
        """
        self.last += 1
        message = json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        if encoded is not None:
            message = message.replace(json.dumps(self.ENCODED), encoded)
        self.process.stdin.write(message.encode() + b"\n")
        self.process.stdin.flush()
        return self.last

    def receive(self, timeout=PATIENCE):
        """The next message; None if there will be none. What has changed is passed to the mirror."""
        message = self.messages.get(timeout=timeout)
        if message and message.get("method") == "list.changed":
            mirror = self.mirrors.get(message["params"]["list"])
            if mirror:
                mirror.heard += 1
                mirror.take(message["params"])
        return message

    def call(self, method, **params):
        """The result of a request. What it says that it changed is passed to the mirror of its list."""
        number = self.send(method, **params)
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError(f"the program has ended: {self.process.stderr.read()}")
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(message["error"])
                result = message["result"]
                mirror = self.mirrors.get(params.get("list"))
                if mirror and "changes" in result:
                    mirror.take(result)
                return result

    def open(self, table, path="a.db", **options):
        """Opens a list of a table, and returns its handle."""
        query = options.pop("query", {})
        source = {"sqlite": path, "table": table, **options}
        return self.call("list.open", source=source, query=query)["list"]

    def of_sections(self, handle, method, **params):
        """The sections of a list, what a method answers of each, and the revision of them all."""
        while True:
            told = self.call("list.sections", list=handle)
            try:
                return [
                    (section["name"],
                     self.call(method, list=handle, section=section["name"],
                               ifRevision=told["revision"], **params))
                    for section in told["sections"]], told["revision"]
            except Refused as refused:
                if refused.code != STALE:
                    raise

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=PATIENCE)
        self.close()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass  # What was not sent yet is lost with the program.


class Mirror:
    """What a client knows of a list whose rows it asked for once: then it follows the changes told."""

    def __init__(self, session, handle):
        self.session, self.handle = session, handle
        self.sections, self.revision = self.asked()
        self.heard = 0
        session.mirrors[handle] = self

    def asked(self):
        """The sections and their visible ids as the list tells them."""
        sections, revision = self.session.of_sections(self.handle, "list.ids")
        return [(name, answer["ids"]) for name, answer in sections], revision

    def take(self, params):
        """Applies a change that was told."""
        self.revision = params["revision"]
        changes = params["changes"]
        if changes is None:
            return
        if "reset" in changes:
            self.sections, self.revision = self.asked()
            return
        gone, put = {}, {}
        for row in changes["rows"]:
            kind = row["type"]
            if kind in ("delete", "move", "update"):
                section, at = row["fromSection" if kind == "move" else "section"], row["from"]
                if self.sections[section][1][at] != row["id"]:
                    raise AssertionError(f"{row} is not at its place in {self.sections}")
                if kind != "update":
                    gone.setdefault(section, set()).add(at)
            if kind in ("insert", "move"):
                section = row["toSection" if kind == "move" else "section"]
                put.setdefault(section, []).append((row["to"], row["id"]))
        rest = [(name, [row for at, row in enumerate(ids) if at not in gone.get(index, ())])
                for index, (name, ids) in enumerate(self.sections)]
        moved = {change["from"]: rest[change["from"]] for change in changes["sections"]
                 if change["type"] in ("delete", "move")}
        for change in changes["sections"]:
            if change["type"] != "insert" and moved[change["from"]][0] != change["name"]:
                raise AssertionError(f"{change} names another section of {self.sections}")
        after = [section for index, section in enumerate(rest) if index not in moved]
        new = sorted((change["to"], change["type"], change) for change in changes["sections"]
                     if change["type"] != "delete")
        for at, kind, change in new:
            after.insert(at, (change["name"], list(change["ids"])) if kind == "insert"
                         else moved[change["from"]])
        for section, rows in put.items():
            for at, row in sorted(rows, key=lambda row: row[0]):
                after[section][1].insert(at, row)
        self.sections = after

    def check(self):
        """Asserts that what was heard is what the list shows."""
        shown, revision = self.asked()
        if (shown, revision) != (self.sections, self.revision):
            raise AssertionError(
                f"heard of {self.sections} at {self.revision}, shown {shown} at {revision}")
