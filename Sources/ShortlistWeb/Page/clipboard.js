// What the page puts into the clipboard.

/**
 * Copies a text, and what it looks like.
 *
 * @param {Promise<{text: string, html: ?string}>} content The text, and markup for programs that take it.
 * @param {Words} words The words of a refusal.
 */
export async function copy(content, { phrase }) {
  const part = (type, name) => {
    const made = content.then((made) => new Blob([made[name] ?? made.text], { type }));
    // A browser that does not let the page copy does not wait for it.
    made.catch(() => {});
    return made;
  };
  if (navigator.clipboard?.write && globalThis.ClipboardItem) {
    // The content may come later: whether the person has asked for it is judged now.
    return navigator.clipboard.write([new ClipboardItem({
      "text/plain": part("text/plain", "text"), "text/html": part("text/html", "html"),
    })]);
  }
  const { text, html } = await content;
  const fill = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData.setData("text/plain", text);
    if (html) event.clipboardData.setData("text/html", html);
  };
  addEventListener("copy", fill, { capture: true });
  const isDone = document.execCommand("copy");
  removeEventListener("copy", fill, { capture: true });
  if (!isDone) throw new Error(phrase("the browser does not let the page copy"));
}

/** Copies a text alone. */
export const copyText = (text, words) => copy(Promise.resolve({ text, html: escaped(text) }), words);

/** A text as markup that shows it. */
export const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
