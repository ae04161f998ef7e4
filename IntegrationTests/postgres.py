"""A PostgreSQL server for the tests of a module, which ends with them."""

import glob
import os
import shutil
import subprocess
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Scripts", "with-postgres")

# Carries out commands, a line each, and says when each is done.
SHELL = """
echo "$SHORTLIST_POSTGRES"
while read -r command; do
    eval "$command" > /dev/null
    echo done
done
"""


class Server:
    """A server, which starts with the first test that needs it."""

    def __init__(self):
        self.process = None
        self.url = None

    def start(self):
        if self.process is None:
            self.process = subprocess.Popen(
                [SCRIPT, "bash", "-c", SHELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.url = self.process.stdout.readline().strip()
            if not self.url:
                raise AssertionError("the tests of tables on a server need PostgreSQL (Scripts/setup)")
            unittest.addModuleCleanup(self.stop)
        return self

    def stop(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
        self.process = None

    def do(self, command):
        """Carries out a command of the shell beside the server."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        if not self.process.stdout.readline():
            raise AssertionError("the server has ended")

    def control(self, command):
        """Starts, stops or restarts the server, as `pg_ctl` does."""
        self.do(f'"$SHORTLIST_POSTGRES_CTL" {command}')

    def run(self, *statements):
        """Carries out statements, each in a transaction of its own."""
        for statement in statements:
            done = subprocess.run(
                [PSQL, "-X", "-q", "-v", "ON_ERROR_STOP=1", self.url, "-c", statement],
                capture_output=True, text=True)
            if done.returncode:
                raise AssertionError(done.stderr)


PSQL = next(filter(None, [shutil.which("psql"), *glob.glob("/usr/lib/postgresql/*/bin/psql")]), "psql")
SERVER = Server()

KINDS = "(ARRAY['pome', 'stone', 'citrus', 'Beere'])[1 + i % 4]"


def orders(count):
    """Statements that create a table of orders, whose names, kinds and prices are determined."""
    return (
        "DROP TABLE IF EXISTS orders",
        f"""CREATE TABLE orders AS SELECT i AS id, 'Order ' || (i::bigint * 7919 % 100003) ||
        CASE WHEN i % 50 = 0 THEN ' für ' ELSE ' for ' END || chr(65 + i % 26) || chr(97 + i % 23) || 'x' AS name, {KINDS} AS kind,
        CASE WHEN i % 10 = 0 THEN NULL ELSE (i * 31 % 10000)::float8 / 4 END AS price
        FROM generate_series(1, {count}) i""",
        "ALTER TABLE orders ADD PRIMARY KEY (id)",
        "ANALYZE orders")
