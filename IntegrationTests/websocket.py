"""`shortlist serve` or `pick --web`, running, and clients of it that are no browser and need not be
well-behaved."""

import base64
import http.client
import json
import os
import re
import resource
import socket
import struct
import subprocess

from support import PATIENCE, PROGRAM, clean_environment


class Serving:
    """The program with a page, and what it takes to look at it."""

    def __init__(self, folder, *arguments, picks=False):
        command = ["pick", "--web"] if picks else ["serve"]
        self.process = subprocess.Popen(
            [PROGRAM, *command, *arguments], cwd=folder, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=clean_environment(), preexec_fn=few_descriptors)
        self.pages = []
        told = self.process.stderr if picks else self.process.stdout
        self.address = told.readline().decode().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", self.address)
        if not found:
            self.stop()
            raise AssertionError(f"{self.address!r} {self.process.stderr.read()!r}")
        self.port, self.token = int(found[1]), found[2]
        self.origin = f"http://127.0.0.1:{self.port}"
        answer = self.get(f"/?token={self.token}", cookie=None)
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]

    def get(self, path, cookie="", host=None, decode=True, **headers):
        """The answer to a request; `cookie` is the right one unless said."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        cookie = self.cookie if cookie == "" else cookie
        if cookie:
            connection.putheader("Cookie", cookie)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        answer.bytes = answer.read()
        answer.text = answer.bytes.decode() if decode else None
        connection.close()
        return answer

    def page(self, **options):
        page = Page(self, **options)
        self.pages.append(page)
        return page

    def memory(self):
        """The most memory that the program has had, in bytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read())[1]) * 1024

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        for page in self.pages:
            page.close()


def few_descriptors():
    """Gives a program as few sockets to begin with as most systems do."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


class WebSocket:
    """A client's end of a WebSocket; see RFC 6455."""

    # A mask of zeros is one, too, and leaves the payload as it is.
    mask = bytes(4)

    def __init__(self, port, path, host, *headers):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *headers]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.bytes = b""
        head = self.until(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def until(self, end):
        while end not in self.bytes:
            block = self.socket.recv(1 << 16)
            if not block:
                raise ConnectionError("closed")
            self.bytes += block
        head, self.bytes = self.bytes.split(end, 1)
        return head

    def take(self, count):
        while len(self.bytes) < count:
            block = self.socket.recv(1 << 16)
            if not block:
                raise ConnectionError("closed")
            self.bytes += block
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def send(self, payload, opcode=1, fin=True, length=None):
        """Sends a frame, which may say another length than it has."""
        length = len(payload) if length is None else length
        head = bytes([(0x80 if fin else 0) | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        if any(self.mask):
            payload = bytes(byte ^ self.mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(head + self.mask + payload)

    def frame(self):
        """The opcode and payload of the next frame."""
        first, second = self.take(2)
        length = second & 127
        if length == 126:
            length = struct.unpack(">H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.take(8))[0]
        return first & 15, self.take(length)

    def close(self):
        self.socket.close()


class Page(WebSocket):
    """A socket as that of an open page."""

    def __init__(self, serving, origin=None, host=None, token=None):
        headers = [f"Sec-WebSocket-Protocol: shortlist, token.{serving.token if token is None else token}"]
        if origin != "":
            headers.insert(0, f"Origin: {origin or serving.origin}")
        super().__init__(
            serving.port, "/socket", host or f"127.0.0.1:{serving.port}", *headers)
        self.last = 0
        self.notifications = []

    def message(self):
        """The next message, but for how far the reading of rows is."""
        while True:
            opcode, payload = self.frame()
            if opcode == 1:
                message = json.loads(payload)
                if not isinstance(message, dict) or message.get("method") != "loading":
                    return message
            if opcode == 8:
                raise ConnectionError(str(struct.unpack(">H", payload[:2])[0]))

    def call(self, method, **params):
        """The answer to a request of list `L1`."""
        self.last += 1
        self.send(json.dumps({
            "jsonrpc": "2.0", "id": self.last, "method": method,
            "params": {"list": "L1", **params}}).encode())
        while True:
            message = self.message()
            if message.get("id") == self.last:
                return message
            self.notifications.append(message)

    def closed(self):
        """The code that the socket is closed with; None if it just ends."""
        try:
            while True:
                opcode, payload = self.frame()
                if opcode == 8:
                    return struct.unpack(">H", payload[:2])[0]
        except (ConnectionError, OSError):
            return None
