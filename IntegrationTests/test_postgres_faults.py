"""Tables of a server that fails: it is killed, connections end, stall or come in single bytes, and names and
values try to be SQL. Nothing that was acknowledged is lost, no wrong row is shown, and no message has a
password.

With `SHORTLIST_POSTGRES_MOMENTS=200`, the server is killed that often, and all names are tried.
"""

import json
import os
import queue
import random
import socket
import struct
import subprocess
import threading
import time

from postgres import PSQL, SERVER, Server
from rpc import Mirror, Refused, Session
from support import Listener, ProgramTest, until

MOMENTS = int(os.environ.get("SHORTLIST_POSTGRES_MOMENTS", "3"))
SEED = int(os.environ.get("SHORTLIST_POSTGRES_SEED", "21"))
# A server that is killed.
KILLED = Server()


# Starts or stops a replica of the server, in a folder of its own.
REPLICA = """
programs="$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)"
folder="${SHORTLIST_POSTGRES#*host=}"
as_postgres=()
if [[ $(id -u) == 0 ]]; then
    as_postgres=(setpriv --reuid=postgres --regid=postgres --init-groups)
fi
cd /
if [[ $1 == start ]]; then
    "${as_postgres[@]}" "$programs/pg_basebackup" -h "$folder" -U postgres -D "$folder/replica" -R -X stream -c fast
    echo "unix_socket_directories = '$folder/replica'
recovery_min_apply_delay = '1s'" >> "$folder/replica/postgresql.auto.conf"
    "${as_postgres[@]}" "$programs/pg_ctl" -D "$folder/replica" -w -s -l "$folder/replica/log" start
else
    "${as_postgres[@]}" "$programs/pg_ctl" -D "$folder/replica" -m immediate stop
fi
"""


def setUpModule():
    SERVER.start()


def rows_of(server, table="t"):
    """The rows of a table, by the id, as the server has them."""
    done = subprocess.run(
        [PSQL, "-X", "-q", "-A", "-t", server.url, "-c",
         f"SELECT coalesce(json_agg(t ORDER BY id), '[]') FROM {table} t"],
        capture_output=True, text=True, check=True)
    return {row["id"]: row for row in json.loads(done.stdout)}


class PostgresTest(ProgramTest):
    def session(self, environment=None):
        session = Session(self.folder, environment)
        self.addCleanup(session.close)
        return session

    def open(self, session, url, table="t", **options):
        source = {"postgres": url, "table": table, **options}
        return session.call("list.open", source=source)["list"]

    def prepare(self, server, table):
        """Lets lists read the changes of a table from the server's log."""
        result = self.run_program("prepare", server.url, "--table", table)
        self.assertEqual(result.status, 0, result.errors)

    def shown(self, session, handle):
        return {row["id"]: row for row in
                session.call("list.rows", list=handle, length=100_000)["rows"]}

    def follow(self, session, handle, expected):
        """Waits until a list shows these rows."""
        def matches():
            try:
                return self.shown(session, handle) == expected
            except Refused:
                return False
        until(matches, lambda: f"{self.shown(session, handle)} instead of {expected}")


class Writer(threading.Thread):
    """Writes rows by a program of its own, and knows what may be in the table."""

    def __init__(self, session, handle, seed):
        super().__init__(daemon=True)
        self.session, self.handle, self.random = session, handle, random.Random(seed)
        # The values that each row may have; None for no row.
        self.possible = {}
        self.next = 1
        self.acknowledged = 0
        self.refused = 0
        self.is_stopped = threading.Event()
        self.problem = None

    def run(self):
        try:
            while not self.is_stopped.is_set():
                self.write()
        except Exception as problem:  # pylint: disable=broad-exception-caught
            self.problem = problem

    def write(self):
        known = [key for key, values in self.possible.items() if values != {None}]
        choice = self.random.random()
        if choice < 0.5 or not known:
            key, value = self.next, self.random.randrange(1000)
            self.next += 1
            operation = {"insert": {"id": key, "n": value}}
            self.possible[key] = {None}
        elif choice < 0.8:
            key, value = self.random.choice(known), self.random.randrange(1000)
            operation = {"update": {"id": key, "n": value}}
        else:
            key, value = self.random.choice(known), None
            operation = {"delete": key}
        try:
            self.session.call("list.apply", list=self.handle, operations=[operation])
            self.possible[key] = {value}
            self.acknowledged += 1
        except Refused as refused:
            self.refused += 1
            # A write whose fate is unknown may have been done, and one that is refused because a row is
            # there or is not resolves an older doubt.
            if "unknown" in str(refused):
                self.possible[key] = self.possible[key] | {value}


class KilledServer(PostgresTest):
    def test_a_server_is_killed_while_one_writes_and_others_follow(self):
        self.kill({"fetch": "all"}, {"fetch": "visible"}, {"fetch": "visible", "journal": True})

    def test_a_server_is_killed_while_lists_read_its_log(self):
        self.kill({"fetch": "all"}, {"fetch": "visible"}, is_prepared=True)

    def kill(self, *lists, is_prepared=False):
        KILLED.start()
        KILLED.run("DROP TABLE IF EXISTS t", "CREATE TABLE t (id int PRIMARY KEY, n int)")
        if is_prepared:
            self.prepare(KILLED, "t")
        chance = random.Random(SEED)
        followers = []
        for options in lists:
            session = self.session()
            handle = self.open(session, KILLED.url, **options)
            followers.append((session, handle, Mirror(session, handle)))
        window = self.session()
        flexible = self.open(window, KILLED.url, fetch="visible")
        window.call("list.window", list=flexible, range={
            "kind": "flexible", "length": 5, "pin": "end", "grow": "both"})
        mirror = Mirror(window, flexible)
        writing = self.session()
        writer = Writer(
            writing, self.open(writing, KILLED.url, fetch=chance.choice(["all", "visible"])), SEED)
        writer.start()
        for moment in range(MOMENTS):
            goal = writer.acknowledged + chance.randrange(1, 60)
            until(lambda goal=goal: writer.acknowledged >= goal or writer.problem,
                  lambda: "nothing is written any more")
            # Between two answers, after a random part of a millisecond or so.
            until(lambda end=time.monotonic() + chance.random() * 0.01: time.monotonic() > end, str)
            KILLED.control(f"restart -m {chance.choice(['immediate', 'immediate', 'fast'])}")
            if moment % 10 == 9:
                session, handle, told = chance.choice(followers)
                session.call("list.sections", list=handle)
                told.check()
        goal = writer.acknowledged + 10
        until(lambda: writer.acknowledged >= goal or writer.problem, lambda: "writing did not go on")
        writer.is_stopped.set()
        writer.join()
        self.assertIsNone(writer.problem)
        rows = rows_of(KILLED)
        for key, values in writer.possible.items():
            self.assertIn(rows.get(key, {"n": None})["n"], values, key)
        self.assertLessEqual(set(rows), set(writer.possible))
        for session, handle, told in [*followers, (window, flexible, mirror)]:
            if session is not window:
                self.follow(session, handle, rows)
            session.call("list.sections", list=handle)
            told.check()
        self.assertLessEqual(set(mirror.sections[0][1]), set(rows))


    def test_a_commit_that_a_crash_forgets(self):
        """Its transaction's id is given to another transaction, which is committed: that is no answer."""
        KILLED.start()
        KILLED.run("DROP TABLE IF EXISTS t", "CREATE TABLE t (id int PRIMARY KEY, n int)",
                   "INSERT INTO t SELECT i, i FROM generate_series(1, 20) i")
        proxy = Proxy(KILLED.url)
        self.addCleanup(proxy.close)

        def crash():
            KILLED.control("restart -m immediate")
            KILLED.run("DO $$ BEGIN FOR i IN 1..100 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$")

        changes = [("insert", {"id": 100, "n": 1}), ("update", {"id": 5, "n": -1}), ("delete", 6)]
        for fetch in ("all", "visible"):
            for kind, value in changes:
                session = self.session()
                handle = self.open(session, proxy.url, fetch=fetch)
                before = rows_of(KILLED)
                proxy.at_commit = crash
                try:
                    session.call("list.apply", list=handle, operations=[{kind: value}])
                    is_done = True
                except Refused:
                    is_done = False
                self.assertIsNone(proxy.at_commit)
                self.assertEqual(rows_of(KILLED) != before, is_done, (fetch, kind))
                self.follow(session, handle, rows_of(KILLED))
                session.close()
                KILLED.run("DELETE FROM t", "INSERT INTO t SELECT i, i FROM generate_series(1, 20) i")


class EndedConnections(PostgresTest):
    def test_connections_that_an_administrator_ends(self):
        for table in ("t", "logged"):
            SERVER.run(f"DROP TABLE IF EXISTS {table}", f"CREATE TABLE {table} (id int PRIMARY KEY, n int)")
        self.prepare(SERVER, "logged")
        session = self.session()
        handles = [self.open(session, SERVER.url, fetch=fetch, journal=journal)
                   for fetch in ("all", "visible") for journal in (False, True)]
        logged = [self.open(session, SERVER.url, "logged", fetch=fetch) for fetch in ("all", "visible")]
        mirrors = [Mirror(session, handle) for handle in handles + logged]
        for step in range(max(4, MOMENTS // 10)):
            SERVER.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shortlist'",
                f"INSERT INTO t VALUES ({step}, {step})", f"INSERT INTO logged VALUES ({step}, {step})")
            for handle in handles:
                self.follow(session, handle, rows_of(SERVER))
            for handle in logged:
                self.follow(session, handle, rows_of(SERVER, "logged"))
        for mirror in mirrors:
            session.call("list.sections", list=mirror.handle)
            mirror.check()


class Proxy(Listener):
    """Passes a connection on to the server's socket, and disturbs it."""

    def __init__(self, url):
        self.folder = url.split("host=")[1]
        # How many bytes the server may send before each next connection is reset.
        self.budgets = queue.SimpleQueue()
        self.step = 65536
        # Called in place of passing on the next COMMIT, whose connection then ends.
        self.at_commit = None
        self.flows = threading.Event()
        self.flows.set()
        super().__init__()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def serve(self, client):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.flows.wait()
        server = socket.socket(socket.AF_UNIX)
        server.connect(os.path.join(self.folder, ".s.PGSQL.5432"))
        budget = None if self.budgets.empty() else self.budgets.get()
        threading.Thread(target=self.carry, args=(client, server, None), daemon=True).start()
        self.carry(server, client, budget)

    def carry(self, source, target, budget):
        try:
            while data := source.recv(65536):
                if self.at_commit and b"COMMIT\0" in data:
                    at_commit, self.at_commit = self.at_commit, None
                    self.flows.clear()
                    at_commit()
                    self.flows.set()
                    break
                while data:
                    self.flows.wait()
                    part, data = data[:self.step], data[self.step:]
                    if budget is not None:
                        budget -= len(part)
                        if budget < 0:
                            target.setsockopt(
                                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                            break
                    target.sendall(part)
                if data or budget is not None and budget < 0:
                    break
        except OSError:
            pass
        self.flows.wait()
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def close(self):
        self.flows.set()
        super().close()


class Network(PostgresTest):
    def setUp(self):
        super().setUp()
        SERVER.run(
            "DROP TABLE IF EXISTS t", "CREATE TABLE t (id int PRIMARY KEY, n int)",
            "INSERT INTO t SELECT i, i * 7 % 100 FROM generate_series(1, 300) i")
        self.proxy = Proxy(SERVER.url)
        self.addCleanup(self.proxy.close)

    def test_byte_by_byte(self):
        self.proxy.step = 1
        session = self.session()
        self.prepare(SERVER, "t")
        for options in ({"fetch": "all"}, {"fetch": "visible"}, {"fetch": "visible", "journal": True}):
            handle = self.open(session, self.proxy.url, **options)
            self.follow(session, handle, rows_of(SERVER))
            session.call("list.apply", list=handle, operations=[{"update": {"id": 3, "n": -1}}])
            self.follow(session, handle, rows_of(SERVER))

    def test_a_network_that_stalls(self):
        session = self.session()
        handles = [self.open(session, self.proxy.url, fetch=fetch) for fetch in ("all", "visible")]
        self.proxy.flows.clear()
        SERVER.run("UPDATE t SET n = 1000 WHERE id < 20")
        number = session.send("list.sections", list=handles[1])
        self.proxy.flows.set()
        while session.receive().get("id") != number:
            pass
        for handle in handles:
            self.follow(session, handle, rows_of(SERVER))

    def test_resets(self):
        chance = random.Random(SEED)
        expected = rows_of(SERVER)
        for fetch in ("all", "visible"):
            for _ in range(max(6, MOMENTS // 4)):
                for _ in range(3):
                    self.proxy.budgets.put(chance.randrange(1, 9000))
                session = self.session()
                try:
                    handle = self.open(session, self.proxy.url, fetch=fetch)
                except Refused as refused:
                    self.assertEqual(refused.code, -32002, refused)
                    session.close()
                    continue
                self.follow(session, handle, expected)
                value = chance.randrange(1000)
                try:
                    session.call(
                        "list.apply", list=handle, operations=[{"update": {"id": 5, "n": value}}])
                    expected[5]["n"] = value
                except Refused:
                    expected = rows_of(SERVER)
                self.assertEqual(rows_of(SERVER), expected)
                self.follow(session, handle, expected)
                session.close()
            while not self.proxy.budgets.empty():
                self.proxy.budgets.get()


class Refusals(PostgresTest):
    SECRET = "Secr3t'pass%40word"

    def url(self, user, secret=""):
        return SERVER.url.replace("postgres@", f"{user}{':' + secret if secret else ''}@", 1)

    def test_a_wrong_password_is_refused_and_not_told(self):
        SERVER.run(
            "DROP TABLE IF EXISTS t", "CREATE TABLE t (id int PRIMARY KEY, n int)",
            "SET password_encryption = 'scram-sha-256'; CREATE ROLE guarded LOGIN PASSWORD 'right'",
            "GRANT SELECT ON t TO guarded",
            """DO $$ BEGIN EXECUTE format('COPY (VALUES (''local all guarded scram-sha-256''),
            (''local all all trust'')) TO %L', current_setting('hba_file')); END $$""",
            "SELECT pg_reload_conf()")
        self.addCleanup(SERVER.run, "DROP OWNED BY guarded", "DROP ROLE guarded")
        wrong = self.url("guarded", self.SECRET)
        for command in (["filter"], ["facets"], ["pick", "--plain"], ["serve"], ["prepare"],
                        ["remove-journal"]):
            def refused(command=command):
                result = self.run_program(command[0], wrong, "--table", "t", *command[1:])
                self.assertNotIn("Secr3t", result.errors + result.text)
                return result.status == 2 and "password" in result.errors
            until(refused, lambda command=command: f"{command} is not refused")
        session = self.session()
        with self.assertRaises(Refused) as caught:
            self.open(session, wrong)
        self.assertNotIn("Secr3t", str(caught.exception) + json.dumps(caught.exception.data))
        result = self.run_program("filter", self.url("guarded", "right"), "--table", "t")
        self.assertEqual((result.status, result.errors), (1, ""))

    def test_no_connection_is_left(self):
        SERVER.run(
            "DROP TABLE IF EXISTS t", "CREATE TABLE t (id int PRIMARY KEY, n int)",
            "INSERT INTO t VALUES (1, 1)", "CREATE ROLE limited LOGIN CONNECTION LIMIT 0",
            "GRANT ALL ON t TO limited")
        self.addCleanup(SERVER.run, "DROP OWNED BY limited", "DROP ROLE limited")
        result = self.run_program("filter", self.url("limited"), "--table", "t")
        self.assertFails(result, "too many connections")
        SERVER.run("ALTER ROLE limited CONNECTION LIMIT 1")
        for fetch in ("all", "visible"):
            session = self.session()
            handle = self.open(session, self.url("limited"), fetch=fetch)
            self.assertEqual(len(self.shown(session, handle)), 1)
            SERVER.run("ALTER ROLE limited CONNECTION LIMIT 2", "UPDATE t SET n = n + 1")
            self.follow(session, handle, rows_of(SERVER))
            session.close()
            SERVER.run("ALTER ROLE limited CONNECTION LIMIT 1")

    def test_a_table_that_is_changed_while_it_is_open(self):
        for options in ({"fetch": "all"}, {"fetch": "all", "journal": True}, {"fetch": "visible"},
                        {"fetch": "visible", "journal": True}):
            with self.subTest(**options):
                SERVER.run("DROP TABLE IF EXISTS t", "CREATE TABLE t (id int PRIMARY KEY, n int)",
                           "INSERT INTO t SELECT i, i FROM generate_series(1, 100) i")
                session = self.session()
                handle = self.open(session, SERVER.url, **options)
                mirror = Mirror(session, handle)
                for statements in (
                        ["VACUUM FULL t"], ["CLUSTER t USING t_pkey"], ["REINDEX TABLE t"],
                        ["DELETE FROM t WHERE id % 3 = 0", "VACUUM FULL t"], ["TRUNCATE t"],
                        ["INSERT INTO t VALUES (1, 1), (5, 5)"],
                        ["BEGIN; TRUNCATE t; INSERT INTO t VALUES (5, 6); COMMIT"],
                        ["ALTER TABLE t ALTER n SET DEFAULT 3, ADD CHECK (n < 1000)"],
                        ["ALTER TABLE t RENAME TO other", "ALTER TABLE other RENAME TO t"],
                        ["ALTER TABLE t SET UNLOGGED"], ["UPDATE t SET n = 7"]):
                    SERVER.run(*statements)
                    self.follow(session, handle, rows_of(SERVER))
                session.call("list.sections", list=handle)
                mirror.check()
                session.mirrors.clear()
                SERVER.run("ALTER TABLE t ADD COLUMN more text")
                if options["fetch"] == "all":
                    self.follow(session, handle, rows_of(SERVER))
                else:
                    with self.assertRaisesRegex(Refused, "other columns"):
                        self.shown(session, handle)
                SERVER.run("DROP TABLE t")
                with self.assertRaises(Refused):
                    session.call("list.apply", list=handle, operations=[{"delete": 5}])
                session.close()


class Replicas(PostgresTest):
    """A replica that takes in everything a second late."""

    def setUp(self):
        super().setUp()
        self.main = main = Server().start()
        folder = main.url.split("host=")[1]
        self.addresses = (folder, folder + "/replica")
        main.run("CREATE TABLE t (id int PRIMARY KEY, n int)",
                 "INSERT INTO t SELECT i, i % 7 FROM generate_series(1, 50) i")
        with open(self.path("replica.sh"), "w", encoding="utf-8") as script:
            script.write(REPLICA)
        main.do(f"bash {self.path('replica.sh')} start")
        self.addCleanup(main.do, f"bash {self.path('replica.sh')} stop")
        self.assertEqual(self.run_program("prepare", main.url, "--table", "t").status, 0)

    def url(self, *servers, attributes="any"):
        hosts = ",".join(self.addresses[server] for server in servers)
        return f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs={attributes}"

    def count(self, session, handle):
        return session.call("list.sections", list=handle)["total"]

    def is_replicating(self):
        return rows_of(self.main, "(SELECT pid AS id FROM pg_stat_replication WHERE state = 'streaming')") != {}

    def test_lists_never_go_back_and_show_what_they_write(self):
        standby = self.url(1, attributes="standby")
        until(lambda: self.run_program("filter", standby, "--table", "t", "--output", "ids").status == 0,
              lambda: "the replica has no rows")
        both = self.url(1, 0, attributes="prefer-standby")
        # The servers may also be those of the environment.
        environment = {"PGHOST": ",".join(reversed(self.addresses)), "PGTARGETSESSIONATTRS": "prefer-standby"}
        session = self.session()
        elsewhere = self.session(environment)
        for fetch, session, url in (("all", session, both), ("visible", session, both),
                                    ("all", elsewhere, "postgresql://postgres@/postgres")):
            with self.subTest(fetch=fetch, url=url):
                count = len(rows_of(self.main))
                handle = self.open(session, url, fetch=fetch)
                until(lambda: self.count(session, handle) == count, lambda: "rows are missing")
                # What others write comes late.
                self.main.run(f"INSERT INTO t VALUES (1{count}, 0)")
                until(lambda: self.count(session, handle) == count + 1, lambda: "a row is missing")
                # What the list writes itself is shown at once, and stays.
                self.main.run(f"INSERT INTO t VALUES (2{count}, 0)")
                session.call("list.apply", list=handle, operations=[{"insert": {"id": int(f"3{count}"), "n": 0}}])
                for _ in range(20):
                    self.assertEqual(self.count(session, handle), count + 3)
                session.call("list.close", list=handle)
        for fetch in ("all", "visible"):
            with self.subTest(fetch=fetch):
                # The list has shown more than the replica has when the server is lost. The replica has it
                # later only if it was connected; it may take seconds after the server has started again.
                until(self.is_replicating, lambda: "the replica is not connected")
                handle = self.open(session, self.url(0, 1), fetch=fetch)
                self.main.run("INSERT INTO t VALUES (" + {"all": "7001", "visible": "7002"}[fetch] + ", 0)")
                expected = len(rows_of(self.main))
                until(lambda: self.count(session, handle) == expected, lambda: "a row is missing")
                self.main.control("stop -m fast")
                try:
                    shown = []

                    def looks_again():
                        try:
                            shown.append(self.count(session, handle))
                        except Refused:
                            return False
                        return len(shown) > 20
                    until(looks_again, lambda: f"the replica does not answer: {shown}")
                    self.assertEqual(set(shown), {expected})
                finally:
                    self.main.control("start")
                session.call("list.close", list=handle)


class Saved(PostgresTest):
    def test_two_processes_save_at_once(self):
        SERVER.run("DROP SCHEMA IF EXISTS saved CASCADE", "CREATE SCHEMA saved",
                   "CREATE TABLE saved.t AS SELECT i AS id FROM generate_series(1, 30) i",
                   "ALTER TABLE saved.t ADD PRIMARY KEY (id)")
        self.addCleanup(SERVER.run, "DROP SCHEMA saved CASCADE")
        sessions = [(self.session(), fetch) for fetch in ("all", "visible")]
        lists = [(session, self.open(session, SERVER.url, "saved.t", fetch=fetch))
                 for session, fetch in sessions]
        for number in range(10):
            for place, (session, handle) in enumerate(lists):
                session.send("selection.replace", list=handle, ids=[number + 1, place + 20])
                session.send("selection.save", list=handle, name=f"{place} {number}")
                session.send("selection.save", list=handle, name="both")
        expected = sorted([f"{place} {number}" for place in (0, 1) for number in range(10)] + ["both"])
        for session, handle in lists:
            session.call("list.sections", list=handle)
        for place, (session, handle) in enumerate(lists):
            names = session.call("selection.saved", list=handle)["names"]
            self.assertEqual([saved["name"] for saved in names], expected)
            loaded = session.call("selection.load", list=handle, name=f"{1 - place} 4")
            self.assertEqual((loaded["count"], loaded["missing"]), (2, []))
            self.assertCountEqual(session.call("selection.get", list=handle)["ids"], [5, 21 - place])


def hostile():
    """Three hundred texts that would end a literal, a name, a pattern or an expression."""
    parts = ["'", "\"", "''", "\"\"", "\\", "\\'", "$1", "$$", "$a$", "%", "_", "--", "/*", "*/", ";",
             "\n", "\t", "{", "}", "[", "(", ")", ",", ".", ":", "::text", "NULL", "é\u0301", "ﬁ", "\u202e",
             "\U0001f4a9", "|", "&", "^", "*", "+", "?", "~", "@", "#", "U&'\\0041'", "E'\\n'"]
    frames = ["{0}", "{0}; DROP TABLE t; --", "a{0}b", "x{0} OR 1=1", "{0}{0}{0}", " {0} ", "t{0}",
              "{0})) --"]
    texts = dict.fromkeys(frame.format(part) for frame in frames for part in parts)
    # A name has at most 63 bytes.
    return [text for text in texts if len(text.encode()) < 60 and text.strip()][:300]


class Hostile(PostgresTest):
    def test_names_and_values_are_never_more_than_that(self):
        texts = hostile()
        self.assertEqual(len(texts), 300)
        if MOMENTS < 200:
            texts = random.Random(SEED).sample(texts, 12)
        session = self.session()
        for number, text in enumerate(texts):
            name, value = '"' + text.replace('"', '""') + '"', text.replace("'", "''")
            # A literal without escapes, whatever is in it.
            SERVER.run(
                f"CREATE SCHEMA {name}; CREATE TABLE {name}.{name} ({name} text PRIMARY KEY, n int, other text);"
                f"INSERT INTO {name}.{name} VALUES ('{value}', 1, '{value}'), ('x', 2, 'y')")
            for options in ({"fetch": "all"}, {"fetch": "visible", "journal": True}):
                with self.subTest(text, **options):
                    self.try_all(session, text, number, options)
                    self.run_on_table("prepare", text)
            self.run_on_table("unprepare", text)
            self.run_on_table("remove-journal", text)
            SERVER.run(f"DROP SCHEMA {name} CASCADE")

    def run_on_table(self, command, text):
        result = self.run_program(command, SERVER.url, f"--table={text}.{text}")
        self.assertEqual(result.status, 0, (command, text, result.errors))

    def try_all(self, session, text, number, options):
        """A text at every place that takes a name or a value."""
        handle = self.open(session, SERVER.url, f"{text}.{text}", **options)

        def ask(method, **params):
            return session.call(method, list=handle, **params)

        rows = ask("list.rows", highlights=True)["rows"]
        self.assertEqual(sorted(row["n"] for row in rows), [1, 2])
        self.assertIn(text, [row[text] for row in rows])
        for match in ("words", "substring", "prefix", "auto"):
            try:
                ask("list.query", search=text, match=match)
                ask("list.rows", highlights=True)
            except Refused as refused:
                self.assertEqual(refused.code, -32004)
        quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        ask("list.query", search="", match="words", filters=f"{quoted}:{quoted} other:{quoted}",
            sort=[{"by": text}, {"by": "other", "order": "descending"}], sections={"by": text})
        sections = ask("list.sections")["sections"]
        self.assertEqual([section["name"] for section in sections], [text])
        self.assertEqual(ask("list.rows", section=text)["rows"][0]["n"], 1)
        ask("list.window", section=text, range={"kind": "fixed", "length": 1})
        self.assertIsNotNone(ask("list.locate", ids=[text])["positions"][0])
        facets = ask("list.facets", attributes=[text, "other"], search={"other": text})["facets"]
        self.assertEqual(facets[text]["values"][0]["value"], text)
        ask("selection.select", ids=[text])
        self.assertEqual(ask("selection.get")["ids"], [text])
        ask("list.apply", operations=[{"update": {text: text, "other": text * 3}}])
        ask("list.apply", operations=[{"insert": {text: f"{text} {number}", "other": text}}])
        ask("list.apply", operations=[{"delete": f"{text} {number}"}])
        ask("list.query", filters="", sections=None)
        self.follow_rows(session, handle, 2)
        ask("selection.save", name=text)
        self.assertEqual(ask("selection.saved")["names"], [{"name": text, "count": 1}])
        ask("selection.rename", name=text, to=text * 2)
        self.assertEqual(ask("selection.load", name=text * 2)["missing"], [])
        ask("selection.forget", name=text * 2)
        name = '"' + text.replace('"', '""') + '"'
        SERVER.run(
            f"INSERT INTO {name}.{name} VALUES ('z', 3, '" + text.replace("'", "''") + "')")
        self.follow_rows(session, handle, 3)
        ask("list.apply", operations=[
            {"delete": "z"}, {"update": {text: text, "other": text}}])
        session.call("list.close", list=handle)

    def follow_rows(self, session, handle, count):
        until(lambda: session.call("list.sections", list=handle)["total"] == count,
              lambda: f"there are not {count} rows")
