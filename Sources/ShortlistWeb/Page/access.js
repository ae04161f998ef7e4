// The token that lets a page have a list.

/** The folder of the page: behind a proxy, the lists of one origin are in different ones. */
const folder = new URL(".", location.href).pathname;

/** What the browser keeps the token as; other origins, also other ports of a host, do not see it. */
const key = `shortlist-token${folder}`;

/** What the token is in the address that the program prints. */
const member = "token";

let token = null;

/** Takes the token out of the address of a page of this server, so that it is in no link. */
function take() {
  if (new URL(import.meta.url).origin !== location.origin) return;
  const address = new URL(location.href);
  token = address.searchParams.get(member);
  try {
    if (token) localStorage.setItem(key, token);
    else token = localStorage.getItem(key);
  } catch {
    // Where nothing can be kept, the token lasts as long as the page.
  }
  if (!address.searchParams.has(member)) return;
  address.searchParams.delete(member);
  history.replaceState(history.state, "", address);
}

take();

/** The protocols that a socket offers: that of the list, and the token. */
export const protocols = (given) => ["shortlist", ...(given ?? token ? [`token.${given ?? token}`] : [])];

/** Whether there is a token, without which the server lets no page in. */
export const hasToken = (given) => Boolean(given ?? token);
