"""The page in other languages than English, and from right to left, in both browsers."""

import json
import os
import re

from accessibility import AccessibleTest
from browser import WebTest, expect
from firefox import Firefox

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
            const { countedRows, speak } = await import("/words.js");
            speak("pl");
            return [1, 2, 5, 22, 1.5].map(countedRows);
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

    def test_latin_values_keep_their_beginning(self):
        self.file("long.csv", "id,kind\n" + "".join(f"{n},{'a kind of a very long name ' * 2}{n % 2}\n" for n in range(20)))
        page = self.serve("long.csv", locale="ar-EG")
        value = page.locator(".values .value").first
        expect(value).to_be_visible()
        self.assertEqual(value.evaluate("(value) => getComputedStyle(value).direction"), "ltr")

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


class InFirefox(WebTest):
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
