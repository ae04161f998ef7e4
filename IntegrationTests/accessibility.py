"""What axe finds on a page, by all its rules, and how large and where the things are that can be pressed."""

import json

from axe_playwright_python.base import AXE_SCRIPT
from browser import WebTest

# Rules that ask for a look, not for a change: what is hidden is looked at when it is shown, and the
# style sheets have no rule about the orientation of a screen. Contrast of 7 to 1 is no aim of the page.
LOOKS = ["hidden-content", "css-orientation-lock", "color-contrast-enhanced"]

# axe checks the contrast of every text, also of single letters and signs. "Cannot tell" counts as a fault.
RUN = """async ([looks, contrastAlone]) => {
    axe.configure({ checks: [{
        id: "color-contrast", options: {
            ignoreUnicode: false, ignoreLength: true, ignorePseudo: false,
            boldValue: 700, boldTextPt: 14, largeTextPt: 18,
            contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
            pseudoSizeThreshold: 0.25, shadowOutlineEmMax: 0.2, textStrokeEmMin: 0.03,
        },
    }] });
    const others = axe.getRules().map(({ ruleId }) => ruleId).filter((rule) => !looks.includes(rule));
    const rules = contrastAlone ? ["color-contrast"] : others;
    const found = await axe.run({ runOnly: rules, resultTypes: ["violations", "incomplete"] });
    const told = ({ any, all, none }) => [...any, ...all, ...none].map(({ message }) => message);
    const listed = (results) => results.map(({ id, help, nodes }) => ({
        id, help, where: nodes.map(({ target }) => target.join(" ")), why: nodes.slice(0, 3).map(told),
    }));
    const inner = (root, x, y) => {
        const element = root.elementFromPoint(x, y);
        return element?.shadowRoot ? inner(element.shadowRoot, x, y) : element;
    };
    // What something open lies over, or what is scrolled to, is looked at when it can be read.
    const isCovered = ({ target }) => {
        const element = target.flat().reduce((root, part) => (root?.shadowRoot ?? root)?.querySelector(part), document);
        // What has gone since is no part of the page.
        if (!element) return true;
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [[left + 1, top + 1], [right - 1, top + 1], [left + 1, bottom - 1], [right - 1, bottom - 1]]
            .map(([x, y]) => inner(document, x, y))
            .some((hit) => !hit || !(hit.contains(element) || element.contains(hit)));
    };
    const unsure = found.incomplete.filter(({ id }) => id !== "label-content-name-mismatch")
        .map(({ nodes, ...rest }) => ({
            ...rest, nodes: rest.id === "color-contrast" ? nodes.filter((node) => !isCovered(node)) : nodes,
        })).filter(({ nodes }) => nodes.length > 0);
    return listed([...found.violations, ...unsure]);
}"""


class AccessibleTest(WebTest):
    def assertAccessible(self, page, state, both=True):
        """Asserts that axe finds nothing wrong with a page in a state.

        Its colours are looked at in both themes, unless there is much of what other states have, too.
        """
        complaints = list(self.complaints)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        isDark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        found = page.evaluate(RUN, [LOOKS, False])
        # Forced colours are of no theme.
        if both and not page.evaluate("matchMedia('(forced-colors: active)').matches"):
            page.emulate_media(color_scheme="light" if isDark else "dark")
            found += page.evaluate(RUN, [LOOKS, True])
            page.emulate_media(color_scheme="dark" if isDark else "light")
        # Axe tries a style of its own, which the page's policy forbids.
        self.complaints[:] = complaints
        self.assertEqual(found, [], f"{state}: {json.dumps(found, indent=1)}")
