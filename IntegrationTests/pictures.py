"""Pictures of the built program: of the picker on a terminal, as SVG, and of the page, as PNG."""

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

from browser import ARGUMENTS, Served
from playwright.sync_api import sync_playwright
from support import PROGRAM, clean_environment, until

# The colours of a terminal by their numbers, and what is drawn without one.
COLOURS = ["#3b4252", "#d0646c", "#7fae6e", "#d9b45b", "#6f9bd1", "#b58ac0", "#6fb7c2", "#d8dee9",
           "#69748a", "#e08088", "#9cc98b", "#ebcb8b", "#8db4e3", "#cba6d6", "#8fd3dd", "#ffffff"]
TEXT, GROUND = "#d8dee9", "#1d2129"
WIDTH, HEIGHT = 8.43, 18


class Style:
    """How the cells that follow are drawn (ECMA-48, 8.3.117)."""

    def __init__(self):
        self.apply(["0"])

    def apply(self, numbers):
        numbers = [int(number or 0) for number in numbers]
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                self.bold = self.dim = self.underline = self.reverse = False
                self.text, self.ground = TEXT, GROUND
            elif number in (1, 2, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 4: "underline", 7: "reverse"}[number], True)
            elif number == 22:
                self.bold = self.dim = False
            elif number in (24, 27):
                setattr(self, {24: "underline", 27: "reverse"}[number], False)
            elif number in (38, 48):
                colour = numbers[1] if numbers[:1] == [5] else 7
                numbers = numbers[2:]
                setattr(self, "text" if number == 38 else "ground", COLOURS[colour % 16])
            elif number in (39, 49):
                setattr(self, "text" if number == 39 else "ground", TEXT if number == 39 else GROUND)
            else:
                for base, name in [(30, "text"), (40, "ground"), (90, "text"), (100, "ground")]:
                    if base <= number < base + 8:
                        setattr(self, name, COLOURS[number - base + (8 if base >= 90 else 0)])

    def draw(self, text, column, line):
        """The SVG of a run of cells."""
        ink, ground = (self.ground, self.text) if self.reverse else (self.text, self.ground)
        x, y, width = column * WIDTH, line * HEIGHT, len(text) * WIDTH
        parts = []
        if ground != GROUND:
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{HEIGHT}" '
                         f'fill="{ground}"/>')
        looks = "".join([' font-weight="bold"' if self.bold else "",
                         ' opacity="0.65"' if self.dim else "",
                         ' text-decoration="underline"' if self.underline else ""])
        # Words stand where their cells are, whatever font there is.
        for word in re.finditer(r"\S+", text):
            left, width = x + word.start() * WIDTH, len(word[0]) * WIDTH
            parts.append(f'<text x="{left:.1f}" y="{y + 13.5}" fill="{ink}" textLength="{width:.1f}" '
                         f'lengthAdjust="spacingAndGlyphs"{looks}>{html.escape(word[0])}</text>')
        return "".join(parts)


def svg(screen, columns):
    """A screen as tmux captures it, with its styles."""
    lines = screen.rstrip("\n").split("\n")
    body = []
    style = Style()
    for number, line in enumerate(lines):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b"):
                style.apply(part[2:-1].split(";"))
            elif part:
                body.append(style.draw(part, column, number))
                column += len(part)
    width, height = columns * WIDTH + 24, len(lines) * HEIGHT + 24
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {width:.0f} {height}" '
            'font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" '
            'font-size="14">'
            f'<rect x="-12" y="-12" width="100%" height="100%" rx="8" fill="{GROUND}"/>'
            + "\n".join(filter(None, body)) + "</svg>\n")


def terminal(file, folder, size=(96, 26)):
    """Picks some rows on a terminal and takes a picture of the screen."""
    socket = tempfile.mktemp(prefix="shortlist-picture-")

    def tmux(*arguments):
        return subprocess.run(
            ["tmux", "-S", socket, *arguments], check=True, capture_output=True, text=True).stdout

    def wait(text):
        until(lambda: text in tmux("capture-pane", "-p"), lambda: tmux("capture-pane", "-p"))

    environment = [f"{name}={value}" for name, value in clean_environment().items()]
    tmux("-f", os.devnull, "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]),
         "env", "-i", *environment, "TERM=screen-256color", PROGRAM, "pick", file, "--id", "tailnum",
         "--section", "type", "--sort", "-seats,year", "--max", "5", "--columns",
         "tailnum,manufacturer,model,year,seats,engine")
    try:
        wait("0 of at most 5")
        tmux("send-keys", "-l", "boe year:1990..")
        wait("/3,322")
        for key in ["Tab", "Tab", "Down", "Tab"]:
            tmux("send-keys", key)
        wait("3 of at most 5")
        tmux("send-keys", "F3")
        wait("2013")
        with open(os.path.join(folder, "terminal.svg"), "w") as picture:
            picture.write(svg(tmux("capture-pane", "-p", "-e"), size[0]))
    finally:
        tmux("kill-server")


def page(file, folder):
    """Filters and picks on a page and takes a picture of it."""
    path = next(filter(None, map(shutil.which, [
        os.environ.get("SHORTLIST_BROWSER") or "chromium-headless-shell", "chromium",
        "chromium-browser", "google-chrome"])))
    served = Served("serve", os.getcwd(), [
        file, "--id", "tailnum", "--sort", "-seats,year", "--max", "5",
        "--columns", "tailnum,manufacturer,model,year,seats,engine",
        "--facets", "manufacturer,engine"])
    try:
        address = served.address()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            view = browser.new_page(
                viewport={"width": 1180, "height": 720}, color_scheme="light",
                reduced_motion="reduce")
            view.goto(address)
            view.get_by_role("searchbox", name="Search", exact=True).fill("boe")
            rows = view.locator('.row')
            for number in [1, 2, 4]:
                rows.nth(number).click()
            view.get_by_text(re.compile("^3 of .*picked")).first.wait_for(timeout=5000)
            view.screenshot(path=os.path.join(folder, "page.png"))
            view.close()
            browser.close()
    finally:
        served.stop()


if __name__ == "__main__":
    terminal(os.path.abspath(sys.argv[1]), sys.argv[2])
    page(os.path.abspath(sys.argv[1]), sys.argv[2])
