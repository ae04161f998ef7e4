// Elements of a page, made in one expression.

/**
 * Makes an element.
 *
 * Nothing here is ever parsed: children are nodes or texts, and attributes are set one by one.
 *
 * @param {string} name What it is, such as `button`.
 * @param {object} [attributes] Attributes by name: a text, a number, or whether it is there; a
 *   function listens to the event that is named after `on`.
 * @param {...(Node|string)} children What is in it.
 * @returns {HTMLElement} The element.
 */
export function make(name, attributes = {}, ...children) {
  return furnish(document.createElement(name), attributes, children);
}

/** Makes an element of a drawing; see `make`. */
export function draw(name, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * Puts elements into another one, in this order, and takes out what else is in it.
 *
 * Those that are at their places are not touched, so that the focus stays.
 */
export function arrange(host, elements) {
  const focused = host.getRootNode().activeElement;
  const wanted = new Set(elements);
  for (const element of [...host.children]) if (!wanted.has(element)) element.remove();
  let next = host.firstElementChild;
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling;
    else host.insertBefore(element, next);
  }
  // An element that was moved loses the focus.
  if (focused && host.contains(focused)) focused.focus({ preventScroll: true });
}
