// On a small screen, the parts of the table by name: a tap brings one into view. Of the view; imports
// dom.js.

import { by, make, morph } from "./dom.js";

/** Name the parts that stand on the ground, and mark those where something can be picked.
 * @param {HTMLElement} ground */
export function showJumps(ground) {
  const panels = parts(ground);
  const here = current(ground, panels);
  morph(by("jumps"), panels.length < 2 ? [] : panels.map((panel) => make("button", {
    type: "button", class: panel.querySelector(".is-legal") ? "jump asks" : "jump", "data-panel": panel.dataset["panel"] ?? "",
    "aria-current": panel === here ? "true" : "false",
  }, panel.querySelector(".title")?.textContent ?? "")));
}

/** @param {HTMLElement} ground */
export function listenToJumps(ground) {
  by("jumps").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-panel]") : null;
    const panel = parts(ground).find((each) => each.dataset["panel"] === button?.getAttribute("data-panel"));
    if (panel) bring(ground, panel);
  });
  let waiting = 0;
  ground.addEventListener("scroll", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => showJumps(ground));
  }, { passive: true });
}

/** Scroll a part into view. @param {HTMLElement} ground @param {HTMLElement} panel */
export function bring(ground, panel) {
  ground.scrollTo({ top: ground.scrollTop + panel.getBoundingClientRect().top - ground.getBoundingClientRect().top - 6 });
}

/** Whether a part stays at the lower edge. @param {Element} panel */
export function clings(panel) {
  return getComputedStyle(panel).getPropertyValue("--clings") === "1";
}

/** The parts from top to bottom. @param {HTMLElement} ground @returns {HTMLElement[]} */
function parts(ground) {
  const panels = /** @type {HTMLElement[]} */ ([...ground.querySelectorAll(":scope > .panel")]);
  // What stands by its order may be seen higher up, above the hand.
  const order = (/** @type {HTMLElement} */ panel) => Number(getComputedStyle(panel).order);
  return panels.sort((a, b) => order(a) - order(b) || a.offsetTop - b.offsetTop);
}

/** The part that has most of the view. @param {HTMLElement} ground @param {HTMLElement[]} panels */
function current(ground, panels) {
  const frame = ground.getBoundingClientRect();
  const below = ground.scrollHeight - ground.scrollTop - ground.clientHeight > 2;
  let best = panels[0];
  let most = 0;
  for (const panel of panels) {
    // What only stays at the lower edge is not where one is.
    if (below && clings(panel)) continue;
    const rect = panel.getBoundingClientRect();
    const seen = Math.min(rect.bottom, frame.bottom) - Math.max(rect.top, frame.top);
    // A small part that is wholly in view counts as much as a large one.
    const share = seen / Math.min(rect.height, frame.height);
    if (share > most + 0.02) {
      most = share;
      best = panel;
    }
  }
  return best;
}
