// Making elements. Data becomes text or a value of an attribute, and never markup.

/**
 * Makes an element.
 *
 * @param {string} name The element's name; classes may follow, each after a dot.
 * @param {object} attributes Attributes by name: `true` is one without value, `false` and null none;
 *   functions listen to the event they are named after.
 * @param {...(Node|string)} children What it holds.
 * @returns {HTMLElement} The element.
 */
export function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(attribute, value);
    else setAttribute(element, attribute, value);
  }
  element.append(...children);
  return element;
}

/**
 * Sets an attribute, or removes it; one that is so already is not touched.
 *
 * @param {Element} element The element.
 * @param {string} name The attribute.
 * @param {*} value Its value: `true` for one without, `false` and null for no attribute.
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Sets the text of an element, unless it is so already. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Whether the person wants nothing to move. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
