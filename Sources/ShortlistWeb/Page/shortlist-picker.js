customElements.define("shortlist-picker", class extends HTMLElement {});
