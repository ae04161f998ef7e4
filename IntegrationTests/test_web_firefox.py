"""The page in Firefox: what it does otherwise than Chromium."""

import os
import sqlite3

from browser import Served
from firefox import Firefox
from support import ProgramTest, until

PICKER = "document.querySelector('shortlist-picker')"


class InFirefox(ProgramTest):
    def serve(self, *arguments):
        folder = os.environ.get("SHORTLIST_TEST_PAGES")
        served = Served("serve", self.folder, [*arguments, *(["--pages", folder] if folder else [])])
        self.addCleanup(served.stop)
        self.firefox = Firefox()
        self.addCleanup(self.firefox.stop)
        self.firefox.open(served.address())
        self.firefox.wait_for(f"{PICKER}?.rows?.layout.count > 0")
        self.viewport = self.firefox.evaluate(
            f"(({{ x, y, width, height }}) => [x, y, width, height].map(Math.round))"
            f"({PICKER}.rows.viewport.getBoundingClientRect())")

    def top(self):
        """The index of the uppermost row in sight."""
        return self.firefox.evaluate(
            f"{PICKER}.rows.layout.rowAt({PICKER}.rows.space.position + 1)")

    def places(self):
        """Where in the content the upper edge is, and how far the element is scrolled."""
        return self.firefox.evaluate(
            f"[{PICKER}.rows.space.position, {PICKER}.rows.viewport.scrollTop]")

    def expect_top(self, isRight, expected):
        until(lambda: isRight(self.top()), lambda: f"{self.top()} is not {expected}")

    def lose(self):
        """Loses the connection; afterwards, the list of another one is shown."""
        frame = f"{PICKER}.frame"
        self.firefox.evaluate(f"void (window.former = {frame}.filters, {PICKER}.session.close())")
        self.firefox.wait_for(f"window.former !== {frame}.filters && {PICKER}.shadowRoot.querySelector('.banner').hidden")

    def test_a_list_higher_than_an_element(self):
        self.file("numbers.txt", "".join(f"number {number}\n" for number in range(1, 300_001)))
        self.serve("numbers.txt")
        firefox = self.firefox
        x, y, width, height = self.viewport
        # The wheel moves the rows in the middle of the list as well.
        firefox.evaluate(f"void {PICKER}.rows.activate(100000)")
        self.expect_top(lambda top: top > 99_900, "about 100,000")
        before, (position, pixels) = self.top(), self.places()
        row = firefox.evaluate(f"{PICKER}.rows.layout.rowHeight")
        for turn in range(1, 11):
            firefox.wheel(x + width // 2, y + height // 2, 10 * row)
            # Nothing else moves the element meanwhile.
            until(lambda: abs(self.places()[1] - pixels - turn * 10 * row) < 2,
                  lambda: f"{turn} turns of the wheel lead from {pixels} to {self.places()}")
        self.expect_top(lambda top: top == before + 100, f"{before} + 100")
        # The rows follow the element after the event of its last step.
        until(lambda: abs(self.places()[0] - position - 100 * row) <= 2,
              lambda: f"{self.places()[0]} is not {position} + 100 rows of {row}")
        # At rest nothing goes on: a frame after the other passes without an end of scrolling.
        ends = firefox.evaluate(f"""new Promise((tell) => {{
            let [ends, frames] = [0, 0];
            {PICKER}.rows.viewport.addEventListener("scrollend", () => ends++);
            const count = () => ++frames < 60 ? requestAnimationFrame(count) : tell(ends);
            count();
        }})""")
        self.assertLessEqual(ends, 2)
        # The scroll bar leads to the end.
        firefox.evaluate(f"void ({PICKER}.rows.viewport.scrollTop = 1e9)")
        self.expect_top(lambda top: top > 299_950, "near the end")
        last = f"[...{PICKER}.shadowRoot.querySelectorAll('.row')].at(-1)"
        firefox.wait_for(f"{last}?.textContent.trim() === 'number 300000'")
        bottom = firefox.evaluate(f"Math.round({last}.getBoundingClientRect().bottom)")
        self.assertLessEqual(bottom, y + height)
        firefox.click(x + width // 2, bottom - 5)
        firefox.wait_for(f"{last}.ariaSelected === 'true'")
        firefox.wait_for(f"{PICKER}.count === 1")

    def test_rows_are_in_their_lines(self):
        self.file("gaps.csv", "id,name,price\n" + "".join(
            f"{n},{'' if n % 3 else 'name'},{n if n % 2 else ''}\n" for n in range(200)))
        self.serve("gaps.csv")
        for _ in range(3):
            self.firefox.evaluate(
                f"void {PICKER}.shadowRoot.querySelectorAll('.column')[2].click()")
            self.firefox.evaluate(f"{PICKER}.model.settled()")
            self.assertLessEqual(self.firefox.evaluate(f"""Math.max(
                ...[...{PICKER}.shadowRoot.querySelectorAll(".row")].map((row) => {{
                    const middle = ({{ top, bottom }}) => (top + bottom) / 2;
                    const mark = row.querySelector(".mark");
                    return Math.abs(middle(mark.getBoundingClientRect())
                        - middle(row.getBoundingClientRect()));
                }}))"""), 1.5)

    def test_headings_scroll_as_far_as_the_rows(self):
        names = ["id", *(f"column {number}" for number in range(30))]
        self.file("wide.csv", "".join(",".join(line) + "\n" for line in [
            names, *([f"{row}", *(f"value {row}.{number}" for number in range(30))] for row in range(60))]))
        self.serve("wide.csv")
        edges = f"""((root) => [".head", ".row .cell"].map((part) => (
            Math.round([...root.querySelectorAll(part)].find((element) => element.textContent.match(/column 29|value 0\\.29/))
                ?.getBoundingClientRect().left))))({PICKER}.shadowRoot)"""
        for place in ("1e6", "0", "1e6"):
            self.firefox.evaluate(f"void ({PICKER}.rows.viewport.scrollLeft = {place})")
            self.firefox.evaluate(f"{PICKER}.model.settled()")
        self.firefox.wait_for(f"(([heading, cell]) => cell < 1280 && Math.abs(heading - cell) <= 1)({edges})")
        scrolled = self.firefox.evaluate(f"""[{PICKER}.rows.viewport, {PICKER}.shadowRoot.querySelector(".columns")]
            .map(({{ scrollLeft }}) => scrollLeft)""")
        self.assertEqual(scrolled[0], scrolled[1])

    def test_a_row_in_full_and_what_opens(self):
        self.file("two.csv", "id,name,link\n1,one,https://example.org/1\n2,two,https://example.org/2\n")
        self.serve("two.csv")
        inside = f"{PICKER}.shadowRoot"
        self.firefox.evaluate(f"void {inside}.querySelector('.row .open').click()")
        self.firefox.wait_for(f"{inside}.querySelector('.details[open] a')?.href === 'https://example.org/1'")
        self.firefox.evaluate(f"void {inside}.querySelector('.details [title=Close]').click()")
        self.firefox.wait_for(f"{inside}.activeElement?.id === 'rows'")
        self.firefox.evaluate(f"void {inside}.querySelector('.export button').click()")
        self.firefox.wait_for(f"{inside}.querySelector('.export .popup').matches(':popover-open')")
        rows = self.firefox.evaluate(f"""(async () => {{
            const names = [];
            for await (const {{ values }} of {PICKER}.matchingRows()) names.push(values.name);
            return names.join();
        }})()""")
        self.assertEqual(rows, "one,two")

    def test_the_focus_comes_back_into_a_panel(self):
        self.file("fruit.csv", "id,kind,price\n" + "".join(f"{n},kind {n % 12},{n / 2}\n" for n in range(120)))
        self.serve("fruit.csv", "--facets", "kind")
        firefox, inside = self.firefox, f"{PICKER}.shadowRoot"
        box = f"[...{inside}.querySelectorAll('.values li')].find(({{ textContent }}) => textContent.includes('kind 5'))?.querySelector('input')"
        field = f"{inside}.querySelector('[data-attribute=price] .ends input')"

        firefox.wait_for(f"!!{box}")
        firefox.evaluate(f"void ({box}).focus()")
        self.lose()
        firefox.wait_for(f"{inside}.activeElement === ({box})")
        # Until the numbers are measured, there is no field.
        firefox.wait_for(f"{field}?.checkVisibility()")
        firefox.evaluate(f"void ({field}.focus(), {field}.select())")
        firefox.press("4")
        self.lose()
        firefox.wait_for(f"{inside}.activeElement === {field} && {field}.value === '4'")
        firefox.press("0\uE007")
        firefox.wait_for(f"{inside}.querySelector('[data-attribute=price] .minimum').ariaValueNow === '40'")

    def test_a_change_outlasts_a_lost_connection(self):
        database = sqlite3.connect(self.path("shop.db"), isolation_level=None)
        self.addCleanup(database.close)
        database.execute("CREATE TABLE shop (code TEXT PRIMARY KEY, name TEXT)")
        database.execute("INSERT INTO shop VALUES ('a', 'Apple')")
        self.serve("shop.db", "--table", "shop", "--write")
        firefox, inside = self.firefox, f"{PICKER}.shadowRoot"
        field = f"{inside}.querySelector('.cell-editor')"
        firefox.wait_for(f"!!{inside}.querySelector('.row')")
        firefox.evaluate(f"void ({PICKER}.rows.focus(), {PICKER}.rows.goToCell(1))")
        firefox.press("\uE032")
        firefox.wait_for(f"{inside}.activeElement === {field} && {field}.value === 'Apple'")
        firefox.press("Fi")
        self.lose()
        firefox.wait_for(f"{inside}.activeElement === {field} && {field}.value === 'Fi'")
        firefox.press("g\uE007")
        firefox.wait_for(f"{inside}.querySelector('.row').textContent.includes('Fig')")
        self.assertEqual(database.execute("SELECT name FROM shop").fetchone(), ("Fig",))

    def test_columns_sections_and_themes(self):
        self.file("fruit.csv", "id,name,kind\n" + "".join(f"{n},fruit {n},{'ab'[n % 2]}\n" for n in range(300)))
        self.serve("fruit.csv", "--section", "kind")
        firefox, inside = self.firefox, f"{PICKER}.shadowRoot"
        names = f"[...{inside}.querySelectorAll('.column .name')].map((name) => name.textContent).join()"
        box = (f"(({{ x, y, width, height }}) => [x, y, width, height].map(Math.round))"
               f"({inside}.querySelectorAll('.head')[%d]%s.getBoundingClientRect())")

        def drag(x, y, to):
            firefox.act("pointer", {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                        {"type": "pointerMove", "x": (x + to) // 2, "y": y}, {"type": "pointerMove", "x": to, "y": y},
                        {"type": "pointerUp", "button": 0})

        # The border of a column, and a heading.
        x, y, width, height = firefox.evaluate(box % (1, ""))
        grip = firefox.evaluate(box % (1, ".querySelector('.grip')"))
        drag(grip[0] + grip[2] // 2, y + height // 2, grip[0] + grip[2] // 2 + 80)
        firefox.wait_for(f"Math.abs(({box % (1, '')})[2] - {width + 80}) <= 2")
        target = firefox.evaluate(box % (2, ""))
        drag(x + 20, y + height // 2, target[0] + target[2] - 4)
        firefox.wait_for(f"{names} === 'id,kind,name'")
        self.assertEqual(firefox.evaluate(f"{PICKER}.model.query.sort.length"), 0)
        firefox.wait_for("location.search.includes('columns=')")
        # A section.
        firefox.evaluate(f"void {inside}.querySelector('.fold').click()")
        firefox.wait_for(f"{PICKER}.rows.layout.count === 150")
        firefox.wait_for(f"{inside}.querySelector('.row .cell:nth-of-type(2)')?.textContent === '1'")
        firefox.evaluate(f"void {inside}.querySelector('.fold-all').click()")
        firefox.wait_for(f"{inside}.querySelectorAll('.row').length === 0")
        firefox.evaluate(f"void {inside}.querySelector('.fold-all').click()")
        firefox.wait_for(f"{PICKER}.rows.layout.count === 300")
        # The theme.
        firefox.evaluate(f"void {inside}.querySelector('[name=theme][value=dark]').click()")
        ground = f"getComputedStyle({PICKER}).backgroundColor"
        firefox.wait_for(f"{ground} === 'rgb(18, 21, 25)'")
        # Changes that follow each other at once are written into the address together.
        firefox.wait_for("location.search.includes('kind%2Cname') && !location.search.includes('collapsed')")
        firefox.reload()
        firefox.wait_for(f"{PICKER}?.rows?.layout.count === 300 && {ground} === 'rgb(18, 21, 25)'")
        firefox.wait_for(f"{names} === 'id,kind,name'")
