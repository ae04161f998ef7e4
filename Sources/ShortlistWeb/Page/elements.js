// Elements of drawings, and elements in an order.

import { setAttribute } from "./dom.js";

/**
 * Makes an element of a drawing.
 *
 * @param {string} name The element's name.
 * @param {object} attributes Attributes by name, as `make` takes them.
 * @param {...Node} children What it holds.
 * @returns {SVGElement} The element.
 */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) setAttribute(element, attribute, value);
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
