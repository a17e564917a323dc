/* Appended to the script of every pane: habits of a Discord client that simcord's page doesn't have. */

/* A frame out of sight asks for nothing; the page rests and wakes as it does in the browser's own back and forth. */
window.addEventListener("message", ({ data, source }) => {
  if (source !== window.parent || !["pagehide", "pageshow"].includes(data)) return;
  window.dispatchEvent(new PageTransitionEvent(data, { persisted: true }));
});

function suggesting(element) {
  return element instanceof HTMLInputElement && element.matches(".command-option-input[aria-autocomplete]");
}

/* What can be chosen is shown before anything is typed. */
document.addEventListener("focusin", ({ target }) => {
  if (suggesting(target) && target.value === "") target.dispatchEvent(new Event("input", { bubbles: true }));
});

/* Enter on a suggestion that is already there in full sends the command; the picker would choose it again and again. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !suggesting(event.target)) return;
  const chosen = document.querySelector(".command-popup:not([hidden]) .command-suggestion[aria-selected='true']");
  if (chosen?.dataset.value === event.target.value) {
    event.target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }
}, true);
