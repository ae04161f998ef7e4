// The theme that the person has chosen, and the page around the picker, before anything is drawn: this is no
// module, which would be late. A cookie keeps the theme, because the next program listens on another port, for
// which storage is another.

document.documentElement.dataset.theme = /(?:^|; )shortlist-theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1] ?? "auto";
{
  const style = new CSSStyleSheet();
  style.replaceSync(`
    html { color-scheme: light dark; }
    html[data-theme="light"] { color-scheme: light; }
    html[data-theme="dark"] { color-scheme: dark; }
    body { margin: 0; }
    shortlist-picker { color-scheme: inherit; block-size: 100vh; block-size: 100dvh; }`);
  document.adoptedStyleSheets = [style];
}
