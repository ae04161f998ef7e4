// What the server knows a page by.

const key = "shortlist-page";

/** A name that no other page has. */
export function newName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

/**
 * The name of this page, which it has again after it was loaded again.
 *
 * It is put away only while the page is not there: another tab that is made a copy of this one gets a
 * name of its own.
 */
export function keptName() {
  try {
    const name = sessionStorage.getItem(key) ?? newName();
    sessionStorage.removeItem(key);
    addEventListener("pagehide", () => sessionStorage.setItem(key, name));
    return name;
  } catch {
    // The browser keeps nothing for pages.
    return newName();
  }
}
