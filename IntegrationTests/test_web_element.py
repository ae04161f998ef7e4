"""The element in another page: its properties, its events, and its value in a form."""

import os
import re
import shutil

from browser import expect
from test_web_list import ListTest

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A form</title><link rel="icon" href="/icon.svg">
<script type="module" src="/own.js"></script>
<script type="module" src="/shortlist-picker.js"></script></head>
<body><main><form id="form">ELEMENT<input name="other" value="x" aria-label="Other"></form></main></body>
</html>
"""

# Records the events, and sets a property before the element is defined.
SCRIPT = """
document.documentElement.style.fontSize = "62.5%";
window.told = [];
const [picker] = document.querySelectorAll("shortlist-picker");
for (const name of ["pick", "query", "end"]) {
  document.addEventListener(name, ({ detail }) => {
    const { rows, ...rest } = detail;
    window.told.push([name, rest]);
    window.last = detail;
  });
}
customElements.whenDefined("shortlist-picker").then(async () => {
  await picker.ready;
  window.atFirst = [picker.count, picker.total];
});
if (picker.hasAttribute("late")) picker.selection = [4, 2];
"""


class Element(ListTest):
    def page(self, element='<shortlist-picker name="fruit"></shortlist-picker>', *arguments, command="serve", **options):
        folder = self.path("own")
        os.makedirs(folder, exist_ok=True)
        own = os.environ.get("SHORTLIST_TEST_PAGES")
        if own:
            shutil.copytree(own, folder, dirs_exist_ok=True)
        for name, text in (("index.html", PAGE.replace("ELEMENT", element)), ("own.js", SCRIPT)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        page = self.open(self.start(command, "fruit.csv", *arguments, "--pages", folder), **options)
        expect(self.rows(page).first).to_be_visible()
        # The styles are separate files, which may load after the rows.
        expect(page.locator(".frame").first).to_have_css("display", "flex")
        page.evaluate("document.querySelector('shortlist-picker').ready")
        return page

    def told(self, page, name):
        return page.evaluate("(name) => told.filter(([event]) => event === name).map(([, detail]) => detail)", name)

    def get(self, page, expression):
        return page.evaluate(f"(async (picker) => {expression})(document.querySelector('shortlist-picker'))")

    def test_the_page_is_told_what_is_picked(self):
        page = self.page()
        self.quiet(page)
        self.assertEqual(self.told(page, "pick"), [])
        self.row(page, "Plum").click()
        self.row(page, "Pear").click()
        expect(self.picked(page)).to_have_text("2 picked")
        self.assertEqual(self.told(page, "pick"), [{"count": 1, "ids": [4]}, {"count": 2, "ids": [4, 2]}])
        rows = page.evaluate("last.rows()")
        self.assertEqual([(row["id"], row["values"]["name"]) for row in rows], [(4, "Plum"), (2, "Pear")])

    def test_the_page_sets_and_reads_what_is_shown(self):
        page = self.page()
        self.get(page, '{ picker.query = { search: "p", sort: [{ by: "price", order: "descending" }] } }')
        expect(self.field(page)).to_have_value("p")
        expect(self.rows(page).first).to_contain_text("Quince")
        self.get(page, '{ picker.filters = { values: { kind: { any: ["stone"] } } } }')
        self.expect_names(page, "Plum")
        self.assertEqual(self.get(page, "picker.query"), {
            "search": "p", "match": "words", "sort": [{"by": "price", "order": "descending"}], "sections": None})
        self.assertEqual(self.get(page, "picker.filters"), {"values": {"kind": {"any": ["stone"]}}})
        self.assertEqual(self.get(page, "picker.total"), 1)
        rows = self.get(page, "{ const all = []; for await (const { id } of picker.matchingRows()) all.push(id); return all; }")
        self.assertEqual(rows, [4])
        self.get(page, "{ picker.selection = [1, 3] }")
        expect(self.picked(page)).to_have_text("2 picked (2 not among those that match)")
        self.get(page, "picker.select([5])")
        self.get(page, "picker.deselect([1])")
        expect(self.picked(page)).to_contain_text("2 picked")
        self.assertEqual(self.get(page, "picker.value"), [3, 5])
        self.field(page).fill("")
        expect(self.rows(page)).to_have_count(3)
        self.assertEqual(self.told(page, "query")[-1]["search"], "")
        self.assertEqual(self.told(page, "query")[-1]["filters"], {"values": {"kind": {"any": ["stone"]}}})

    def test_what_is_set_at_once_holds_together(self):
        page = self.page()
        self.quiet(page)
        self.get(page, '''{
            picker.query = { search: "p", sort: [{ by: "price", order: "descending" }] };
            picker.filters = { values: { kind: { not: ["pome"] } } };
            picker.query = { sections: "kind" };
        }''')
        self.expect_names(page, "Plum")
        expect(page.locator(".heading")).to_have_count(1)
        self.assertEqual(self.get(page, "picker.query"), {
            "search": "p", "match": "words", "sort": [{"by": "price", "order": "descending"}], "sections": "kind"})
        self.assertEqual(self.get(page, "picker.filters"), {"values": {"kind": {"not": ["pome"]}}})

    def test_the_page_is_told_what_the_person_changes(self):
        page = self.page()
        self.quiet(page)
        self.get(page, '{ picker.query = "p"; picker.filters = { values: { kind: { any: ["stone"] } } } }')
        self.expect_names(page, "Plum")
        self.assertEqual(self.told(page, "query"), [])
        self.field(page).fill("pl")
        page.locator(".chip").click()
        expect(page.locator(".chip")).to_have_count(0)
        self.assertEqual([(told["search"], told["filters"]) for told in self.told(page, "query")],
                         [("pl", {"values": {"kind": {"any": ["stone"]}}}), ("pl", {})])

    def test_attributes_and_early_properties(self):
        filters = '{&quot;values&quot;:{&quot;kind&quot;:{&quot;not&quot;:[&quot;citrus&quot;]}}}'
        page = self.page(f'<shortlist-picker late query="p" filters="{filters}"></shortlist-picker>')
        self.expect_names(page, "Apple", "Pear", "Plum", "Quince")
        expect(page.locator(".chip")).to_have_count(1)
        expect(self.picked(page)).to_contain_text("2 picked")
        self.assertEqual(self.get(page, "picker.selection"), [4, 2])
        self.get(page, '{ picker.setAttribute("query", "pl") }')
        self.expect_names(page, "Plum")
        self.get(page, '{ picker.setAttribute("selection", "[1]") }')
        expect(self.picked(page)).to_contain_text("1 picked")

    def test_numbers_are_known_when_there_is_a_list(self):
        page = self.page('<shortlist-picker query="p"></shortlist-picker>', delay=100)
        self.assertEqual(page.evaluate("atFirst"), [0, 4])

    def test_a_form_sends_the_ids(self):
        page = self.page('<shortlist-picker name="fruit"></shortlist-picker>', "--min", "2")
        entries = 'document.forms[0] && [...new FormData(document.forms[0])].map(([name, value]) => `${name}=${value}`)'
        self.assertEqual(page.evaluate(entries), ["other=x"])
        self.assertFalse(page.evaluate("document.forms[0].checkValidity()"))
        self.row(page, "Plum").click()
        self.row(page, "Pear").click()
        expect(self.picked(page)).to_contain_text("2 of at least 2 picked")
        self.assertEqual(page.evaluate(entries), ["fruit=4", "fruit=2", "other=x"])
        self.assertTrue(page.evaluate("document.forms[0].checkValidity()"))
        page.evaluate("document.forms[0].reset()")
        expect(self.picked(page)).to_contain_text("0 of")

    def test_the_end_tells_the_rows(self):
        page = self.page('<shortlist-picker></shortlist-picker>', command="pick")
        self.row(page, "Plum").click()
        expect(self.picked(page)).to_have_text("1 picked")
        self.get(page, "picker.accept()")
        expect(page.get_by_role("heading", name="Done. 1 row picked.")).to_be_visible()
        self.assertEqual(self.told(page, "end"), [{"accepted": True, "count": 1, "ids": [4]}])
        self.assertEqual(page.evaluate("last.rows()")[0]["values"]["name"], "Plum")
        self.assertEqual(self.served.result()[0], 0)

    def test_sizes_are_those_of_the_element(self):
        """The page around has letters of 10 pixels."""
        page = self.page()
        self.assertEqual(self.row(page, "Plum").evaluate("(row) => getComputedStyle(row).fontSize"), "14px")
        self.assertEqual(self.box(self.row(page, "Plum"))["height"], 36)
        self.assertGreaterEqual(self.box(self.field(page))["height"], 32)
        expect(page.get_by_role("button", name="Filters", exact=True)).to_be_hidden()
        expect(page.get_by_role("heading", level=2, name="fruit.csv")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_count(0)

    def test_text_properties_of_the_page_stay_outside(self):
        page = self.page()
        page.evaluate("Object.assign(document.body.style, { textTransform: 'uppercase', letterSpacing: '0.2em', "
                      "wordSpacing: '1em', textAlign: 'center', textIndent: '2em' })")
        self.assertEqual(page.locator(".cell", has_text="Plum").evaluate(
            "(cell) => ['textTransform', 'letterSpacing', 'wordSpacing', 'textIndent'].map("
            "(name) => getComputedStyle(cell)[name])"), ["none", "normal", "0px", "0px"])

    def test_an_element_below_the_window_keeps_its_height(self):
        page = self.page()
        self.get(page, "{ picker.style.blockSize = '300px'; picker.style.marginBlockStart = '1500px' }")
        height = "picker.shadowRoot.querySelector('.frame').getBoundingClientRect().height"
        self.assertGreater(self.get(page, height), 250)
        page.set_viewport_size({"width": 1100, "height": 600})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.assertGreater(self.get(page, height), 250)

    def test_long_ids_in_attributes_are_exact(self):
        self.file("fruit.csv", "id,name\n9007199254740993,Plum\n9007199254740992,Pear\n")
        page = self.page('<shortlist-picker selection="[ 9007199254740993 ]"></shortlist-picker>')
        expect(self.row(page, "Plum")).to_have_attribute("aria-selected", "true")
        expect(self.row(page, "Pear")).to_have_attribute("aria-selected", "false")

    def test_parts_have_styles_of_the_page(self):
        page = self.page()
        for part in ("header", "title", "search", "filters", "list", "columns", "row", "footer"):
            self.assertGreater(page.evaluate(
                "(part) => document.querySelector('shortlist-picker').shadowRoot.querySelectorAll(`[part~=${part}]`).length",
                part), 0, part)
        self.assertEqual(page.get_by_role("heading", name=re.compile("fruit")).count(), 1)

    def test_two_elements(self):
        page = self.page('<shortlist-picker></shortlist-picker><shortlist-picker></shortlist-picker>')
        one, other = (page.locator("shortlist-picker").nth(index) for index in range(2))
        one.locator("#search").fill("plum")
        expect(one.locator(".row")).to_have_count(1)
        expect(other.locator(".row").first).to_be_visible()
        self.assertGreater(other.locator(".row").count(), 1)
