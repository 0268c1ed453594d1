// Passing over what is being told: the button, or just going on with one's own move; its own key stands with
// the others in keys.js. Of the actions; imports dom.js.

import { by } from "./dom.js";

/** @typedef {import("./queue.js").Queue} Queue */
/** @typedef {import("./play.js").Play} Play */

/** Keys by which one would answer the question that is still to come. */
const ANSWERS = new Set(["Enter", " ", "Escape"]);

/** @param {Queue} queue @param {Play} play @param {() => boolean} careful whether moves are confirmed */
export function listenToSkip(queue, play, careful) {
  let skipped = false;
  by("skip").addEventListener("click", () => queue.skip());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) queue.skip();
  });

  // Whoever answers has seen enough. They see the question before anything is played for good.
  document.addEventListener("pointerdown", (event) => {
    skipped = queue.behind && isAnswer(event.target);
    if (skipped) queue.skip();
  }, true);
  document.addEventListener("click", (event) => {
    const first = skipped;
    skipped = false;
    if (first && !careful() && isWhole(event.target, play)) event.stopPropagation();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (!queue.behind || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, select, dialog[open], details[open] .menu-list")) return;
    const button = target?.closest("button, a, summary, [role=tab]");
    if (!ANSWERS.has(event.key) || button) return;
    queue.skip();
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Whether something is where one answers. @param {EventTarget | null} target */
function isAnswer(target) {
  return target instanceof Element && target.closest("#ground, #hand, #answers") !== null;
}

/** Whether a click would play a move at once. @param {EventTarget | null} target @param {Play} play */
function isWhole(target, play) {
  for (let at = target instanceof Element ? target.closest("[data-place], [data-pick]") : null; at;
    at = at.parentElement?.closest("[data-place], [data-pick]") ?? null) {
    const { place, pick } = /** @type {HTMLElement} */ (at).dataset;
    const offer = play.walk?.offer(place ?? pick ?? "");
    if (offer) return offer.choice.then === undefined;
  }
  return false;
}
