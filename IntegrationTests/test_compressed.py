"""Files and standard input that are compressed with gzip or zstd."""

import gzip
import json
import os
import subprocess

from rpc import Refused, Session
from support import FRUIT, PROGRAM, ProgramTest, clean_environment


def zstd(text):
    """A frame of zstd with the text in one raw block, which is not compressed."""
    block = len(text) << 3 | 1
    return b"\x28\xb5\x2f\xfd\x00\x38" + block.to_bytes(3, "little") + text


FORMS = {"gz": gzip.compress, "zst": zstd}


class Compressed(ProgramTest):
    def test_files_by_name_and_by_content(self):
        text = FRUIT.encode()
        expected = self.run_program("filter", "fruit.csv", "--output", "csv").output
        for ending, compress in FORMS.items():
            # Two members; the second one begins within a row.
            packed = compress(text[:100]) + compress(text[100:])
            for name in (f"fruit.csv.{ending}", "other.csv"):
                self.file(name, packed)
                result = self.run_program("filter", name, "--output", "csv")
                self.assertEqual((result.status, result.errors), (0, ""))
                self.assertEqual(result.output, expected, name)
            result = self.run_program(
                "filter", "-", "--format", "csv", "--output", "csv", input=packed)
            self.assertEqual((result.output, result.errors), (expected, ""))

    def test_other_formats(self):
        for name, text in {"a.jsonl": b'{"id":1,"t":"x"}\n', "a.json": b'[{"id":1,"t":"x"}]',
                           "a.tsv": b"id\tt\n1\tx\n"}.items():
            for ending, compress in FORMS.items():
                self.file(f"{name}.{ending}", compress(text))
                result = self.run_program("filter", f"{name}.{ending}", "--output", "jsonl")
                self.assertEqual(json.loads(result.output), {"id": 1, "t": "x"})
        # Without an ending that tells the format, the text does.
        self.file("dump", gzip.compress(b'[{"id":1,"t":"x"}]'))
        result = self.run_program("filter", "dump", "--output", "jsonl")
        self.assertEqual(json.loads(result.output), {"id": 1, "t": "x"})

    def test_standard_input_byte_by_byte(self):
        with subprocess.Popen(
                [PROGRAM, "filter", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env=clean_environment(), bufsize=0) as process:
            for byte in gzip.compress(b"one\ntwo\n"):
                process.stdin.write(bytes([byte]))
            process.stdin.close()
            self.assertEqual(process.stdout.read(), b"one\ntwo\n")

    def test_mistakes_name_the_place(self):
        packed = gzip.compress(os.urandom(3000).hex().encode() + b"\n")
        flipped = bytearray(packed)
        flipped[-8] ^= 1
        for name, content, reason in [
                ("cut.gz", packed[:-9], "ends in the middle of its compressed data"),
                ("damaged.gz", bytes(flipped), "has damaged compressed data (incorrect data check)"),
                ("tail.gz", packed + b"xy", "has damaged compressed data (incorrect header check)")]:
            self.file(name, content)
            result = self.run_program("filter", name)
            self.assertEqual((result.status, result.output), (2, b""), name)
            self.assertIn(f"{name}: {reason} (at byte ", result.errors)

    def test_following_is_refused(self):
        path = self.file("log.gz", gzip.compress(b"one\n"))
        session = Session(self.folder)
        self.addCleanup(session.close)
        with self.assertRaisesRegex(Refused, "is compressed, which cannot be followed"):
            session.call("list.open", source={"file": path, "format": "lines", "follow": True})
        opened = session.call("list.open", source={"file": path, "format": "lines"})
        self.assertEqual(opened["count"], 1)
