"""A page of the built program in a real browser.

As everywhere in these tests, nothing sleeps for a guess: Playwright waits until an element is there
and can be used, and its `expect` until it is as expected.
"""

import os
import queue
import shutil
import subprocess
import threading
import unittest

from support import PATIENCE, PROGRAM, ProgramTest, clean_environment

try:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE * 1000)
    MISSING = None
except ModuleNotFoundError as missing:
    expect = None
    MISSING = f"{missing} (Scripts/setup installs what the tests in a browser need)"

# In containers the tests run as root, for whom there is no sandbox; the browser fetches nothing of
# its own accord meanwhile.
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]

# The delay of messages, frames and events in milliseconds. With a delay, a test or a page that relies on
# one of them before it has arrived fails every time.
DELAY = int(os.environ.get("SHORTLIST_TEST_DELAY", "0"))

# Messages, frames, observations and the events that follow a change are late, each kind in its order.
LATE = """(() => {
    const delay = %d;
    const events = new Set(["toggle", "scroll", "scrollend", "selectionchange"]);
    const listeners = new WeakMap();
    const late = (listener) => {
        if (!listeners.has(listener)) {
            listeners.set(listener, function (event) {
                setTimeout(() => {
                    if (typeof listener === "function") listener.call(this, event);
                    else listener.handleEvent(event);
                }, delay);
            });
        }
        return listeners.get(listener);
    };
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
        const isLate = events.has(type) && listener;
        return addEventListener.call(this, type, isLate ? late(listener) : listener, options);
    };
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
        const isLate = events.has(type) && listener;
        return removeEventListener.call(this, type, isLate ? late(listener) : listener, options);
    };
    const frames = { request: requestAnimationFrame, cancel: cancelAnimationFrame };
    const asked = new Map();
    let last = 0;
    window.requestAnimationFrame = (callback) => {
        const id = ++last;
        asked.set(id, setTimeout(() => {
            frames.request.call(window, (time) => { if (asked.delete(id)) callback(time); });
        }, delay));
        return id;
    };
    window.cancelAnimationFrame = (id) => { clearTimeout(asked.get(id)); asked.delete(id); };
    for (const name of ["ResizeObserver", "IntersectionObserver"]) {
        window[name] = class extends window[name] {
            constructor(callback, options) {
                super((...seen) => setTimeout(() => callback(...seen), delay), options);
            }
        };
    }
    window.WebSocket = class extends WebSocket {
        #isLeft = false;
        close(...reason) {
            this.#isLeft = true;
            super.close(...reason);
        }
        addEventListener(type, listener) {
            super.addEventListener(type, (event) => setTimeout(() => {
                // A page that has closed a socket gets no message of it.
                if (type !== "message" || !this.#isLeft) listener.call(this, event);
            }, delay));
        }
        send(data) {
            setTimeout(() => { if (this.readyState === WebSocket.OPEN) super.send(data); }, delay);
        }
    };
})()"""


def browser_path():
    """The path of the browser that drives the pages."""
    named = os.environ.get("SHORTLIST_BROWSER")
    # The first has no windows, and takes half the time.
    names = [named] if named else ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        raise AssertionError(
            f"pages need {' or '.join(names)} (Scripts/setup installs chromium; SHORTLIST_BROWSER names another "
            "browser)")
    return path


class Chromium:
    """The browser of all tests in a process: it takes a second to start, a page of its own none."""

    def __init__(self):
        self.playwright = self.browser = None

    def start(self):
        if self.browser is None:
            path = browser_path()
            self.playwright = sync_playwright().start()
            self.browser = self.playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            unittest.addModuleCleanup(self.stop)
        return self.browser

    def stop(self):
        self.browser.close()
        self.playwright.stop()
        self.playwright = self.browser = None


CHROMIUM = Chromium()


class Served:
    """The program while it serves pages."""

    def __init__(self, command, folder, arguments):
        self.process = subprocess.Popen(
            [PROGRAM, command, *arguments], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_environment())
        self.lines = queue.Queue()
        pipe = self.process.stdout if command == "serve" else self.process.stderr
        self.reader = threading.Thread(target=self.read, args=(pipe,), daemon=True)
        self.reader.start()
        self.told = []

    def read(self, pipe):
        for line in pipe:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.lines.put(None)

    def address(self):
        """The address that the program tells when it can be opened."""
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line is None:
                raise AssertionError(f"the program has ended and told no address: {self.told}")
            if line.startswith("http"):
                return line
            self.told.append(line)

    def result(self):
        """Waits for the program's end: its exit status, and what it wrote on standard output."""
        status = self.process.wait(timeout=PATIENCE)
        return status, self.process.stdout.read().decode()

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()


class WebTest(ProgramTest):
    """A test with pages in a browser.

    A page must not complain: an exception that nobody caught, or an error in its console, such as
    something that the Content-Security-Policy forbids, fails the test at its end.
    """

    viewport = {"width": 1280, "height": 800}
    # How is searched unless a test says it: what words find can be told by looking at the rows.
    match = "words"
    # What is passed to the browser besides, such as `color_scheme` or `reduced_motion`.
    context = {"reduced_motion": "reduce"}

    def setUp(self):
        super().setUp()
        if MISSING:
            self.fail(MISSING)
        self.browser = CHROMIUM.start()
        self.complaints = []
        self.addCleanup(lambda: self.assertEqual(self.complaints, []))

    def serve(self, *arguments, **options):
        """Serves rows, `fruit.csv` unless others are named, and opens a page."""
        return self.open(self.start("serve", *(arguments or ["fruit.csv"])), **options)

    def start(self, command, *arguments):
        """Starts `shortlist serve` or `shortlist pick --web`."""
        folder = os.environ.get("SHORTLIST_TEST_PAGES")
        served = Served(command, self.folder, [
            *arguments, *(["--web"] if command == "pick" else []),
            *(["--match", self.match] if self.match and "--match" not in arguments else []),
            *(["--pages", folder] if folder and "--pages" not in arguments else [])])
        self.addCleanup(served.stop)
        self.served = served
        served.opened = served.address()
        return served

    def open(self, served, meet=None, delay=DELAY, **options):
        """Opens a page in a window of its own, as another person would.

        `meet` is given the page's socket, to stand between it and the program; `delay` is how late
        messages, frames and events are, in milliseconds.
        """
        context = self.browser.new_context(**{
            "viewport": self.viewport, **self.context, **options})
        context.set_default_timeout(PATIENCE * 1000)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self.take)
        if delay:
            page.add_init_script(LATE % delay)
        if meet:
            page.route_web_socket(lambda address: True, meet)
        page.goto(served.opened)
        page.wait_for_url(lambda address: "token" not in address)
        return page

    def box(self, locator):
        """Where an element is, once it has been at one place for three frames."""
        return locator.evaluate("""async (element) => {
            await element.getRootNode().host?.model?.settled();
            const frame = () => new Promise(requestAnimationFrame);
            let box, last;
            for (let equal = 0; equal < 3; last = box) {
                await frame();
                const { x, y, width, height } = element.getBoundingClientRect();
                box = { x, y, width, height };
                equal = JSON.stringify(box) === JSON.stringify(last) ? equal + 1 : 0;
            }
            return box;
        }""")

    def take(self, message):
        # A browser asks for an icon where none is named.
        if message.type == "error" and "favicon" not in message.location.get("url", ""):
            self.complaints.append(message.text)
