"""What stands beside the list on the page: values, numeric ranges, and the chips of filters."""

import json
import math
import re
import sqlite3
import time

from accessibility import AccessibleTest
from browser import expect
from support import until

# What the keys of the two-thumb slider do, by thumb, from the range 1.1 to 3.05 of 0.6 to 4.75.
KEYS = {
    "Minimum": {"ArrowRight": 1.15, "ArrowUp": 1.15, "ArrowLeft": 1.05, "ArrowDown": 1.05,
                "PageUp": 1.6, "PageDown": 0.6, "Home": 0.6, "End": 3.05},
    "Maximum": {"ArrowRight": 3.1, "ArrowUp": 3.1, "ArrowLeft": 3, "ArrowDown": 3,
                "PageUp": 3.55, "PageDown": 2.55, "Home": 1.1, "End": 4.75},
}


class PanelsTest(AccessibleTest):
    """A test that looks at panels."""

    def panel(self, page, attribute):
        return page.locator(f'details[data-attribute="{attribute}"]')

    def values(self, page, attribute):
        """The values of a facet with their counts, as they are shown."""
        lines = self.panel(page, attribute).locator(".values li")
        return [re.sub(r"\s+", " ", text).removesuffix("−").strip()
                for text in lines.all_inner_texts()]

    def expect_values(self, page, attribute, *values):
        lines = self.panel(page, attribute).locator(".values li")
        expect(lines).to_have_text([re.compile(rf"^\s*{re.escape(value)}\s*{count}\s*−$")
                                    for value, count in (text.rsplit(" ", 1) for text in values)])

    def thumb(self, page, end, attribute="price"):
        return page.get_by_role("slider", name=f"{end} {attribute}", exact=True)

    def expect_range(self, page, lower, upper, attribute="price"):
        for end, value in (("Minimum", lower), ("Maximum", upper)):
            expect(self.thumb(page, end, attribute)).to_have_attribute("aria-valuenow", str(value))

    def chips(self, page):
        return page.get_by_role("list", name=re.compile("^Filters?$")).get_by_role("button")


class Values(PanelsTest):
    def test_values_that_repeat(self):
        page = self.serve()
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        expect(page.locator("details.facet")).to_have_count(1)

    def test_values_that_repeat_in_other_sections_than_the_first(self):
        self.file("fruit.csv", self.content("fruit.csv") + "9,Fig,a kind of its own,1,1\n")
        page = self.serve("fruit.csv", "--section", "kind")
        expect(self.panel(page, "kind")).to_be_visible()
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2", "a kind of its own 1")

    def test_named_attributes(self):
        page = self.serve("fruit.csv", "--facets", "name,stock")
        self.expect_values(page, "stock", *(f"{value} 1" for value in (0, 3, 7, 12, 31, 40, 55)))
        expect(self.panel(page, "name").locator(".values li")).to_have_count(8)
        expect(page.locator("details.range h3")).to_have_text(["id", "price"])

    def test_including_and_excluding(self):
        page = self.serve()
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        expect(self.chips(page)).to_have_text(["kind: pome✕"])
        self.expect_range(page, 1.2, 2.8)
        # Included values are alternatives: the others are counted as if nothing were included.
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        page.get_by_role("checkbox", name=re.compile("^citrus")).check()
        self.expect_range(page, 0.6, 2.8)
        exclude = page.get_by_role("button", name="Exclude citrus")
        exclude.click()
        expect(exclude).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("checkbox", name=re.compile("^citrus"))).not_to_be_checked()
        expect(self.chips(page)).to_have_text(["kind: pome✕", "not kind: citrus✕"])
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 0")
        expect(self.panel(page, "kind").locator(".chosen")).to_have_text("2 chosen")
        exclude.click()
        expect(exclude).to_have_attribute("aria-pressed", "false")
        page.get_by_role("checkbox", name=re.compile("^pome")).uncheck()
        expect(self.chips(page)).to_have_count(0)
        self.expect_range(page, 0.6, 4.75)

    def test_columns_called_like_what_is_excluded_of_others(self):
        self.file("a.csv", "color,not color,size\n" + "".join(
            f"{color},{other},{size}\n" for size in range(2) for color in ("red", "blue") for other in ("red", "blue")))
        page = self.serve("a.csv", "--facets", "color,not color")
        self.expect_values(page, "color", "blue 4", "red 4")
        self.panel(page, "color").get_by_role("button", name="Exclude red").click()
        expect(self.chips(page)).to_have_text(["not color: red✕"])
        other = self.panel(page, "not color")
        expect(other.locator(".chosen")).to_have_text("")
        other.get_by_role("checkbox", name=re.compile("^red")).check()
        expect(page.locator(".total")).to_have_text("2 of 8 rows")
        # What is included is any of them, what is excluded is none of them.
        other.get_by_role("checkbox", name=re.compile("^blue")).check()
        expect(page.locator(".total")).to_have_text("4 of 8 rows")
        expect(other.locator(".chosen")).to_have_text("2 chosen")
        other.get_by_role("checkbox", name=re.compile("^red")).uncheck()
        expect(page.locator(".total")).to_have_text("2 of 8 rows")
        expect(self.chips(page)).to_have_text(["not color: red✕", "not color: blue✕"])
        page.reload()
        expect(self.chips(page)).to_have_text(["not color: red✕", "not color: blue✕"])
        expect(page.locator(".total")).to_have_text("2 of 8 rows")

    def test_an_address_keeps_long_numbers(self):
        self.file("long.csv", "id,n\n" + "".join(f"{row},{9007199254740993 + row % 2}\n" for row in range(5)))
        page = self.serve("long.csv", "--facets", "n")
        page.get_by_role("checkbox", name=re.compile("^9007199254740993")).check()
        for _ in range(2):
            expect(self.chips(page)).to_have_text(["n: 9007199254740993✕"])
            expect(page.locator(".total")).to_have_text("3 of 5 rows")
            page.reload()

    def test_a_key_cancels_the_counting_before_it(self):
        counting = HeldAnswers("list.facets", isHolding=False)
        page = self.open(self.start("serve", "fruit.csv", "--facets", "kind"), meet=counting.meet)
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        counting.isHolding = True
        page.evaluate("""() => {
            for (const panel of document.querySelector("shortlist-picker").panels) panel.recount?.();
        }""")
        until(lambda: page.wait_for_timeout(10) or counting.held, lambda: "nothing is counted")
        page.locator("#search").fill("ap")
        expect(page.locator(".row")).to_have_count(2)
        self.assertLessEqual({json.loads(answer)["id"] for answer in counting.held}, counting.cancelled)
        counting.send()
        # The values of what is shown then are counted all the same.
        self.expect_values(page, "kind", "pome 1", "stone 1")

    def test_counts_go_on_after_a_wrong_search(self):
        page = self.serve("fruit.csv", "--facets", "kind", "--match", "auto")
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        page.locator("#search").fill("price:x ")
        expect(page.locator(".remark")).to_be_visible()
        page.locator("#search").fill("ap")
        self.expect_values(page, "kind", "pome 1", "stone 1")

    def test_a_choice_moves_no_value(self):
        self.file("a.csv", "id,a,b\n" + "".join(
            f"{row},{'x' if row % 3 else 'y'},{'p' if row < 4 else 'q'}\n" for row in range(9)))
        page = self.serve("a.csv")
        self.expect_values(page, "b", "q 5", "p 4")
        self.expect_values(page, "a", "x 6", "y 3")
        page.get_by_role("button", name="Exclude x").click()
        self.expect_values(page, "a", "x 0", "y 3")
        self.expect_values(page, "b", "p 2", "q 1")

    def test_searching_inside(self):
        self.file("many.csv", "id,word\n" + "".join(
            f"{row},{word} {row % 60}\n" for row, word in enumerate(["left", "right"] * 120)))
        page = self.serve("many.csv")
        panel = self.panel(page, "word")
        expect(panel.locator(".values li")).to_have_count(8)
        panel.get_by_role("button", name="More values of word").click()
        expect(panel.locator(".values li")).to_have_count(48)
        search = panel.get_by_role("searchbox", name="Search values of word")
        search.fill("ri 5")
        self.expect_values(page, "word", *(
            f"right {number} 4" for number in (5, 51, 53, 55, 57, 59)))
        expect(panel.get_by_role("button", name="More values of word")).to_be_hidden()
        page.get_by_role("checkbox", name=re.compile("^right 57")).check()
        expect(self.chips(page)).to_have_text(["word: right 57✕"])
        search.fill("zz")
        expect(panel.get_by_text("No value has words that begin so.")).to_be_visible()
        search.press("ControlOrMeta+a")
        search.press("Backspace")
        # What is chosen is listed after the first values; how many rows it has was not asked.
        expect(panel.locator(".values li")).to_have_count(49)
        expect(panel.locator(".values li").last).to_have_text(re.compile(r"^right 57\s*−$"))
        expect(page.get_by_role("checkbox", name=re.compile("^right 57"))).to_be_checked()

    def test_lists(self):
        rows = [{"id": 1, "tags": ["a", "b"]}, {"id": 2, "tags": ["a"]}, {"id": 3, "tags": ["c", ""]}]
        self.file("tags.json", json.dumps(rows))
        page = self.serve("tags.json")
        self.expect_values(page, "tags", "a 2", "(empty) 1", "b 1", "c 1")
        for value in "ab":
            page.get_by_role("checkbox", name=re.compile(f"^{value} ")).check()
        self.expect_values(page, "tags", "a 2", "(empty) 1", "b 1", "c 1")
        page.get_by_label("Rows with all of them").check()
        # Only the row with both is left, and values are counted of it.
        self.expect_values(page, "tags", "a 1", "(empty) 0", "b 1", "c 0")
        expect(self.chips(page)).to_have_count(2)

    def test_keys(self):
        page = self.serve()
        box = page.get_by_role("checkbox", name=re.compile("^pome"))
        box.focus()
        box.press("Space")
        expect(box).to_be_checked()
        expect(box).to_be_focused()
        box.press("Tab")
        exclude = page.get_by_role("button", name="Exclude pome")
        expect(exclude).to_be_focused()
        exclude.press("Enter")
        expect(exclude).to_have_attribute("aria-pressed", "true")
        expect(exclude).to_be_focused()
        heading = self.panel(page, "kind").locator("summary")
        heading.press("Enter")
        expect(page.get_by_role("checkbox", name=re.compile("^pome"))).to_be_hidden()
        heading.press("Space")
        expect(page.get_by_role("checkbox", name=re.compile("^pome"))).to_be_visible()

    def test_hostile_values(self):
        values = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>',
                  "javascript:alert(1)", "' OR 1=1 --", "&amp;"]
        self.file("hostile.json", json.dumps(
            [{"id": row, "<b>v</b>": values[row % len(values)]} for row in range(20)]))
        page = self.serve("hostile.json")
        self.expect_values(page, "<b>v</b>", *(f"{value} 4" for value in sorted(values)))
        for value in values:
            page.get_by_role("checkbox", name=value).check()
            if value == values[2]:
                expect(self.chips(page)).to_have_text([f"<b>v</b>: {value}✕" for value in values[:3]])
        page.get_by_role("button", name="<b>v</b>: 5 values").click()
        expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_text(values)


class HeldAnswers:
    """Holds the answers to a method."""

    def __init__(self, method, isHolding=True):
        self.method, self.isHolding = method, isHolding
        self.ids, self.cancelled, self.held = set(), set(), []

    def meet(self, socket):
        server = socket.connect_to_server()

        def ask(message):
            for part in self.parts(message):
                if part["method"] == self.method: self.ids.add(part["id"])
                if part["method"] == "$/cancelRequest": self.cancelled.add(part["params"]["id"])
            server.send(message)

        def answer(message):
            for part in self.parts(message):
                isHeld = self.isHolding and part.get("id") in self.ids
                (self.held.append if isHeld else socket.send)(json.dumps(part))

        socket.on_message(ask)
        server.on_message(answer)
        self.socket = socket

    @staticmethod
    def parts(message):
        content = json.loads(message)
        return content if isinstance(content, list) else [content]

    def send(self):
        """Sends what is held, and holds nothing any more."""
        self.isHolding = False
        for message in self.held:
            self.socket.send(message)


class Ranges(PanelsTest):
    def test_rows_without_a_number_are_told(self):
        page = self.serve("fruit.csv", "--facets", "kind")
        thumb = page.get_by_role("slider", name="Minimum stock")
        note = page.locator("[data-attribute=stock] .note")
        expect(note).to_be_hidden()
        thumb.press("ArrowRight")
        expect(note).to_have_text("Left out: 1 row without a number.")
        page.get_by_role("button", name="Any stock").click()
        expect(note).to_be_hidden()

    def test_what_the_thumbs_say(self):
        page = self.serve()
        for end, limits in (("Minimum", (0.6, 4.75)), ("Maximum", (0.6, 4.75))):
            thumb = self.thumb(page, end)
            expect(thumb).to_have_attribute("aria-valuemin", str(limits[0]))
            expect(thumb).to_have_attribute("aria-valuemax", str(limits[1]))
            expect(thumb).to_have_attribute("aria-valuetext", re.compile(r"^[\d.]+, no limit$"))
            expect(thumb).to_have_attribute("tabindex", "0")
        self.thumb(page, "Minimum").press("PageUp")
        self.thumb(page, "Maximum").press("PageDown")
        self.expect_range(page, 1.1, 4.25)
        # What a thumb can be is bounded by the other one.
        expect(self.thumb(page, "Minimum")).to_have_attribute("aria-valuemax", "4.25")
        expect(self.thumb(page, "Maximum")).to_have_attribute("aria-valuemin", "1.1")
        expect(self.thumb(page, "Minimum")).to_have_attribute("aria-valuetext", "1.1")

    def test_the_focus_stays_where_the_person_moves_it_while_the_page_is_restored(self):
        page = self.serve(delay=50)
        self.thumb(page, "Minimum").press("PageUp")
        page.wait_for_url("**filters=**")
        page.add_init_script("""
            const watch = () => {
                const thumb = document.querySelector("shortlist-picker")?.shadowRoot
                    ?.querySelector("[data-attribute=price] .thumb");
                if (thumb?.checkVisibility()) thumb.focus();
                else setTimeout(watch);
            };
            watch();
        """)
        page.reload()
        page.evaluate("""async () => {
            await customElements.whenDefined("shortlist-picker");
            await document.querySelector("shortlist-picker").ready;
        }""")
        expect(self.thumb(page, "Minimum")).to_be_focused()
        page.keyboard.press("Home")
        self.expect_range(page, 0.6, 4.75)
        expect(self.chips(page)).to_have_count(0)

    def test_long_numbers_are_exact(self):
        database = sqlite3.connect(self.path("long.db"), isolation_level=None)
        self.addCleanup(database.close)
        database.execute("CREATE TABLE long (id INTEGER PRIMARY KEY, n INTEGER, share REAL)")
        least, greatest = 9007199254740993, 9223372036854775807
        database.executemany("INSERT INTO long VALUES (?, ?, ?)", [
            (index, n, 12345678901.25 + index) for index, n in enumerate([least, least + 2, least + 4, greatest])])
        page = self.serve("long.db", "--table", "long")
        self.expect_range(page, least, greatest, "n")
        expect(self.thumb(page, "Minimum", "n")).to_have_attribute("aria-valuetext", f"{least}, no limit")
        first, last = page.get_by_label("Least n"), page.get_by_label("Greatest n")
        expect(first).to_have_value(str(least))
        expect(last).to_have_value(str(greatest))
        # Each part of the histogram has the whole numbers that it counts.
        panel = self.panel(page, "n")
        panel.locator("summary").last.click()
        rows = panel.locator("tbody tr")
        expect(rows).to_have_count(30)
        cells = [int(cell) for cell in rows.locator("td").all_text_contents()]
        edges = [least + -(-(greatest - least) * part // 30) for part in range(30)]
        self.assertEqual(cells[0::3], edges)
        self.assertEqual(cells[1::3], [*(edge - 1 for edge in edges[1:]), greatest])
        self.assertEqual(cells[2::3], [3, *[0] * 28, 1])
        # What is typed is what is chosen, and what an address tells.
        first.fill(str(least + 1))
        first.press("Enter")
        last.fill(str(least + 4))
        last.press("Enter")
        for _ in range(2):
            expect(page.locator(".total")).to_have_text("2 of 4 rows")
            expect(self.chips(page)).to_have_text([f"n {least + 1} – {least + 4}✕"])
            expect(panel.locator("summary .chosen")).to_have_text(f"{least + 1} – {least + 4}")
            self.expect_range(page, least + 1, least + 4, "n")
            page.reload()
        # The ends that keys lead to are those that there are.
        self.thumb(page, "Minimum", "n").press("Home")
        expect(self.chips(page)).to_have_text([f"n ≤ {least + 4}✕"])
        self.expect_range(page, least, least + 4, "n")
        self.thumb(page, "Maximum", "n").press("End")
        expect(self.chips(page)).to_have_count(0)
        # Of other numbers only what is after the point is left out.
        panel = self.panel(page, "share")
        panel.locator("summary").last.click()
        expect(panel.locator("tbody tr").first).to_contain_text("12345678901")
        database.execute("DELETE FROM long WHERE id > 0")
        expect(self.panel(page, "n").locator(".note")).to_have_text(f"There is {least} only.")

    def test_keys_and_the_pointer_move_long_numbers(self):
        for least in (9007199254740993, 9223372036854775000):
            greatest = least + 100
            self.file("long.csv", "name,n\n" + "".join(f"row {index},{least + index}\n" for index in range(101)))
            page = self.serve("long.csv")
            lower, upper = self.thumb(page, "Minimum", "n"), self.thumb(page, "Maximum", "n")
            self.expect_range(page, least, greatest, "n")
            for key, value in (("ArrowRight", least + 1), ("PageUp", least + 11), ("ArrowLeft", least + 10)):
                lower.press(key)
                self.expect_range(page, value, greatest, "n")
            upper.press("ArrowLeft")
            self.expect_range(page, least + 10, greatest - 1, "n")
            upper.press("PageDown")
            self.expect_range(page, least + 10, greatest - 11, "n")
            expect(page.locator(".total")).to_have_text("80 of 101 rows")
            track = self.box(self.panel(page, "n").locator(".track"))
            thumb = self.box(upper)
            self.assertAlmostEqual(thumb["x"] + thumb["width"] / 2, track["x"] + track["width"] * 0.89, delta=1)
            page.mouse.click(track["x"] + track["width"] * 0.75, track["y"] + 1)
            expect(upper).to_have_attribute("aria-valuenow", re.compile(f"^({least + 74}|{least + 75}|{least + 76})$"))

    def test_nothing_can_be_chosen_until_there_are_bounds(self):
        connecting = HeldAnswers("number.connect")
        page = self.open(self.start("serve", "fruit.csv"), meet=connecting.meet)
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        expect(self.panel(page, "stock")).to_be_visible()
        expect(page.get_by_role("slider")).to_have_count(0)
        expect(page.get_by_label("Least stock")).to_be_hidden()
        connecting.send()
        self.expect_range(page, 0, 55, "stock")
        self.thumb(page, "Maximum", "stock").press("PageDown")
        expect(self.chips(page)).to_have_text(["stock ≤ 45✕"])

    def test_a_key_goes_on_from_what_the_address_says(self):
        reading = HeldAnswers("filter.get", isHolding=False)
        page = self.open(self.start("serve", "fruit.csv"), meet=reading.meet)
        self.expect_range(page, 0, 55, "stock")
        self.thumb(page, "Minimum", "stock").press("PageUp")
        self.thumb(page, "Maximum", "stock").press("PageDown")
        expect(self.chips(page)).to_have_text(["stock 10 – 45✕"])
        page.wait_for_url(re.compile("filters=.*45"))
        reading.isHolding = True
        page.reload()
        thumb = self.thumb(page, "Minimum", "stock")
        expect(thumb).to_have_attribute("aria-valuetext", "0, no limit")
        thumb.press("Home")
        self.thumb(page, "Maximum", "stock").press("ArrowDown")
        until(lambda: page.wait_for_timeout(10) or reading.held, lambda: "the filters are not read")
        reading.send()
        expect(self.chips(page)).to_have_text(["stock ≤ 44✕"])
        self.expect_range(page, 0, 44, "stock")

    def test_what_is_chosen_while_the_page_is_restored_stays(self):
        def type_the_least(page):
            page.get_by_label("Least stock").fill("20")
            page.get_by_label("Least stock").press("Enter")

        def click_in_the_middle(page):
            track = self.box(self.panel(page, "stock").locator(".track"))
            page.mouse.click(track["x"] + track["width"] * 0.4, track["y"] + 1)

        for choose, chip in ((type_the_least, "stock ≥ 20✕"), (click_in_the_middle, "stock ≥ 22✕")):
            with self.subTest(chip):
                reading = HeldAnswers("filter.get", isHolding=False)
                page = self.open(self.start("serve", "fruit.csv", "--facets", "kind"), meet=reading.meet)
                self.expect_range(page, 0, 55, "stock")
                self.thumb(page, "Minimum", "stock").press("PageUp")
                self.thumb(page, "Maximum", "stock").press("PageDown")
                page.wait_for_url(re.compile("filters=.*45"))
                other = self.open(self.served, meet=reading.meet)
                reading.isHolding = True
                other.goto(page.url)
                expect(self.thumb(other, "Minimum", "stock")).to_have_attribute("aria-valuetext", "0, no limit")
                choose(other)
                until(lambda: other.wait_for_timeout(10) or reading.held, lambda: "the filters are not read")
                reading.send()
                expect(self.chips(other)).to_have_text([chip])

    def test_what_is_chosen_after_back_stays(self):
        reading = HeldAnswers("filter.get", isHolding=False)
        page = self.open(self.start("serve", "fruit.csv", "--facets", "kind"), meet=reading.meet)
        box = page.get_by_role("checkbox", name=re.compile("^stone"))
        box.check()
        expect(self.chips(page)).to_have_text(["kind: stone✕"])
        page.wait_for_url(re.compile("stone"))
        reading.isHolding = True
        page.go_back()
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        until(lambda: page.wait_for_timeout(10) or reading.held, lambda: "the filters are not read")
        reading.send()
        expect(self.chips(page)).to_have_text(["kind: pome✕"])

    def test_every_key(self):
        page = self.serve()
        least, greatest = page.get_by_label("Least price"), page.get_by_label("Greatest price")
        for end, keys in KEYS.items():
            for key, value in keys.items():
                with self.subTest(end=end, key=key):
                    greatest.fill("3.05")
                    greatest.press("Enter")
                    least.fill("1.1")
                    least.press("Enter")
                    self.expect_range(page, 1.1, 3.05)
                    self.thumb(page, end).press(key)
                    self.expect_range(page, *(
                        (value, 3.05) if end == "Minimum" else (1.1, value)))
                    expect(self.thumb(page, end)).to_be_focused()

    def test_thumbs_stop_at_each_other_and_at_the_bounds(self):
        page = self.serve()
        lower, upper = self.thumb(page, "Minimum"), self.thumb(page, "Maximum")
        for key in ("ArrowLeft", "ArrowDown", "PageDown", "Home"):
            lower.press(key)
        for key in ("ArrowRight", "ArrowUp", "PageUp", "End"):
            upper.press(key)
        self.expect_range(page, 0.6, 4.75)
        expect(self.chips(page)).to_have_count(0)
        upper.press("Home")
        self.expect_range(page, 0.6, 0.6)
        for key in ("ArrowRight", "PageUp", "End"):
            lower.press(key)
        self.expect_range(page, 0.6, 0.6)
        expect(self.chips(page)).to_have_text(["price ≤ 0.6✕"])

    def test_order_of_tab_stops(self):
        page = self.serve()
        lower, upper = self.thumb(page, "Minimum"), self.thumb(page, "Maximum")
        lower.press("End")
        lower.press("Tab")
        expect(upper).to_be_focused()
        upper.press("Tab")
        expect(page.get_by_label("Least price")).to_be_focused()
        upper.press("Shift+Tab")
        expect(lower).to_be_focused()

    def test_other_keys_are_not_taken(self):
        page = self.serve()
        for key in ("Control+ArrowRight", "Alt+Home", "a", "Space", "Enter"):
            self.thumb(page, "Minimum").press(key)
        self.thumb(page, "Maximum").press("ArrowLeft")
        self.expect_range(page, 0.6, 4.7)

    def test_keys_choose_rows(self):
        page = self.serve()
        self.thumb(page, "Maximum", "stock").press("PageDown")
        expect(self.chips(page)).to_have_text(["stock ≤ 45✕"])
        self.expect_values(page, "kind", "pome 3", "stone 2", "citrus 1")
        # A key that is held down loses none of its steps to answers that are on their way.
        for _ in range(12):
            self.thumb(page, "Maximum", "stock").press("ArrowLeft")
        self.expect_range(page, 0, 33, "stock")
        expect(self.chips(page)).to_have_text(["stock ≤ 33✕"])

    def test_pointer(self):
        page = self.serve()
        page.wait_for_function("document.fonts.status === 'loaded'")
        track = self.panel(page, "price").locator(".track")
        self.expect_range(page, 0.6, 4.75)
        self.thumb(page, "Minimum").scroll_into_view_if_needed()
        box = self.box(track)

        def place(part):
            return box["x"] + part * box["width"], box["y"] + box["height"] / 2

        page.mouse.move(*place(0))
        page.mouse.down()
        page.mouse.move(*place(0.3), steps=5)
        expect(self.thumb(page, "Minimum")).to_be_focused()
        self.expect_range(page, 1.85, 4.75)
        # Rows follow while the thumb is held.
        self.expect_values(page, "kind", "stone 3", "pome 1")
        page.mouse.move(*place(1.5), steps=5)
        self.expect_range(page, 4.75, 4.75)
        page.mouse.move(*place(0.5), steps=5)
        page.mouse.up()
        page.mouse.move(*place(0.9), steps=5)
        self.expect_range(page, 2.7, 4.75)
        expect(self.chips(page)).to_have_text(["price ≥ 2.7✕"])
        # The track takes the nearer thumb along.
        page.mouse.click(*place(0.8))
        self.expect_range(page, 2.7, 3.9)
        page.mouse.click(*place(0.1))
        self.expect_range(page, 1, 3.9)
        expect(self.chips(page)).to_have_text(["price 1 – 3.9✕"])

    def test_sliding_for_long_does_not_ask_too_often(self):
        page = self.serve()
        self.expect_range(page, 0.6, 4.75)
        box = self.box(self.panel(page, "price").locator(".track"))
        page.mouse.move(box["x"], box["y"] + 2)
        page.mouse.down()
        page.evaluate("""() => {
            window.sent = 0;
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (data) { window.sent++; return send.call(this, data); };
        }""")
        start = time.monotonic()
        for turn in range(300):
            part = 0.3 + 0.3 * math.sin(turn / 5)
            page.mouse.move(box["x"] + part * box["width"], box["y"] + 2)
        page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 2)
        page.mouse.up()
        self.expect_range(page, 2.7, 4.75)
        expect(self.chips(page)).to_have_text(["price ≥ 2.7✕"])
        self.assertLess(page.evaluate("window.sent"), 80 * (time.monotonic() - start) + 20)

    def test_thumbs_at_one_place_can_be_taken_apart(self):
        page = self.serve()
        self.thumb(page, "Minimum").press("End")
        self.expect_range(page, 4.75, 4.75)
        box = self.box(self.panel(page, "price").locator(".track"))
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + box["width"], y)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, y, steps=4)
        page.mouse.up()
        self.expect_range(page, 2.7, 4.75)

    def test_fields(self):
        page = self.serve()
        least, greatest = page.get_by_label("Least price"), page.get_by_label("Greatest price")
        expect(least).to_have_value("0.6")
        least.fill("1.234")
        least.press("Enter")
        self.expect_range(page, 1.234, 4.75)
        expect(self.chips(page)).to_have_text(["price ≥ 1.234✕"])
        greatest.fill("1")
        greatest.press("Tab")
        self.expect_range(page, 1, 1)
        expect(least).to_have_value("1")
        for text in ("", "0"):
            least.fill(text)
            least.press("Enter")
            self.expect_range(page, 0.6, 1)
        page.get_by_role("button", name="Any price").click()
        self.expect_range(page, 0.6, 4.75)
        expect(self.chips(page)).to_have_count(0)

    def test_what_is_selected_to_be_typed_over_stays_selected(self):
        page = self.serve()
        least = page.get_by_label("Least price")
        expect(least).to_have_value("0.6")
        least.select_text()
        # The bounds change while the focus is in the field.
        page.get_by_role("button", name="Exclude citrus").dispatch_event("click")
        expect(least).to_have_value("1.2")
        page.keyboard.type("2")
        expect(least).to_have_value("2")
        page.keyboard.press("Enter")
        self.expect_range(page, 2, 4.75)

    def test_what_is_no_number_is_refused(self):
        page = self.serve()
        least = page.get_by_label("Least price")
        panel = self.panel(page, "price")
        for text in ("many", "1,5", "0x10", "1e999", "--1", "Infinity"):
            least.fill(text)
            least.press("Enter")
            expect(panel.get_by_text(f"A number is expected, not {text}.")).to_be_visible()
            expect(least).to_have_attribute("aria-invalid", "true")
        least.fill("50")
        least.press("Enter")
        expect(panel.get_by_text("outside of the bounds")).to_be_visible()
        expect(least).to_have_value("0.6")
        expect(self.chips(page)).to_have_count(0)

    def test_numbers_are_typed_as_they_are_written(self):
        self.file("many.csv", "id,price\n" + "".join(f"{n},{n * 10.5}\n" for n in range(1, 1001)))
        for locale, text, value, shown in (
                ("en-US", "1,990", 1990, "1990"), ("en-US", "1 990.5", 1990.5, "1990.5"),
                ("de-DE", "1990,5", 1990.5, "1990,5"), ("de-DE", "1.990,5", 1990.5, "1990,5")):
            with self.subTest(locale=locale, text=text):
                page = self.serve("many.csv", locale=locale)
                least = page.get_by_label(re.compile("^(Least price|price mindestens)$"))
                expect(least).to_have_value(re.compile("^10[.,]5$"))
                least.fill(text)
                least.press("Enter")
                expect(page.get_by_role("slider").first).to_have_attribute("aria-valuenow", str(value))
                expect(self.chips(page)).to_have_text([f"price ≥ {shown}✕"])
        expect(page.locator(".total")).to_have_text("811 von 1.000 Zeilen")

    def test_histogram(self):
        page = self.serve()
        panel = self.panel(page, "price")
        bars = panel.locator("svg.bars:not(.chosen) rect")
        expect(bars).to_have_count(30)
        expect(panel.locator("svg.bars").first).to_have_attribute("aria-hidden", "true")
        panel.get_by_text("Rows by price").click()
        rows = panel.locator("tbody tr")
        expect(rows).to_have_count(30)
        expect(rows.first).to_be_visible()
        # The text of a cell, unlike that of a row, does not depend on what the browser has laid out.
        cells = panel.locator("tbody td:nth-child(3)")
        counts = [int(text) for text in cells.all_text_contents()]
        self.assertEqual(sum(counts), 8)
        # Bars outside of the own choice are there still, and are cut out of those that stand out.
        self.thumb(page, "Minimum").press("End")
        self.expect_values(page, "kind", "stone 1")
        self.assertEqual([int(text) for text in cells.all_text_contents()], counts)
        clip = panel.locator("svg.chosen").evaluate("(bars) => getComputedStyle(bars).clipPath")
        self.assertRegex(clip, r"^inset\(0(px|%)? .*100%\)$")

    def test_a_bar_tells_its_numbers_to_the_pointer(self):
        page = self.serve()
        places = self.panel(page, "stock").locator("svg.bars path title")
        expect(places.last).to_have_text("54 – 55: 1 row")
        hit = self.panel(page, "stock").locator(".histogram").evaluate("""(drawing) => {
            const { left, top } = drawing.getBoundingClientRect();
            return drawing.getRootNode().elementFromPoint(left + 2, top + 1).textContent;
        }""")
        self.assertEqual(hit, "0 – 1: 1 row")

    def test_long_numbers_are_read_in_the_fields(self):
        self.file("long.csv", "id,amount,price,year\n1,0.25,11.69,1990\n2,1234567.125,9995.56,1991\n3,7,12,1992\n")
        for locale in ("en", "de"):
            page = self.serve("long.csv", locale=locale)
            # The panels below the ranges move when the ranges appear.
            expect(page.get_by_role("slider")).to_have_count(4)
            self.panel(page, "year").locator("> summary").click()
            for name in ("amount", "price", "year"):
                fields = self.panel(page, name).locator("input")
                expect(fields.last).to_be_visible()
                for width, room in fields.evaluate_all("(all) => all.map((field) => [field.scrollWidth, field.clientWidth])"):
                    self.assertLessEqual(width, room, name)
            # Both ends of a range of prices are in one line, and years leave room for the button, too.
            self.assertAlmostEqual(*(self.box(field)["y"] for field in (
                self.panel(page, "price").locator(".ends input").all())), delta=1)
            button = self.panel(page, "year").get_by_role("button")
            self.assertAlmostEqual(self.box(fields.first)["y"], self.box(button)["y"], delta=1)

    def test_whole_numbers_that_are_few_have_a_bar_each(self):
        self.file("a.csv", "id,seats\n" + "".join(f"{row},{row % 4 + 2}\n" for row in range(10)))
        page = self.serve("a.csv")
        bars = self.panel(page, "seats").locator("svg.bars:not(.chosen) rect")
        expect(bars).to_have_count(4)
        heights = bars.evaluate_all("(bars) => bars.map((bar) => bar.height.baseVal.value)")
        self.assertEqual(heights, [100, 100, 67, 67])

    def test_bars_of_whole_numbers_have_equally_many(self):
        self.file("a.csv", "id,year\n" + "".join(f"{row},{row + 1956}\n" for row in range(58)))
        page = self.serve("a.csv")
        bars = self.panel(page, "year").locator("svg.bars:not(.chosen) rect")
        expect(bars).to_have_count(29)
        heights = bars.evaluate_all("(bars) => bars.map((bar) => bar.height.baseVal.value)")
        self.assertEqual(set(heights), {100})
        panel = self.panel(page, "year")
        panel.get_by_text("Rows by year").click()
        rows = panel.locator("tbody tr")
        expect(rows.first).to_have_text("195619572")
        expect(rows.last).to_have_text("201220132")

    def test_bounds_follow_what_else_is_chosen(self):
        page = self.serve()
        self.thumb(page, "Minimum").press("End")
        self.thumb(page, "Minimum").press("PageDown")
        self.expect_range(page, 4.25, 4.75)
        # The value moves when it is counted again.
        self.expect_values(page, "kind", "stone 1")
        page.get_by_role("checkbox", name=re.compile("^stone")).check()
        expect(self.thumb(page, "Minimum")).to_have_attribute("aria-valuemin", "2.1")
        self.expect_range(page, 4.25, 4.75)
        # The choice is kept while nothing meets it, and holds again when something does.
        page.get_by_role("checkbox", name=re.compile("^stone")).uncheck()
        page.get_by_role("button", name="Exclude stone").click()
        note = self.panel(page, "price").get_by_text("No row that matches is in the chosen range.")
        expect(note).to_be_visible()
        expect(self.chips(page)).to_have_text(["price ≥ 4.25✕", "not kind: stone✕"])
        page.get_by_role("button", name="Exclude stone").click()
        expect(note).to_be_hidden()
        self.expect_range(page, 4.25, 4.75)

    def test_numbers_that_are_all_the_same_or_none(self):
        self.file("a.csv", "id,same,none\n1,5,\n2,5,\n")
        page = self.serve("a.csv", "--schema", "none:number")
        expect(self.panel(page, "same").get_by_text("There is 5 only.")).to_be_visible()
        expect(self.panel(page, "none").get_by_text("No row that matches has a number.")).to_be_visible()
        expect(page.get_by_role("slider")).to_have_count(0)


class FromRightToLeft(PanelsTest):
    def test_the_slider_is_mirrored(self):
        page = self.serve()
        self.expect_range(page, 0.6, 4.75)
        page.evaluate("document.documentElement.dir = 'rtl'")
        least, greatest = (self.thumb(page, end) for end in ("Minimum", "Maximum"))
        box = self.box(least)
        self.assertGreater(box["x"], self.box(greatest)["x"])
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] - 32, box["y"] + box["height"] / 2)
        page.mouse.up()
        expect(greatest).to_have_attribute("aria-valuenow", "4.75")
        expect(least).not_to_have_attribute("aria-valuenow", "0.6")
        before = float(least.get_attribute("aria-valuenow"))
        least.press("ArrowLeft")
        expect(least).not_to_have_attribute("aria-valuenow", str(before))
        self.assertGreater(float(least.get_attribute("aria-valuenow")), before)


class LateAnswers(PanelsTest):
    """What is chosen before the list has answered what was chosen before."""

    def test_choices_are_made_in_their_order(self):
        page = self.serve(delay=200)
        self.expect_range(page, 0.6, 4.75)
        for kind in ("stone", "pome"):
            page.get_by_role("checkbox", name=re.compile(f"^{kind}")).check()
        # All stone fruit costs more; it must not be asked of stone fruit alone.
        page.get_by_label("Least price").fill("2")
        page.get_by_label("Least price").press("Enter")
        expect(self.chips(page)).to_have_text(["kind: stone✕", "kind: pome✕", "price ≥ 2✕"])
        self.expect_range(page, 2, 4.75)

    def test_keys_go_on_from_the_choices_before_them(self):
        page = self.serve(delay=200)
        self.expect_range(page, 0.6, 4.75)
        for kind in ("stone", "pome"):
            page.get_by_role("checkbox", name=re.compile(f"^{kind}")).check()
        # Ten steps from the least price of all fruit would be below that of these.
        self.thumb(page, "Minimum").press("PageUp")
        self.thumb(page, "Minimum").press("ArrowRight")
        expect(self.chips(page)).to_have_text(["kind: stone✕", "kind: pome✕", "price ≥ 1.75✕"])
        self.expect_range(page, 1.75, 4.75)

    def test_an_open_end_follows_what_came_before_the_choice(self):
        database = sqlite3.connect(self.path("fruit.db"))
        self.addCleanup(database.close)
        database.execute("CREATE TABLE fruit (id INTEGER PRIMARY KEY, price REAL)")
        database.executemany("INSERT INTO fruit (price) VALUES (?)", [(1,), (2,), (3,), (4,)])
        database.commit()
        page = self.serve("fruit.db", "--table", "fruit", delay=200)
        self.expect_range(page, 1, 4)
        self.thumb(page, "Minimum").press("PageUp")
        # The choice is still on its way.
        database.execute("INSERT INTO fruit (price) VALUES (9)")
        database.commit()
        self.expect_range(page, 1.2, 9)
        # Afterwards, news are taken again.
        database.execute("INSERT INTO fruit (price) VALUES (12)")
        database.commit()
        self.expect_range(page, 1.2, 12)
        expect(self.chips(page)).to_have_text(["price ≥ 1.2✕"])

    def test_a_value_shows_at_once_what_is_chosen(self):
        page = self.serve(delay=200)
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        exclude = page.get_by_role("button", name="Exclude stone")
        exclude.click()
        self.assertEqual(exclude.get_attribute("aria-pressed"), "true")
        exclude.click()
        box = page.get_by_role("checkbox", name=re.compile("^pome"))
        page.get_by_role("button", name="Exclude pome").click()
        box.check()
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")
        expect(self.chips(page)).to_have_text(["kind: pome✕"])
        expect(exclude).to_have_attribute("aria-pressed", "false")
        expect(box).to_be_checked()


class Days(PanelsTest):
    def serve_days(self):
        self.file("days.csv", "id,day,at\n1,2024-01-05,2024-01-05T10:00:00Z\n"
                  "2,2024-02-05,2024-02-05T23:30:00Z\n3,2024-03-05,\n")
        page = self.serve("days.csv")
        expect(page.locator(".row")).to_have_count(3)
        # The panels below a histogram move when its bars appear.
        for name in ("at", "day"):
            self.panel(page, name).locator("> summary").click()
        return page

    def end(self, page, name, end):
        return page.get_by_role("group", name=name, exact=True).get_by_label(end)

    def expect_ids(self, page, *ids):
        expect(page.locator(".row .cell.first")).to_have_text([str(each) for each in ids])

    def test_days_choose_rows(self):
        page = self.serve_days()
        self.end(page, "day", "From").fill("2024-02-05")
        self.expect_ids(page, 2, 3)
        expect(self.chips(page)).to_have_text(["day ≥ 2024-02-05✕"])
        # A day is the whole day of an instant.
        self.end(page, "at", "To").fill("2024-02-05")
        self.expect_ids(page, 2)
        expect(self.panel(page, "at").locator("summary .chosen")).to_have_text("– 2024-02-05")
        self.assertAccessible(page, "days")
        page.get_by_role("button", name="Any day").click()
        self.expect_ids(page, 1, 2)
        expect(self.end(page, "day", "From")).to_have_value("")
        # The chip moves to the place of the one that was removed.
        expect(self.chips(page)).to_have_text(["at ≤ 2024-02-05✕"])
        page.get_by_role("button", name="Remove filter at ≤ 2024-02-05").click()
        self.expect_ids(page, 1, 2, 3)
        expect(self.end(page, "at", "To")).to_have_value("")

    def test_days_are_read_in_the_fields(self):
        field = self.end(self.serve_days(), "day", "From")
        expect(field).to_be_visible()
        room, needed = field.evaluate("""(field) => {
            const room = field.clientWidth;
            field.style.inlineSize = "max-content";
            return [room, field.clientWidth];
        }""")
        self.assertGreaterEqual(room, needed)

    def test_the_first_day_after_the_last_is_refused(self):
        page = self.serve_days()
        self.end(page, "day", "To").fill("2024-02-05")
        self.expect_ids(page, 1, 2)
        self.end(page, "day", "From").fill("2024-03-01")
        refusal = "The first day, 2024-03-01, is after the last, 2024-02-05."
        expect(self.panel(page, "day").get_by_text(refusal)).to_be_visible()
        expect(self.end(page, "day", "From")).to_have_attribute("aria-invalid", "true")
        self.assertAccessible(page, "days that are refused")
        self.expect_ids(page, 1, 2)
        self.end(page, "day", "To").fill("2024-04-01")
        self.expect_ids(page, 3)
        expect(self.panel(page, "day").get_by_text(refusal)).to_be_hidden()

    def test_keys(self):
        page = self.serve_days()
        self.end(page, "day", "From").focus()
        # Years that are still being typed choose nothing.
        page.keyboard.type("02012")
        expect(self.chips(page)).to_have_count(0)
        page.keyboard.type("024")
        self.expect_ids(page, 2, 3)
        expect(self.end(page, "day", "From")).to_be_focused()

    def test_addresses_keep_days(self):
        page = self.serve_days()
        self.end(page, "day", "From").fill("2024-02-05")
        self.expect_ids(page, 2, 3)
        page.wait_for_url(re.compile("2024"))
        page.reload()
        self.expect_ids(page, 2, 3)
        expect(self.chips(page)).to_have_text(["day ≥ 2024-02-05✕"])
        page.go_back()
        self.expect_ids(page, 1, 2, 3)
        address = page.url
        for days in ('["x",null]', '["2024-03-01","2024-02-01"]', "[null,null]", "[1,2]", '"x"'):
            with self.subTest(days):
                page.goto(address.split("?")[0] + '?filters=%7B"dates":%7B"day":' + days + "}}")
                self.expect_ids(page, 1, 2, 3)


    def bars(self, page, name):
        panel = self.panel(page, name)
        panel.locator("summary").last.click()
        expect(panel.locator("tbody tr").first).to_be_visible()
        return panel.locator("tbody tr")

    def test_bars(self):
        page = self.serve_days()
        panel = self.panel(page, "day")
        expect(panel.locator(".day-bars .bars").first.locator("rect")).to_have_count(10)
        rows = self.bars(page, "day")
        expect(rows.first).to_have_text("2024-01-012024-01-071")
        self.assertAccessible(page, "bars of days")
        # The bars are of what matches everything but their own filter.
        self.end(page, "day", "From").fill("2024-02-05")
        self.expect_ids(page, 2, 3)
        lower = lambda: float(panel.locator(".day-bars").evaluate("(bars) => bars.style.getPropertyValue('--lower')"))
        until(lambda: abs(lower() - 0.5) < 0.001, lambda: lower())
        expect(rows).to_have_count(10)
        self.end(page, "at", "To").fill("2024-01-31")
        expect(page.locator(".row")).to_have_count(0)
        expect(rows).to_have_count(1)

    def test_units_of_bars(self):
        for first, last, count, ticks in [
            ("2024-02-27", "2024-03-02", 5, ["Feb 27, 2024", "Mar 2, 2024"]),
            ("2023-11-30", "2024-03-01", 14, ["Nov 27, 2023", "Feb 26, 2024"]),
            ("2023-01-31", "2024-12-01", 24, ["Jan 2023", "Dec 2024"]),
            ("1999-12-31", "2024-06-01", 26, ["1999", "2024"]),
            ("1066-10-14", "2024-06-01", 20, ["1050", "2000"]),
            ("0001-01-01", "9999-12-31", 20, ["1", "9500"]),
        ]:
            with self.subTest(first=first, last=last):
                self.file("two.csv", f"id,day\n1,{first}\n2,{last}\n3,\n")
                page = self.serve("two.csv")
                panel = self.panel(page, "day")
                panel.locator("summary").first.click()
                expect(panel.locator(".ticks span").first).to_have_text(ticks[0])
                expect(panel.locator(".ticks span").last).to_have_text(ticks[1])
                expect(panel.locator(".day-bars .bars").first.locator("rect")).to_have_count(count)
                heights = panel.locator(".day-bars .bars").first.locator("rect").evaluate_all(
                    "(bars) => bars.filter((bar) => bar.getAttribute('height') !== '0').length")
                self.assertEqual(heights, 2)

    def test_no_days(self):
        self.file("none.csv", "id,day\n1,2024-01-05\n2,2024-01-06\n")
        page = self.serve("none.csv")
        panel = self.panel(page, "day")
        panel.locator("summary").first.click()
        expect(panel.locator(".day-bars")).to_be_visible()
        page.get_by_role("searchbox", name="Search", exact=True).fill("nothing")
        expect(panel.locator(".day-bars")).to_be_hidden()
        page.get_by_role("searchbox", name="Search", exact=True).fill("")
        expect(panel.locator(".day-bars")).to_be_visible()


class ChipsOfFilters(PanelsTest):
    def test_taking_out(self):
        page = self.serve()
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        page.get_by_role("checkbox", name=re.compile("^stone")).check()
        self.expect_range(page, 1.2, 4.75)
        self.thumb(page, "Minimum").press("PageUp")
        chips = self.chips(page)
        expect(chips).to_have_text(["kind: pome✕", "kind: stone✕", "price ≥ 1.7✕"])
        page.get_by_role("button", name="Remove filter price ≥ 1.7").click()
        self.expect_range(page, 1.2, 4.75)
        # The focus goes to the chip that is at its place now, or the last one.
        expect(chips.nth(1)).to_be_focused()
        chips.nth(0).focus()
        chips.nth(0).press("Enter")
        expect(chips).to_have_text(["kind: stone✕"])
        expect(chips.nth(0)).to_be_focused()
        expect(page.get_by_role("checkbox", name=re.compile("^pome"))).not_to_be_checked()
        expect(page.get_by_role("checkbox", name=re.compile("^stone"))).to_be_checked()

    def test_clearing(self):
        page = self.serve()
        expect(page.get_by_role("button", name="Clear all")).to_be_hidden()
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        expect(self.chips(page)).to_have_count(1)
        page.get_by_role("button", name="Clear all").click()
        expect(self.chips(page)).to_have_count(0)
        expect(page.get_by_role("button", name="Clear all")).to_be_hidden()
        expect(page.get_by_role("checkbox", name=re.compile("^pome"))).not_to_be_checked()
        page.get_by_role("checkbox", name=re.compile("^pome")).check()
        page.get_by_role("button", name="Exclude stone").click()
        # A key moves a thumb from where it is: what it chooses of other bounds may leave out nothing.
        self.expect_range(page, 1.2, 2.8)
        self.thumb(page, "Minimum").press("PageUp")
        expect(self.chips(page)).to_have_count(3)
        page.get_by_role("button", name="Clear all").click()
        expect(self.chips(page)).to_have_count(0)
        self.expect_range(page, 0.6, 4.75)
        self.expect_values(page, "kind", "pome 3", "stone 3", "citrus 2")

    def test_many_filters_of_an_attribute_are_one_chip(self):
        self.file("many.csv", "id,kind,size\n" + "".join(f"{n},kind {n % 60},{n % 3}x\n" for n in range(600)))
        page = self.serve("many.csv")
        page.evaluate("""async () => {
            const picker = document.querySelector("shortlist-picker");
            await picker.ready;
            picker.filters = { values: {
                kind: { any: Array.from({ length: 50 }, (_, n) => `kind ${n}`) }, size: { any: ["1x", "2x"] },
            } };
        }""")
        expect(self.chips(page)).to_have_text(["kind: 50 values", "size: 1x✕", "size: 2x✕"])
        chip = page.get_by_role("button", name="kind: 50 values")
        chip.click()
        popup = page.get_by_role("dialog", name="Filters of kind")
        expect(popup.get_by_role("listitem")).to_have_count(50)
        self.assertAccessible(page, "the filters of an attribute")
        popup.get_by_role("button", name="Remove filter kind: kind 7", exact=True).click()
        expect(popup.get_by_role("listitem")).to_have_count(49)
        expect(page.get_by_role("button", name="kind: 49 values")).to_be_visible()
        expect(popup.get_by_role("button", name="Remove filter kind: kind 8", exact=True)).to_be_focused()
        popup.get_by_role("button", name="Remove all").click()
        expect(self.chips(page)).to_have_text(["size: 1x✕", "size: 2x✕"])
        expect(self.chips(page).first).to_be_focused()

    def test_chips_have_two_lines_at_the_most(self):
        names = [f"attribute {n}" for n in range(30)]
        self.file("many.csv", ",".join(["id", *names]) + "\n" + "".join(
            ",".join([str(n), *("ab"[n % 2] for _ in names)]) + "\n" for n in range(10)))
        for width in (1280, 390):
            page = self.serve("many.csv", viewport={"width": width, "height": 800})
            page.evaluate("""async (names) => {
                const picker = document.querySelector("shortlist-picker");
                await picker.ready;
                picker.filters = { values: Object.fromEntries(names.map((name) => [name, { any: ["a"] }])) };
            }""", names)
            expect(self.chips(page)).to_have_count(30)
            expect(page.get_by_role("button", name="Clear all")).to_be_in_viewport(ratio=1)
            self.assertLess(self.box(page.locator(".chips-host"))["height"], 90)
            expect(page.locator(".row").first).to_be_in_viewport()
            page.get_by_role("button", name="Clear all").click()
            expect(self.chips(page)).to_have_count(0)

    def test_the_button_of_the_drawer_tells_how_many_there_are(self):
        for width in (390, 800):
            page = self.serve("fruit.csv", viewport={"width": width, "height": 844})
            toggle = page.locator(".toggle-filters")
            expect(toggle).to_have_accessible_name("Filters")
            expect(toggle.locator(".badge")).to_be_hidden()
            toggle.click()
            page.get_by_role("checkbox", name=re.compile("^pome")).check()
            page.get_by_role("checkbox", name=re.compile("^stone")).check()
            toggle.click()
            expect(toggle).to_have_accessible_name("Filters, 2 active")
            expect(toggle.locator(".badge")).to_have_text("2")
            self.assertAccessible(page, f"two filters behind a button, {width} pixels wide")
            page.get_by_role("button", name="Clear all").click()
            expect(toggle).to_have_accessible_name("Filters")

    def test_an_empty_list_says_what_to_take_back(self):
        page = self.serve()
        page.get_by_role("checkbox", name=re.compile("^stone")).check()
        page.get_by_role("searchbox", name="Search", exact=True).fill("apple")
        expect(page.get_by_text("No row matches.")).to_be_visible()
        expect(page.locator(".ways button")).to_have_text(
            ["Clear the search: 3 rows", "Remove “kind: stone”: 1 row"])
        self.assertAccessible(page, "nothing matches, with ways out")
        page.get_by_role("button", name="Remove “kind: stone”").click()
        expect(page.locator(".row")).to_have_count(1)
        expect(self.chips(page)).to_have_count(0)
        page.get_by_role("searchbox", name="Search", exact=True).fill("zzz")
        page.get_by_role("button", name="Clear the search: 8 rows").click()
        expect(page.locator(".row")).to_have_count(8)
        expect(page.get_by_role("searchbox", name="Search", exact=True)).to_be_focused()
