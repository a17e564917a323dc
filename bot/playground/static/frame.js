/* Appended to the script of every pane, in a block of its own so that no name is there twice: habits of a Discord
   client that simcord's page doesn't have. */
{
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

  /* The page sends nothing while it waits for an answer, be it only for suggestions. Whoever types faster than that is
     not made to press Enter again. */
  let held = null;

  function hold(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held === null) requestAnimationFrame(letGo);
    held = event.target;
  }

  function letGo() {
    if (actions.admissionBlocked()) {
      requestAnimationFrame(letGo);
      return;
    }
    const target = held.isConnected ? held : document.activeElement;
    held = null;
    target.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }

  /* Enter where one of the suggestions stands in full already sends the command: the picker would choose again and again,
     of choices that never change always the first. So it does on a command whose options can be left out. Whoever has
     looked for something else with the arrows chooses that. */
  function stands({ dataset }, written) {
    return dataset.value === written || (["True", "False"].includes(written) && dataset.value === written.toLowerCase());
  }

  function named(element) {
    if (!suggesting(element) || element.value === "") return null;
    const people = [...document.querySelectorAll(".command-popup:not([hidden]) .command-entity-suggestion")];
    return people.find(({ textContent }) => textContent.toLowerCase().includes(element.value.toLowerCase()));
  }

  let looking = false;
  document.addEventListener("focusin", () => { looking = false; });
  document.addEventListener("keydown", (event) => {
    if (["ArrowDown", "ArrowUp"].includes(event.key)) looking = true;
    if (event.key !== "Enter" || event.isComposing) return;
    /* A choice by the mouse, or of a person, leaves nothing that Enter could be meant for but the command. */
    const chip = document.querySelector(".command-chip");
    if (chip && (event.target === document.body || event.target.matches(".command-mention"))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      chip.focus();
      looking = false;
      chip.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      return;
    }
    if (actions.admissionBlocked() && state.pendingAction?.kind !== "run_command" && document.querySelector(".command-chip")) {
      hold(event);
      return;
    }
    /* Who is meant can be told before the page has asked for those who are called so. */
    const person = looking ? null : named(event.target);
    if (person) {
      event.preventDefault();
      event.stopImmediatePropagation();
      person.click();
      return;
    }
    const which = looking ? ".command-suggestion[aria-selected='true']" : ".command-suggestion";
    const offered = [...document.querySelectorAll(`.command-popup:not([hidden]) ${which}`)];
    const complete = suggesting(event.target) && offered.some((one) => stands(one, event.target.value));
    const sends = complete || (event.target.matches(".command-chip") && !looking);
    looking = false;
    if (sends) {
      event.target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    }
  }, true);

  /* The newest message stays in sight, also while its picture is still coming, until somebody scrolls away from it. */
  const NEAR_PX = 48;
  const HAND_MS = 600;
  const timeline = document.querySelector("#channel-timeline");
  const list = document.querySelector("#channel-message-list");
  let atEnd = true;
  let touched = -HAND_MS;

  function toEnd() {
    if (atEnd) timeline.scrollTop = timeline.scrollHeight;
  }

  for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    timeline.addEventListener(kind, () => { touched = performance.now(); }, { passive: true });
  }
  timeline.addEventListener("scroll", () => {
    if (performance.now() - touched >= HAND_MS) toEnd();
    else atEnd = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR_PX;
  }, { passive: true });
  document.querySelector("#new-messages").addEventListener("click", () => { atEnd = true; toEnd(); });

  /* Two frames later, after the page has put back the place it remembers. */
  const grown = new ResizeObserver(() => requestAnimationFrame(() => requestAnimationFrame(toEnd)));
  grown.observe(timeline);
  grown.observe(list);

  /* As in Discord, a picture stays until the one that replaces it has come. The page puts an empty one there at once. */
  function painted(node) {
    if (!(node instanceof Element)) return [];
    const found = [...node.querySelectorAll("img.attachment-image, canvas.stand-in")];
    return [node, ...found].filter((one) => one.matches("canvas.stand-in") || one.naturalWidth > 0);
  }

  function standIn(next, last) {
    let copy = last;
    if (last instanceof HTMLImageElement) {
      const { naturalWidth: width, naturalHeight: height } = last;
      copy = Object.assign(document.createElement("canvas"), { className: "stand-in", width, height });
      copy.getContext("2d").drawImage(last, 0, 0);
    }
    next.before(copy);
    next.hidden = true;
    next.addEventListener("load", () => { copy.remove(); next.hidden = false; }, { once: true });
  }

  new MutationObserver((records) => {
    const gone = new Map();
    for (const { target, removedNodes } of records) {
      const message = target.closest(".channel-message");
      if (message) gone.set(message, [...(gone.get(message) ?? []), ...[...removedNodes].flatMap(painted)]);
    }
    for (const [message, pictures] of gone) {
      message.querySelectorAll("img.attachment-image").forEach((next, place) => {
        if (pictures[place] && next.naturalWidth === 0 && !next.hidden) standIn(next, pictures[place]);
      });
    }
  }).observe(list, { childList: true, subtree: true });
}
