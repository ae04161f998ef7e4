// The icons of buttons: lines in a square of 16 units.

import { draw } from "./elements.js";

const lines = {
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M6 6h7v7H6zM10 3.5H3.5V10",
  download: "M8 2.5v7.5M4.5 7L8 10.5 11.5 7M3 13.5h10",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3l3.2 3.2",
  filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  undo: "M6 3.5L3 6.5l3 3M3 6.5h6a3.2 3.2 0 0 1 0 6.5H6.5",
  redo: "M10 3.5l3 3-3 3M13 6.5H7a3.2 3.2 0 0 0 0 6.5h2.5",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  edit: "M3 13l.7-3 6.8-6.8 2.3 2.3-6.8 6.8zM9 4.7L11.3 7",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  up: "M3.5 10L8 5.5l4.5 4.5",
  down: "M3.5 6L8 10.5 12.5 6",
};

/** An icon, which says nothing to people who do not see it: its button has a name. */
export const icon = (name) => draw("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
  draw("path", { d: lines[name] }));
