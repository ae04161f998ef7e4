"""Large rows and many columns on the page: what is sent and what is laid out is bounded."""

from browser import expect
from test_web_list import ListTest


class Limits(ListTest):
    match = None

    def bytes(self, page):
        """Counts what the page's sockets receive from now on."""
        received = [0]

        def count(frame):
            received[0] += len(frame)
        page.on("websocket", lambda socket: socket.on("framereceived", count))
        return received

    def test_long_texts_are_cut_by_the_server(self):
        with open(self.path("long.csv"), "w", encoding="utf-8") as file:
            file.write("id,kind,text\n")
            for number in range(90):
                file.write(f'{number},k{number % 3},{number} {"word " * 4000}\n')
        page = self.serve("long.csv")
        expect(self.rows(page).first).to_be_visible()
        received = self.bytes(page)
        page.reload()
        expect(page.get_by_role("checkbox", name="k2 30")).to_be_visible()
        self.quiet(page)
        self.assertLess(received[0], 300_000)
        self.field(page).fill("77")
        expect(self.rows(page)).to_have_count(1)
        self.quiet(page)
        self.assertLess(received[0], 400_000)
        # Picked rows that are shown alone are cut, too.
        self.field(page).fill("")
        expect(self.rows(page).first).to_be_visible()
        page.get_by_role("checkbox", name="Select all").click()
        expect(self.picked(page)).to_have_text("90 picked")
        before = received[0]
        page.get_by_role("button", name="Show picked").click()
        expect(page.get_by_role("button", name="Show picked")).to_have_attribute("aria-pressed", "true")
        self.quiet(page)
        self.assertLess(received[0] - before, 200_000)
        self.field(page).fill("77")
        expect(self.rows(page)).to_have_count(1)
        # The row in full and a copy of it are not cut.
        self.enter(page)
        page.keyboard.press("Enter")
        value = page.locator(".details [data-attribute=text] .value")
        page.wait_for_function("(value) => value.textContent.length > 20_000", arg=value.element_handle())

    def test_columns_out_of_sight_have_no_cells(self):
        names = [f"c{number}" for number in range(500)]
        lines = [",".join(names)] + [",".join(f"{row}.{number}" for number in range(500)) for row in range(60)]
        self.file("wide.csv", "\n".join(lines) + "\n")
        page = self.serve("wide.csv")
        row = self.rows(page).first
        expect(row).to_be_visible()
        self.quiet(page)
        cells = row.locator(".cell")
        self.assertLess(cells.count(), 60)
        expect(cells.first).to_have_text("0")
        self.enter(page)
        # A cell far away comes with the key that leads to it.
        page.evaluate("document.querySelector('shortlist-picker').rows.aside(450)")
        current = self.rows(page).first.locator(".cell.current")
        expect(current).to_have_attribute("aria-colindex", "450")
        expect(current).to_be_in_viewport()
        page.wait_for_function("""() => {
            const { rows, columns } = document.querySelector("shortlist-picker");
            const name = rows.columns[449];
            const [cell] = rows.cells(name).map((cell) => cell.getBoundingClientRect());
            const heading = columns.headings.heading(name).element.getBoundingClientRect();
            return rows.cells(name).length > 20 && Math.abs(cell.x - heading.x) < 1;
        }""")
        self.assertLess(cells.count(), 60)
        expect(current).to_have_text("0.449")
        self.assertAccessible(page, "many columns", both=False)

    def test_values_out_of_sight_are_not_sent(self):
        names = ["id"] + [f"c{number}" for number in range(499)]
        self.file("wide.csv", ",".join(names) + "\n" + "".join(
            f"{row}," + ",".join(f"the value {row}.{number}" for number in range(499)) + "\n" for row in range(300)))
        page = self.serve("wide.csv")
        expect(self.rows(page).first).to_be_visible()
        received = self.bytes(page)
        page.reload()
        expect(self.rows(page).first).to_contain_text("the value 0.1")
        self.quiet(page)
        self.assertLess(received[0], 400_000)
        self.enter(page)
        page.evaluate("document.querySelector('shortlist-picker').rows.aside(450)")
        expect(page.locator(".cell.current")).to_have_text("the value 0.448")
        # What was seen before is still there.
        page.keyboard.press("Control+c")
        page.evaluate("document.querySelector('shortlist-picker').rows.aside(-448)")
        expect(page.locator(".cell.current")).to_have_text("the value 0.0")
        # A row in full, and a copy of it, have all columns.
        page.keyboard.press("Enter")
        expect(page.locator(".details [data-attribute=c300] .value")).to_have_text("the value 0.300")
