"""The page in other languages than English, and from right to left, in both browsers."""

import json
import os
import re
import shutil

from accessibility import AccessibleTest
from browser import WebTest, expect
from firefox import Firefox
from support import until
from test_web_list import ListTest

PAGE = os.path.join(os.path.dirname(__file__), "..", "Sources", "ShortlistWeb", "Page")
LANGUAGES = ("ar", "de", "ja", "pl")

# The texts and the names of all elements of the picker that hold no data.
OURS = """(() => {
    const { shadowRoot } = document.querySelector("shortlist-picker");
    const data = ".row, .title, .heading .name, .keys th, option:not(:first-child), .values, .names span, dt, dd, h2, h3";
    const texts = [];
    for (const element of shadowRoot.querySelectorAll("*")) {
        for (const name of ["aria-label", "placeholder", "title"]) texts.push(element.getAttribute(name));
        if (element.matches("style") || element.closest(data)) continue;
        for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    }
    return texts.filter(Boolean);
})()"""


def source(name):
    with open(os.path.join(PAGE, name), encoding="utf-8") as file:
        return file.read()


class Texts(WebTest):
    def table(self, page, language):
        """The texts of a language."""
        return page.evaluate("(language) => import(`/words-${language}.js`).then((texts) => Object.values(texts)[0])", language)

    def test_every_text_is_in_every_language_with_all_its_plurals(self):
        page = self.serve()
        files = [name for name in os.listdir(PAGE)
                 if re.fullmatch(r"[\w-]+\.js", name) and not name.startswith("words")]
        sources = "".join(source(name) for name in files)
        used = {json.loads(key) for key in re.findall(r'phrase\(\s*("[^"]+")', sources)}
        self.assertGreater(len(used), 140)
        keys = None
        for language in LANGUAGES:
            texts = self.table(page, language)
            keys = keys or set(texts)
            self.assertEqual(set(texts), keys, language)
            self.assertEqual(used - keys, set(), language)
            categories = set(page.evaluate(
                "(language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories", language))
            for key, text in texts.items():
                with self.subTest(language=language, key=key):
                    forms = [text] if isinstance(text, str) else list(text.values())
                    if not isinstance(text, str):
                        self.assertLessEqual(categories - {"other"}, set(text))
                    for form in forms:
                        names = set(re.findall(r"\{\w+\}", form))
                        self.assertLessEqual(names, set(re.findall(r"\{\w+\}", key)))

    def test_the_page_has_no_english_text_for_a_reader_of_another_language(self):
        page = self.serve("fruit.csv", "--section", "kind", "--where", "stock:>0", locale="ja-JP")
        expect(page.locator(".row").first).to_be_visible()
        # The rows move when the chip of the fixed filter appears.
        expect(page.locator(".locked")).to_be_visible()
        page.locator(".row").first.click()
        expect(page.locator(".picked")).to_have_text("1 行を選択")
        page.locator(".rows").focus()
        page.keyboard.press("Alt+Enter")
        expect(page.locator(".details")).to_be_visible()
        names = {"CSV", "JSON", "JSON lines", "fruit", "csv", "stock", "price", "kind", "name", "Shift", "pome", "Apple"}
        for text in page.evaluate(OURS):
            words = re.findall(r"[A-Za-z]{3,}(?: lines)?", text)
            self.assertLessEqual(set(words), names | {"citrus", "stone"}, text)
        self.assertEqual(page.evaluate("document.documentElement.lang"), "ja-JP")

    def test_plurals(self):
        page = self.serve(locale="pl-PL")
        total = page.locator(".total")
        expect(total).to_have_text("8 wierszy")
        told = page.evaluate("""async () => {
            const { Words } = await import("/words.js");
            const words = new Words("pl");
            await words.ready;
            return [1, 2, 5, 22, 1.5].map(words.countedRows);
        }""")
        self.assertEqual(told, ["1 wiersz", "2 wiersze", "5 wierszy", "22 wiersze", "1,5 wiersza"])

    def test_english_where_there_are_no_texts(self):
        page = self.serve(locale="fr-FR")
        expect(page.locator(".total")).to_have_text("8 rows")
        self.assertEqual(page.evaluate("document.documentElement.lang"), "en")


class Numbers(WebTest):
    def lines(self, count):
        self.file("numbers.csv", "id,price\n" + "".join(f"{n},{n / 2}\n" for n in range(1, count + 1)))

    def test_what_is_shown_can_be_typed(self):
        self.lines(3000)
        page = self.serve("numbers.csv", locale="de-DE")
        expect(page.locator(".total")).to_have_text("3.000 Zeilen")
        field = page.get_by_role("textbox", name="price mindestens")
        expect(field).to_have_value("0,5")
        field.fill("1.000,5")
        field.press("Enter")
        expect(page.locator(".total")).to_have_text("1.000 von 3.000 Zeilen")
        expect(field).to_have_value("1000,5")
        expect(page.locator(".chip").first).to_contain_text("price ≥ 1000,5")
        expect(page.get_by_role("slider", name="Mindestwert price")).to_have_attribute("aria-valuetext", "1000,5")
        number = page.get_by_role("textbox", name="Zeile")
        number.fill("1.000")
        number.press("Enter")
        expect(page.locator(".row.active")).to_contain_text("3000")

    def test_digits_of_the_language(self):
        self.lines(3000)
        page = self.serve("numbers.csv", locale="ar-EG")
        expect(page.locator(".total")).to_have_text("٣٬٠٠٠ صف")
        number = page.get_by_role("textbox", name="الصف")
        number.fill("٢٬٩٩٩")
        number.press("Enter")
        expect(page.locator(".row.active")).to_contain_text("2999")


LONG = "id,latin,hebrew,arabic,last\n" + "".join(
    f"{n},{'some words of Latin ' * (n % 3 + 1)},{'מילים בעברית ' * (n % 4)},{'كلمات عربية ' * (n % 5)},x\n" for n in range(12))

# The texts in two lines of rows whose beginning cannot be read, and those that are cut although others follow them.
BROKEN = """((root) => [...root.querySelectorAll(".row")].flatMap((row) => {
    const cells = [...row.querySelectorAll(".cell:not(.empty)")];
    const edge = row.getBoundingClientRect();
    const begins = (cell) => {
        const range = document.createRange();
        range.setStart(cell.firstChild, 0);
        range.setEnd(cell.firstChild, 1);
        const { left, right } = range.getBoundingClientRect();
        const box = cell.getBoundingClientRect();
        return left >= Math.max(box.left, edge.left + 24) - 1 && right <= Math.min(box.right, edge.right - 24) + 1;
    };
    const isCut = (cell) => cell.scrollWidth > cell.clientWidth;
    // For the last ones there may be no room.
    const seen = cells.filter((cell) => cell.getBoundingClientRect().width > 32);
    return [...seen.filter((cell) => !begins(cell)), ...seen.slice(1, -1).filter(isCut)].map((cell) => cell.textContent);
}))"""


class Directions(AccessibleTest):
    def test_from_right_to_left(self):
        page = self.serve("fruit.csv", "--section", "kind", locale="ar-EG")
        expect(page.locator(".row").first).to_be_visible()
        self.assertEqual(page.locator(".frame").evaluate("(frame) => getComputedStyle(frame).direction"), "rtl")
        self.assertAccessible(page, "from right to left")
        list_, first = self.box(page.locator(".list")), self.box(page.locator(".row .cell.first").first)
        self.assertGreater(first["x"] + first["width"], list_["x"] + list_["width"] - 60)
        # The arrow of a heading is in sight.
        fold = self.box(page.locator(".fold").first)
        self.assertLessEqual(fold["x"] + fold["width"], list_["x"] + list_["width"])
        # The least value is at the right, and goes to the left.
        slider = page.get_by_role("slider").first
        least = slider.get_attribute("aria-valuenow")
        slider.focus()
        page.keyboard.press("ArrowLeft")
        self.assertGreater(float(slider.get_attribute("aria-valuenow")), float(least))

    def test_columns_begin_at_the_right_edge_and_stay_below_their_headings(self):
        names = ["name"] + [f"column {number}" for number in range(12)]
        rows = [",".join(f"{name} {row}" for name in names) for row in range(200)]
        self.file("wide.csv", ",".join(names) + "\n" + "\n".join(rows) + "\n")
        for size in ({"width": 1280, "height": 700}, {"width": 390, "height": 700}):
            page = self.serve("wide.csv", locale="ar", viewport=size)
            places = """(picker) => {
                const { shadowRoot: root } = picker;
                const [viewport, columns] = [root.querySelector(".viewport"), root.querySelector(".columns")];
                const edges = (element) => [element.getBoundingClientRect().left, element.getBoundingClientRect().right];
                const row = root.querySelector(".row");
                return {
                    scrolled: [viewport.scrollLeft, columns.scrollLeft], pin: edges(columns.querySelector(".pin")),
                    heads: [...columns.querySelectorAll(".head")].map(edges),
                    cells: [...row.querySelectorAll(".cell")].map(edges), isGrid: getComputedStyle(row).display === "grid",
                };
            }"""
            picker = page.locator("shortlist-picker")
            expect(page.locator(".row").first).to_be_visible()
            until(lambda: picker.evaluate(places)["scrolled"] == [0, 0], lambda: picker.evaluate(places))
            shown = picker.evaluate(places)
            self.assertLessEqual(shown["heads"][0][1], shown["pin"][0] + 1)
            # The second column is not below the first one, which is frozen.
            self.assertLessEqual(shown["heads"][1][1], shown["heads"][0][0] + 1)
            if not shown["isGrid"]:
                continue

            def are_aligned():
                shown = picker.evaluate(places)
                # The cells that are drawn are those near what is in sight.
                return all(any(abs(cell[0] - head[0]) < 1.5 for head in shown["heads"]) for cell in shown["cells"])

            until(are_aligned, lambda: picker.evaluate(places))
            page.locator(".viewport").evaluate("(viewport) => { viewport.scrollLeft = -100000; }")
            until(lambda: picker.evaluate(places)["scrolled"][0] < -100 and are_aligned(),
                       lambda: picker.evaluate(places))

    def test_the_first_column_is_below_its_heading_whatever_its_texts_are(self):
        self.file("names.csv", "name,age\nDavid,1\nשלום,2\nمرحبا,3\n")
        for locale, side in (("en", "left"), ("ar", "right")):
            page = self.serve("names.csv", locale=locale)
            expect(page.locator(".row")).to_have_count(3)
            texts = page.locator(":is(.column .name, .row .cell.first)")
            edges = texts.evaluate_all("""(texts, side) => texts.map((text) => {
                const range = document.createRange();
                range.selectNodeContents(text);
                return range.getBoundingClientRect()[side];
            })""", side)
            # The headings of both columns, and the texts of the first one.
            self.assertEqual(len(edges), 5)
            for edge in edges[2:]:
                self.assertAlmostEqual(edge, edges[0], delta=1)

    def test_latin_values_keep_their_beginning(self):
        self.file("long.csv", "id,kind\n" + "".join(f"{n},{'a kind of a very long name ' * 2}{n % 2}\n" for n in range(20)))
        page = self.serve("long.csv", locale="ar-EG")
        value = page.locator(".values .value").first
        expect(value).to_be_visible()
        self.assertEqual(value.evaluate("(value) => getComputedStyle(value).direction"), "ltr")

    def test_the_sign_of_a_number_stands_before_it(self):
        self.file("signs.csv", "name,n\n" + "".join(f"x {n},-{n + 10}\n" for n in range(3)))
        signs = """(cell) => {
            const range = document.createRange();
            const at = (offset) => {
                range.setStart(cell.firstChild, offset);
                range.setEnd(cell.firstChild, offset + 1);
                return range.getBoundingClientRect().left;
            };
            return at(0) < at(1);
        }"""
        served = self.start("serve", "signs.csv", "--facets", "n")
        for width in (1280, 390):
            page = self.open(served, locale="ar-EG", viewport={"width": width, "height": 844})
            self.assertTrue(page.locator(".row .cell.number").first.evaluate(signs))
            page.locator(".row .open").first.click()
            value = page.locator('.details [data-attribute="n"] .value')
            expect(value).to_have_text("-10")
            self.assertTrue(value.evaluate(signs))
            # It begins where the others do.
            others = page.locator('.details [data-attribute="name"] .value')
            right = "(value) => { const range = document.createRange(); range.selectNodeContents(value); return range.getBoundingClientRect().right; }"
            self.assertAlmostEqual(value.evaluate(right), others.evaluate(right), delta=2)
            page.keyboard.press("Escape")
            if width == 1280:
                page.locator(".values label").first.click()
                self.assertTrue(page.locator(".values .value").first.evaluate(signs))
                expect(page.locator(".chip")).to_have_count(1)

    def test_the_sign_of_a_number_stands_before_it_in_a_chip(self):
        self.file("signs.csv", "name,الفرق\n" + "".join(f"x {n},-{n % 3 + 10}\n" for n in range(9)))
        for arguments, filters in (
                (("--facets", "الفرق"), {"values": {"الفرق": {"any": [-10]}}}), ((), {"numbers": {"الفرق": [-11, None]}})):
            page = self.serve("signs.csv", *arguments)
            page.evaluate("""async (filters) => {
                const picker = document.querySelector("shortlist-picker");
                await picker.ready;
                picker.filters = filters;
            }""", filters)
            chip = page.locator(".chip span").first
            expect(chip).to_contain_text("-1")
            self.assertTrue(chip.evaluate("""(chip) => {
                const range = document.createRange();
                const text = chip.firstChild;
                const left = (sign) => {
                    range.setStart(text, text.data.indexOf(sign));
                    range.setEnd(text, text.data.indexOf(sign) + 1);
                    return range.getBoundingClientRect().left;
                };
                return left("-") < left("1");
            }"""))

    def test_rows_of_two_lines_show_where_texts_begin(self):
        self.file("long.csv", LONG)
        served = self.start("serve", "long.csv")
        for locale in ("ar-EG", "en"):
            page = self.open(served, locale=locale, viewport={"width": 390, "height": 844})
            expect(page.locator(".row")).to_have_count(12)
            self.assertEqual(page.evaluate(f"{BROKEN}(document.querySelector('shortlist-picker').shadowRoot)"), [])
            self.assertAccessible(page, f"rows of two lines in {locale}")

    def test_characters_that_are_not_seen_are_shown(self):
        self.file("odd.csv", "id,kind\n1,a\u202eb\n2,a\u202eb\n3,c\u0007d\n4,c\u0007d\n")
        page = self.serve("odd.csv", "--section", "kind", "--facets", "kind")
        expect(page.locator(".row").first).to_contain_text("a\ufffdb")
        expect(page.locator(".heading .name").first).to_have_text("a\ufffdb")
        expect(page.locator(".values .value").filter(has_text="a\ufffdb")).to_be_visible()
        expect(page.locator(".values .value").filter(has_text="c␇d")).to_be_visible()
        page.locator(".values label").first.click()
        expect(page.locator(".chip")).to_have_count(1)
        self.assertNotRegex(page.locator(".chip").inner_text(), "[\u202e\u0007]")

    def test_the_element_has_a_language_of_its_own(self):
        os.mkdir(self.path("site"))
        self.file("site/index.html", '<!doctype html><html lang="en"><title>x</title>'
                  '<script type="module" src="/shortlist-picker.min.js"></script>'
                  '<shortlist-picker locale="de" density="compact"></shortlist-picker>')
        page = self.serve("fruit.csv", "--pages", "site")
        expect(page.locator(".total")).to_have_text("8 Zeilen")
        self.assertEqual(page.evaluate("document.documentElement.lang"), "en")
        expect(page.locator(".frame")).to_have_attribute("lang", "de")
        self.assertEqual(self.box(page.locator(".row").first)["height"], 28)


class Elements(ListTest):
    """Elements of one page, each in a language of its own."""

    def site(self, body, *arguments, html='<html lang="en">', script="", command="serve", **options):
        """Opens a page with elements, and with a script that is carried out after that of the element."""
        folder = self.path("own")
        os.makedirs(folder, exist_ok=True)
        own = os.environ.get("SHORTLIST_TEST_PAGES")
        if own:
            shutil.copytree(own, folder, dirs_exist_ok=True)
        self.file("own/index.html", f'<!doctype html>{html}<head><meta charset="utf-8"><title>x</title>'
                  '<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/own.css">'
                  '<script type="module" src="/shortlist-picker.js"></script><script type="module" src="/own.js"></script>'
                  f'</head><body>{body}</body></html>')
        self.file("own/own.css", "shortlist-picker { block-size: 20em }")
        self.file("own/own.js", script)
        page = self.open(self.start(command, *(arguments or ["fruit.csv"]), "--pages", folder), **options)
        # The styles are separate files, which may load after the rows.
        expect(page.locator(".frame").first).to_have_css("display", "flex")
        return page

    def total(self, page, picker="shortlist-picker"):
        return page.locator(picker).locator(".total")

    def set(self, page, element, **attributes):
        page.locator(element).evaluate("""(element, attributes) => {
            for (const [name, value] of Object.entries(attributes)) {
                if (value === null) element.removeAttribute(name);
                else element.setAttribute(name, value);
            }
        }""", attributes)

    def lines(self, count):
        self.file("numbers.csv", "id,name,price\n" + "".join(f"{n},no {n},{n / 2}\n" for n in range(1, count + 1)))

    def direction(self, page, picker):
        return page.locator(picker).locator(".frame").evaluate("(frame) => getComputedStyle(frame).direction")

    def test_each_element_has_its_own_words_formats_plurals_and_direction(self):
        self.lines(3000)
        page = self.site('<shortlist-picker id="a" lang="de"></shortlist-picker>'
                         '<shortlist-picker id="b" lang="ar-EG"></shortlist-picker>'
                         '<shortlist-picker id="c"></shortlist-picker>', "numbers.csv")
        expect(self.total(page, "#a")).to_have_text("3.000 Zeilen")
        expect(self.total(page, "#b")).to_have_text("٣٬٠٠٠ صف")
        expect(self.total(page, "#c")).to_have_text("3,000 rows")
        self.assertEqual([self.direction(page, picker) for picker in ("#a", "#b", "#c")], ["ltr", "rtl", "ltr"])
        # What is typed is read as the element writes it.
        for picker, name, typed, total in (
                ("#a", "price mindestens", "1.000,5", "1.000 von 3.000 Zeilen"),
                ("#c", "Least price", "1,000.5", "1,000 of 3,000 rows")):
            field = page.locator(picker).get_by_role("textbox", name=name)
            field.fill(typed)
            field.press("Enter")
            expect(self.total(page, picker)).to_have_text(total)

    def test_only_the_words_that_are_needed_are_loaded(self):
        served = self.start("serve", "fruit.csv")
        page = self.open(served, locale="en-GB")
        expect(self.total(page)).to_have_text("8 rows")
        names = """performance.getEntriesByType("resource").map(({ name }) => /words-(\\w+)/.exec(name)?.[1]).filter(Boolean)"""
        self.assertLessEqual(set(page.evaluate(names)), {"en"})
        page = self.site('<shortlist-picker id="a" lang="de"></shortlist-picker>'
                         '<shortlist-picker id="b" lang="pl"></shortlist-picker>')
        expect(self.total(page, "#a")).to_have_text("8 Zeilen")
        expect(self.total(page, "#b")).to_have_text("8 wierszy")
        self.assertEqual(set(page.evaluate(names)) - {"en"}, {"de", "pl"})
        self.set(page, "#a", lang="ar-EG")
        expect(self.total(page, "#a")).to_have_text("٨ صفوف")
        self.assertEqual(self.direction(page, "#a"), "rtl")
        self.assertEqual(set(page.evaluate(names)) - {"en"}, {"de", "pl", "ar"})

    def test_the_language_changes_and_all_else_stays(self):
        self.lines(3000)
        page = self.site('<shortlist-picker id="a" lang="de"></shortlist-picker>'
                         '<shortlist-picker id="b"></shortlist-picker>', "numbers.csv")
        picker = page.locator("#a")
        expect(self.total(page, "#a")).to_have_text("3.000 Zeilen")
        picker.get_by_role("searchbox", name="Suchen").fill("1")
        expect(self.total(page, "#a")).to_have_text("1.111 von 3.000 Zeilen")
        row = picker.get_by_role("textbox", name="Zeile")
        row.fill("800")
        row.press("Enter")
        expect(picker.locator(".row.active")).to_be_visible()
        active = picker.locator(".row.active").inner_text()
        page.keyboard.press("Space")
        expect(picker.locator(".picked")).to_contain_text("1 ")
        top = self.box(picker.locator(".row.active"))["y"]
        self.set(page, "#a", lang="pl")
        expect(self.total(page, "#a")).to_have_text("1111 z 3000 wierszy")
        expect(picker.get_by_role("searchbox", name="Szukaj")).to_have_value("1")
        expect(picker.locator(".picked")).to_contain_text("1 ")
        expect(picker.locator(".row.active")).to_have_attribute("aria-selected", "true")
        self.assertEqual(picker.locator(".row.active").inner_text(), active)
        self.assertAlmostEqual(self.box(picker.locator(".row.active"))["y"], top, delta=1)
        # The other one is as it was.
        expect(self.total(page, "#b")).to_have_text("3,000 rows")
        expect(page.locator("#b").get_by_role("searchbox", name="Search")).to_have_value("")
        # What has the focus has it still.
        expect(picker.locator(".rows")).to_be_focused()

    def test_what_is_open_stays_open(self):
        page = self.site('<shortlist-picker id="a" lang="de"></shortlist-picker>', "fruit.csv", "--facets", "kind,name")
        picker = page.locator("#a")
        kind, name, stock = (picker.locator(f'.panel[data-attribute="{name}"]') for name in ("kind", "name", "stock"))
        for panel in (kind, name, stock):
            expect(panel).to_have_attribute("open", "")
        # The panels below the ranges move when the ranges appear.
        expect(picker.get_by_role("slider")).to_have_count(4)
        kind.locator("summary").click()
        stock.locator(".numbers summary").click()
        picker.locator(".row").nth(2).locator(".open").click()
        details = picker.locator(".details")
        expect(details.locator('[data-attribute="name"] dd')).to_contain_text("Cherry")
        for language, title in (("pl", "Wiersz"), ("de", "Zeile")):
            self.set(page, "#a", lang=language)
            expect(picker.locator(".tools")).to_contain_text(title)
            expect(details).to_be_visible()
            expect(details.locator('[data-attribute="name"] dd')).to_contain_text("Cherry")
            expect(details.locator("h2")).to_be_focused()
            expect(kind).not_to_have_attribute("open", "")
            expect(name).to_have_attribute("open", "")
            expect(stock.locator(".numbers")).to_have_attribute("open", "")
        # Where the focus is elsewhere, it is not taken to the details.
        picker.locator(".rows").focus()
        self.set(page, "#a", lang="pl")
        expect(picker.locator(".tools")).to_contain_text("Wiersz")
        expect(details).to_be_visible()
        expect(picker.locator(".rows")).to_be_focused()
        # The drawer of a narrow element.
        page.locator("#a").evaluate("(picker) => { picker.style.inlineSize = '30em' }")
        page.keyboard.press("Escape")
        details.get_by_role("button", name="Zamknij").click()
        expect(details).to_be_hidden()
        toggle = picker.locator(".toggle-filters")
        toggle.click()
        self.set(page, "#a", lang="de")
        expect(picker.locator(".tools")).to_contain_text("Zeile")
        expect(toggle).to_have_attribute("aria-expanded", "true")
        expect(picker.locator(".filters")).to_be_visible()

    def test_from_the_nearest_around(self):
        page = self.site(
            '<main><div id="pl" lang="pl"><p lang="ja"></p><shortlist-picker id="a"></shortlist-picker></div>'
            '<div id="host" lang="ja"><template shadowrootmode="open"><shortlist-picker id="b"></shortlist-picker></template></div>'
            '<shortlist-picker id="c"></shortlist-picker></main>', html='<html lang="de">', locale="en-GB")
        expect(self.total(page, "#a")).to_have_text("8 wierszy")
        expect(self.total(page, "#b")).to_have_text("8 行")
        expect(self.total(page, "#c")).to_have_text("8 Zeilen")
        self.set(page, "html", lang="pl")
        expect(self.total(page, "#c")).to_have_text("8 wierszy")
        self.set(page, "#host", lang="de")
        expect(self.total(page, "#b")).to_have_text("8 Zeilen")
        self.set(page, "#pl", lang=None)
        self.set(page, "#a", locale="ja")
        expect(self.total(page, "#a")).to_have_text("8 行")
        # The element's own comes before all; without any, it is that of the reader.
        self.set(page, "#a", locale=None, lang="de")
        expect(self.total(page, "#a")).to_have_text("8 Zeilen")
        self.set(page, "#a", lang=None)
        self.set(page, "html", lang=None)
        expect(self.total(page, "#a")).to_have_text("8 rows")
        expect(self.total(page, "#c")).to_have_text("8 rows")
        self.assertFalse(page.evaluate("document.documentElement.hasAttribute('lang')"))

    def test_a_language_that_comes_before_the_list(self):
        page = self.site('<shortlist-picker query="p" selection="[2]" lang="pl"></shortlist-picker>', script="""
            const picker = document.querySelector("shortlist-picker");
            for (const lang of ["ar", "ja", "de"]) {
                picker.lang = lang;
                await new Promise(requestAnimationFrame);
            }
        """)
        expect(self.total(page)).to_have_text("4 von 8 Zeilen")
        expect(page.locator(".picked")).to_contain_text("1 ")

    def test_picking_goes_on_in_another_language(self):
        page = self.site('<shortlist-picker></shortlist-picker>', "fruit.csv", "--output", "ids", command="pick")
        self.row(page, "Plum").click()
        expect(self.picked(page)).to_have_text("1 picked")
        self.set(page, "html", lang="de")
        expect(self.picked(page)).to_have_text("1 ausgewählt")
        page.get_by_role("button", name="Fertig").click()
        expect(page.get_by_role("status")).to_contain_text("Fertig.")
        self.assertEqual(self.served.result(), (0, "4\n"))

    def test_the_page_is_marked_with_the_language_of_its_reader(self):
        page = self.serve(locale="fr-FR")
        expect(self.total(page)).to_have_text("8 rows")
        self.assertEqual(page.evaluate("document.documentElement.lang"), "en")
        # That is no wish of the page: numbers stay French.
        page.locator("shortlist-picker").evaluate("(picker) => picker.remove() ?? document.querySelector('main').append(picker)")
        expect(self.total(page)).to_have_text("8 rows")
        self.assertEqual(page.locator("shortlist-picker").evaluate("(picker) => picker.words.locale"), "fr-FR")


class InFirefox(WebTest):
    def test_rows_of_two_lines_show_where_texts_begin(self):
        self.file("long.csv", LONG)
        served = self.start("serve", "long.csv")
        firefox = Firefox(390, 844, languages="ar-EG")
        self.addCleanup(firefox.stop)
        firefox.open(served.opened)
        inside = "document.querySelector('shortlist-picker')?.shadowRoot"
        firefox.wait_for(f"{inside}?.querySelectorAll('.row').length === 12")
        self.assertEqual(firefox.evaluate(f"{BROKEN}({inside})"), [])

    def test_arabic(self):
        served = self.start("serve", "fruit.csv")
        firefox = Firefox(languages="ar-EG")
        self.addCleanup(firefox.stop)
        firefox.open(served.opened)
        inside = "document.querySelector('shortlist-picker').shadowRoot"
        firefox.wait_for("Boolean(document.querySelector('shortlist-picker')?.shadowRoot?.querySelector('.row .cell'))")
        self.assertIn("صفوف", firefox.evaluate(f"{inside}.querySelector('.total').textContent"))
        self.assertEqual(firefox.evaluate(f"getComputedStyle({inside}.querySelector('.frame')).direction"), "rtl")
        right = f"(element) => element.getBoundingClientRect().right"
        self.assertGreater(
            firefox.evaluate(f"({right})({inside}.querySelector('.row .cell.first'))"),
            firefox.evaluate(f"({right})({inside}.querySelector('.list'))") - 60)
        self.assertEqual(firefox.evaluate("import('/number-text.js').then(({ numberOf }) => numberOf('١٬٩٩٠٫٥', 'ar-EG'))"), 1990.5)
