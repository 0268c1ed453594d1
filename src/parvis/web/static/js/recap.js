// Going through what happened since my last move: on a phone one swipes from card to card, and the board
// shows what the card in sight speaks of. Of the actions; imports dom.js and
// log.js.

import { by } from "./dom.js";
import { showNewest } from "./log.js";

/** @param {import("./view.js").View} view */
export function listenToRecap(view) {
  const since = by("since");
  new ResizeObserver(showNewest).observe(since);
  /** The card that was pointed out last. */
  let shown = "";
  // Scrolling does not bubble: it is caught on its way down.
  since.addEventListener("scroll", () => {
    const list = since.querySelector("ul");
    if (!list || !view.tall.matches || !list.clientWidth) return;
    const card = /** @type {HTMLElement | undefined} */ (list.children[Math.round(list.scrollLeft / list.clientWidth)]);
    if (!card || card.id === shown) return;
    // The list comes to stand at its newest card by itself; only who swipes on points at something.
    const first = shown === "" && card === list.lastElementChild;
    shown = card.id;
    if (first) return;
    /** @type {string[]} */
    const places = JSON.parse(card.dataset["places"] ?? "[]");
    view.pointOut(places);
    view.stage.reveal(places);
  }, { capture: true, passive: true });
}
