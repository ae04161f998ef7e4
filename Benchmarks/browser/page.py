"""Measures the page of a file of rows: letters typed until their result is painted, scrolling, the
way to single rows, and memory; all by the browser's own performance interfaces."""

import os
import shutil
import statistics
import sys

from browser import ARGUMENTS, Served
from playwright.sync_api import sync_playwright

WORDS = ["kernel", "lib", "usr bin", "python", "share doc"]
PICKER = "const picker = document.querySelector('shortlist-picker');"

# Follows tasks of more than 50 ms, which the browser calls long; that there are none is told too.
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

# Drags the scroll bar through the whole list.
DRAG = "async () => {" + PICKER + """
    const { viewport } = picker.rows;
    for (let step = 0; step <= 100; step++) {
        viewport.scrollTop = (viewport.scrollHeight * step) / 100;
        await new Promise(requestAnimationFrame);
    }
}"""

# Goes to a row, and waits until it is painted.
GO = "async (index) => {" + PICKER + """
    const begin = performance.now();
    const id = await picker.rows.activate(index);
    await new Promise(requestAnimationFrame);
    if (!picker.rows.element(id)) throw new Error(`row ${index} is not shown`);
    return performance.now() - begin;
}"""


def line(what, *figures):
    print("| " + " | ".join([what, *(figure if isinstance(figure, str) else f"{figure:,.0f}"
                                     for figure in figures)]) + " |", flush=True)


def measure(page, words):
    page.wait_for_selector("[role=option]")
    page.wait_for_timeout(3000)
    count = page.evaluate("() => {" + PICKER + "return picker.model.count }")
    page.evaluate(WATCH)

    def longest():
        """The longest of the long tasks since it was asked for last; 50 ms or less is none."""
        page.wait_for_timeout(200)
        tasks = page.evaluate("longTasks.splice(0)")
        return f"{max(tasks):,.0f}" if tasks else "≤ 50"

    print(f"{count:,} rows; milliseconds unless it says otherwise\n")
    print("| what | median | greatest | longest task |\n| --- | ---: | ---: | ---: |")
    times = []
    for word in words:
        for letter in word:
            times.append(page.evaluate(TYPE, letter))
            page.wait_for_timeout(250)
        page.locator("#search").fill("")
        page.wait_for_timeout(500)
    line(f"a letter to its painted result ({len(times)} letters)", statistics.median(times),
         max(times), longest())
    scrolled = page.evaluate(SCROLL)
    line(f"scrolling {scrolled['rows']:,.0f} rows in {scrolled['frames']} frames", "", "", longest())
    page.evaluate(DRAG)
    line("dragging through all rows", "", "", longest())
    places = [0, count - 1, *(count * part // 17 for part in range(17))]
    times = [page.evaluate(GO, place) for place in places]
    line(f"going to a row ({len(times)} rows)", statistics.median(times), max(times), longest())
    heap = page.evaluate("gc(), performance.memory.usedJSHeapSize / 1e6")
    print(f"\nframes without the uppermost row while scrolling: {scrolled['missing']}; "
          f"heap of the page: {heap:,.1f} MB")


def main():
    file, *words = sys.argv[1:]
    name = os.environ.get("SHORTLIST_BROWSER") or shutil.which("chromium")
    served = Served("serve", os.path.dirname(file), [file])
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=name,
                args=[*ARGUMENTS, "--js-flags=--expose-gc", "--enable-precise-memory-info"])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(served.address())
            measure(page, words or WORDS)
            browser.close()
    finally:
        served.stop()


main()
