"""Measures the page of a file of rows: letters typed until their result is painted, scrolling, the way to
single rows, memory, and the commits of another program; by the browser's own performance interfaces."""

import argparse
import csv
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from browser import ARGUMENTS, Served, browser_path
from playwright.sync_api import sync_playwright

WORDS = ["kernel", "lib", "usr bin", "python", "share doc"]
PICKER = "const picker = document.querySelector('shortlist-picker');"

# Records tasks of more than 50 ms, which the browser calls long.
WATCH = """() => {
    window.longTasks = [];
    const take = (list) => list.getEntries().forEach(({ duration }) => longTasks.push(duration));
    new PerformanceObserver(take).observe({ type: "longtask" });
}"""

# Types a letter, and waits for the first frame after its result was put into the page.
TYPE = "async (letter) => {" + PICKER + """
    const { field } = picker.search;
    field.setRangeText(letter, field.value.length, field.value.length, "end");
    const begin = performance.now();
    const shown = new Promise((tell) => picker.model.addEventListener("change", tell, { once: true }));
    field.dispatchEvent(new InputEvent("input"));
    await shown;
    await new Promise(requestAnimationFrame);
    const { port1, port2 } = new MessageChannel();
    await new Promise((tell) => { port1.onmessage = tell; port2.postMessage(null); });
    return performance.now() - begin;
}"""

# Scrolls by steps of a wheel for five seconds, a step a frame.
SCROLL = "async () => {" + PICKER + """
    const { rows } = picker;
    const [begin, from] = [performance.now(), rows.space.position];
    let [frames, missing] = [0, 0];
    while (performance.now() - begin < 5000) {
        rows.viewport.scrollTop += 100;
        await new Promise(requestAnimationFrame);
        frames += 1;
        if (rows.id(rows.layout.rowAt(rows.space.position)) === undefined) missing += 1;
    }
    return { frames, missing, rows: (rows.space.position - from) / rows.layout.rowHeight };
}"""

# Drags the scroll bar to a place in twenty steps, and waits until all rows in sight are there.
DRAG = "async (place) => {" + PICKER + """
    const { rows } = picker;
    const { viewport } = rows;
    const [from, to] = [viewport.scrollTop, (viewport.scrollHeight - viewport.clientHeight) * place];
    for (let step = 1; step <= 20; step++) {
        viewport.scrollTop = from + (to - from) * step / 20;
        await new Promise(requestAnimationFrame);
    }
    const begin = performance.now();
    const isWhole = () => {
        const first = rows.layout.rowAt(rows.space.position);
        const last = rows.layout.rowAt(rows.space.position + viewport.clientHeight - 1);
        for (let row = first; row <= last; row++) if (rows.id(row) === undefined) return false;
        return true;
    };
    while (!isWhole()) await new Promise(requestAnimationFrame);
    return performance.now() - begin;
}"""

# Goes to a row, and waits until it is painted.
GO = "async (index) => {" + PICKER + """
    const begin = performance.now();
    const id = await picker.rows.activate(index);
    await new Promise(requestAnimationFrame);
    if (!picker.rows.element(id)) throw new Error(`row ${index} is not shown`);
    return performance.now() - begin;
}"""

# The rows that the page shows, from the first one on, as they are drawn.
SHOWN = "() => {" + PICKER + """
    const { rows } = picker;
    return Array.from({ length: rows.page }, (_, index) => {
        const id = rows.id(index);
        const cells = [...rows.element(id).querySelectorAll("[role=rowheader], [role=gridcell]")];
        return { id, cells: cells.map((cell) => cell.textContent) };
    });
}"""

# Commits as many transactions a second as it is told, each of which changes one row: of the first 200 as
# often as of all.
WRITER = """
import random, sqlite3, sys, time
path, rows, rate, seconds = sys.argv[1], *map(int, sys.argv[2:])
connection = sqlite3.connect(path, isolation_level=None, timeout=30)
connection.execute("PRAGMA synchronous = OFF")
chance, begin, done = random.Random(1), time.monotonic(), 0
while (passed := time.monotonic() - begin) < seconds:
    if done >= passed * rate:
        time.sleep(0.0005)
        continue
    row = chance.randrange(200 if done % 2 else rows) + 1
    connection.execute("UPDATE files SET marked = ? WHERE rowid = ?", (f"{done} changes", row))
    done += 1
print(done)
"""


def line(what, *figures):
    print("| " + " | ".join([what, *(figure if isinstance(figure, str) else f"{figure:,.0f}"
                                     for figure in figures)]) + " |", flush=True)


class Measured:
    """A page that is being measured."""

    def __init__(self, page, address):
        self.page = page
        self.sent = 0
        page.on("websocket", lambda socket: socket.on("framesent", self.count))
        page.goto(address)
        page.wait_for_function("() => {" + PICKER + "return picker?.model?.total > 0 }", timeout=600_000)
        self.rest(3000)
        self.rows = page.evaluate("() => {" + PICKER + "return picker.model.total }")
        page.evaluate(WATCH)

    def count(self, _):
        self.sent += 1

    def rest(self, milliseconds):
        self.page.wait_for_timeout(milliseconds)

    def longest(self):
        """The longest of the long tasks since the last call; tasks of 50 ms or less are none."""
        self.rest(200)
        tasks = self.page.evaluate("longTasks.splice(0)")
        return f"{max(tasks):,.0f}" if tasks else "≤ 50"

    def measure(self, words):
        page = self.page
        print(f"{self.rows:,} rows; milliseconds unless it says otherwise\n")
        print("| what | median | 95 % | greatest | longest task |\n| --- | ---: | ---: | ---: | ---: |")
        times = []
        for word in words:
            for letter in word:
                times.append(page.evaluate(TYPE, letter))
                self.rest(250)
            page.locator("#search").fill("")
            self.rest(500)
        self.tell(f"a letter to its painted result ({len(times)} letters)", times)
        scrolled = page.evaluate(SCROLL)
        line(f"scrolling {scrolled['rows']:,.0f} rows in {scrolled['frames']} frames", "", "", "", self.longest())
        places = [part / 17 for part in range(18)]
        self.tell("the end of a drag of the scroll bar to all rows in sight",
                  [page.evaluate(DRAG, place) for place in random.Random(1).sample(places, len(places))])
        places = [0, self.rows - 1, *(self.rows * part // 17 for part in range(17))]
        self.tell(f"going to a row ({len(places)} rows)", [page.evaluate(GO, place) for place in places])
        heap = page.evaluate("gc(), performance.memory.usedJSHeapSize / 1e6")
        print(f"\nframes without the uppermost row while scrolling: {scrolled['missing']}; "
              f"heap of the page: {heap:,.1f} MB")

    def tell(self, what, times):
        times = sorted(times)
        line(what, statistics.median(times), times[min(len(times) - 1, len(times) * 95 // 100)], times[-1],
             self.longest())

    def follow(self, path, rate, seconds):
        """Follows the commits of another program, and checks what is shown at the end."""
        page = self.page
        before = self.sent
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, path, *map(str, (self.rows, rate, seconds))], stdout=subprocess.PIPE)
        # Playwright counts messages only while it is called.
        while writer.poll() is None:
            self.rest(100)
        done = int(writer.stdout.read())
        self.rest(1000)
        print(f"\n{done:,} commits of another program in {seconds} s: {self.sent - before} messages from the page; "
              f"longest task: {self.longest()} ms")
        shown = page.evaluate(SHOWN)
        with sqlite3.connect(path) as connection:
            expected = connection.execute("SELECT id, marked FROM files ORDER BY id LIMIT ?", (len(shown),)).fetchall()
        wrong = [(row, mark) for (id, mark), row in zip(expected, shown)
                 if row["id"] != id or (mark or "") not in row["cells"]]
        print(f"rows in sight: {len(shown)}, of which {len(wrong)} are not as the table has them")
        if wrong:
            sys.exit(f"the first: {wrong[0]}")


def make_table(file, path):
    """Makes a table with write-ahead log of a CSV file, with a column to write to."""
    with open(file, encoding="utf-8", newline="") as source, sqlite3.connect(path) as connection:
        reader = csv.reader(source)
        names = next(reader)
        columns = ", ".join('"' + name.replace('"', '""') + '"' for name in names)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"CREATE TABLE files (id INTEGER PRIMARY KEY, {columns}, marked TEXT)")
        marks = ", ".join("?" * len(names))
        connection.executemany(f"INSERT INTO files ({columns}) VALUES ({marks})", reader)
    connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("words", nargs="*", default=WORDS, metavar="word")
    parser.add_argument("--commits", type=int, default=1000, help="how many a second (1000); 0 leaves this out")
    parser.add_argument("--seconds", type=int, default=60, help="how long others commit (60)")
    arguments = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=browser_path(),
            args=[*ARGUMENTS, "--js-flags=--expose-gc", "--enable-precise-memory-info"])

        def open_page(source):
            served = Served("serve", folder, source)
            try:
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                yield Measured(page, served.address())
                page.close()
            finally:
                served.stop()

        for measured in open_page([os.path.abspath(arguments.file)]):
            measured.measure(arguments.words)
        if arguments.commits > 0:
            path = os.path.join(folder, "files.sqlite")
            begin = time.monotonic()
            make_table(arguments.file, path)
            print(f"\n(a table was made of the rows in {time.monotonic() - begin:,.0f} s)", flush=True)
            for measured in open_page([path, "--table", "files"]):
                measured.follow(path, arguments.commits, arguments.seconds)
        browser.close()


main()
