// What comes before the picker: this is no module, which would be late. The server puts it into the page.

// The theme that the person has chosen, and the page around the picker, before anything is drawn. A cookie keeps
// the theme, because the next program listens on another port, for which storage is another.
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

// The list is asked for while the picker is on its way: early-socket.js says who takes the socket.
try {
  const folder = new URL(".", location.href).pathname;
  const token = new URLSearchParams(location.search).get("token")
    ?? localStorage.getItem(`shortlist-token${folder}`);
  sessionStorage["shortlist-page"] ??= Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  if (token) {
    const url = new URL(`socket?page=${sessionStorage["shortlist-page"]}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const early = globalThis.shortlistEarly = { socket: new WebSocket(url, ["shortlist", `token.${token}`]), messages: [] };
    early.socket.onmessage = ({ data }) => early.messages.push(data);
  }
} catch {
  // Where nothing can be kept, the picker opens the socket.
}
