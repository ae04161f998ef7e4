"""The page in a browser: `serve`, and `pick --web`."""

from browser import WebTest, expect


class Page(WebTest):
    def test_opening(self):
        page = self.serve()
        expect(page.locator("shortlist-picker")).to_be_attached()
        self.assertRegex(page.url, r"^http://127\.0\.0\.1:\d+/$")
        self.assertRegex(page.title(), "Shortlist")
