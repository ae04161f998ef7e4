// What the page around a picker is told.

const picker = document.querySelector("shortlist-picker");
const output = document.querySelector("output");

picker.addEventListener("pick", ({ detail: { count } }) => {
  output.textContent = count === 1 ? "1 row is picked." : `${count} rows are picked.`;
});
picker.addEventListener("end", ({ detail: { accepted } }) => {
  output.textContent = accepted ? "Thank you." : "Nothing was picked.";
});
