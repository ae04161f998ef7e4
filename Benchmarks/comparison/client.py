"""A client of `shortlist rpc` that takes the time of each request."""

import json
import subprocess
import time


class Client:
    """A conversation with the program."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen(
            [program, "rpc", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def ask(self, method, **params):
        """Returns the result and the time until it was here, in milliseconds."""
        self.number += 1
        message = json.dumps(
            {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        start = time.perf_counter()
        self.process.stdin.write(message.encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        elapsed = (time.perf_counter() - start) * 1000
        answer = json.loads(line)
        if "error" in answer:
            raise SystemExit(f"{method} {params}: {answer['error']}")
        return answer["result"], elapsed

    def peak(self):
        """The greatest resident size so far, in megabytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 / 1e6 for line in status if line.startswith("VmHWM:"))

    def close(self):
        self.process.stdin.close()
        self.process.wait()
