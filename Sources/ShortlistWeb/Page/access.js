// The token that lets a page have a list.

/** What the browser keeps the token as; other origins, also other ports of a host, do not see it. */
const key = "shortlist-token";

/** The token in the fragment of an address. */
const form = /^#token=([\w.~-]+)$/;

let token = null;

/** Takes the token out of the address of a page of this server, so that it is in no link. */
function take() {
  if (new URL(import.meta.url).origin !== location.origin) return;
  token = form.exec(location.hash)?.[1] ?? null;
  try {
    if (token) localStorage.setItem(key, token);
    else token = localStorage.getItem(key);
  } catch {
    // Where nothing can be kept, the token lasts as long as the page.
  }
  if (form.test(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
}

take();

/** The protocols that a socket offers: that of the list, and the token. */
export const protocols = (given) => ["shortlist", ...(given ?? token ? [`token.${given ?? token}`] : [])];

/** Whether there is a token, without which the server lets no page in. */
export const hasToken = (given) => Boolean(given ?? token);
