// The focus, where what had it goes away.

/**
 * Gives the focus to something else when the element that has it is taken out or hidden.
 *
 * @param {ShadowRoot} root Where the focus is kept.
 * @param {function(): ?HTMLElement} fallback What gets it.
 */
export function keepFocus(root, fallback) {
  root.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget) return;
    requestAnimationFrame(() => {
      const isGone = !target.isConnected || !target.checkVisibility();
      if (!isGone || root.activeElement || document.activeElement !== document.body) return;
      fallback()?.focus({ preventScroll: true });
    });
  });
}
