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
  /** @param {HTMLElement} card */
  const show = (card) => {
    /** @type {string[]} */
    const places = JSON.parse(card.dataset["places"] ?? "[]");
    view.pointOut(places);
    view.stage.reveal(places);
    view.stage.peek(places);
  };
  /** Whether somebody swipes: the list also comes to its newest card by itself. */
  let swiping = false;
  for (const type of ["pointerdown", "wheel", "keydown"]) {
    document.addEventListener(type, (event) => {
      swiping = event.target instanceof Element && event.target.closest("#since") !== null;
    }, { passive: true });
  }
  // Scrolling does not bubble: it is caught on its way down.
  since.addEventListener("scroll", () => {
    const list = since.querySelector("ul");
    if (!list || !view.tall.matches || !list.clientWidth) return;
    const card = /** @type {HTMLElement | undefined} */ (list.children[Math.round(list.scrollLeft / list.clientWidth)]);
    if (!card || card.id === shown) return;
    shown = card.id;
    if (swiping) show(card);
  }, { capture: true, passive: true });
  // A tap shows what happened too, and another one anywhere puts it away.
  document.addEventListener("click", (event) => {
    if (!view.tall.matches) return;
    const card = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("#since li") : null);
    if (card) show(card);
    else view.stage.peek([]);
  });
}
