// The keyboard alone: arrows go through what can be picked, Enter picks, Escape steps back, R turns,
// W goes through everything there is, so that one can ask why not. Of the actions; imports focus.js.

import { focusIsLed, placeName, reach, rove } from "./focus.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play @param {() => void} explore */
export function listenToKeys(play, explore) {
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, select, dialog[open], details[open] .menu-list")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cycle = play.question?.kind === "cycle";
    const here = /** @type {HTMLElement | null} */ (target?.closest("[data-reach]") ?? null);
    switch (event.key) {
      case "Escape":
        play.back();
        break;
      case "r": case "R":
        if (!play.turn(event.shiftKey ? -1 : 1)) return;
        break;
      case "w": case "W": case "?":
        explore();
        break;
      case "Enter": case " ":
        if (!placeName(here)) return; // a real button does it itself
        play.pick(placeName(here));
        break;
      case "ArrowRight": case "ArrowDown": case "ArrowLeft": case "ArrowUp": case "Home": case "End": {
        if (target && target.closest("[role=tablist]")) return;
        const forward = event.key === "ArrowRight" || event.key === "ArrowDown";
        if (cycle && (!placeName(here) || event.key === "ArrowLeft" || event.key === "ArrowRight")) {
          play.turn(forward ? 1 : -1);
          break;
        }
        const all = reach();
        if (!all.length) return;
        const now = here ? all.indexOf(here) : -1;
        const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1
          : now < 0 ? 0 : (now + (forward ? 1 : -1) + all.length) % all.length;
        const element = /** @type {HTMLElement} */ (all[next]);
        rove(element);
        element.focus();
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  });

  // The focus points at things as the mouse does, where a key has moved it.
  document.addEventListener("focusin", (event) => {
    if (focusIsLed() || (event.target instanceof Element && !event.target.matches(":focus-visible"))) return;
    const element = event.target instanceof Element ? event.target.closest("[data-reach]") : null;
    if (!element) return;
    const name = placeName(element) || /** @type {HTMLElement} */ (element).dataset["pick"];
    const choice = name ? play.offered(name) : null;
    if (choice) play.hover(choice);
  });
}
