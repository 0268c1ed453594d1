// The move in hand has its buttons beside it on the board too: turn, play, put back. They keep their
// place while it is turned. Of the view; imports dom.js and asked.js.

import { gain, turns } from "./asked.js";
import { by, icon, make, morph, signed } from "./dom.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {Record<string, string>} Words */

const GAP = 10; // pixels between the thing and its buttons
const EDGE = 4; // and between them and the edge of the ground

/** What the buttons stand beside. @type {Element | null} */
let lying = null;

/** The place that was picked last on the ground, which the move is about. @param {Play} play @param {Panels} panels
 * @returns {SVGGraphicsElement | null} */
function subject(play, panels) {
  // What nobody picked, since there was no other, has its button below the question only.
  const inHand = play.question?.kind === "cycle" || (play.ready && play.begun);
  if (!inHand) return null;
  for (const choice of [...(play.walk?.picked ?? [])].reverse()) {
    const found = panels.at(choice.pick).find((each) => each.closest('#ground [data-role="board"]'));
    if (found) return found;
  }
  return null;
}

/** Show them, or not. @param {State} state @param {Play} play @param {Panels} panels @param {Words} words */
export function showBeside(state, play, panels, words) {
  const box = by("beside");
  const thing = subject(play, panels);
  lying = thing;
  box.hidden = !thing;
  if (!thing) {
    box.removeAttribute("data-for");
    return box.replaceChildren(); // nothing is left that could be pressed
  }
  const points = gain(state, play.ghost);
  const verb = play.walk?.does || (words["confirm"] ?? "");
  const label = points ? `${verb}, ${signed(points)}` : verb;
  morph(box, [
    ...(play.question?.kind === "cycle" ? turns(words) : []),
    make("button", { type: "button", class: "act", "data-does": "confirm", "aria-label": label, title: label }, icon("tick"),
      make("span", { class: "gain figures" }, points ? signed(points) : "")),
    ...(play.begun ? [make("button", { type: "button", class: "round", "data-does": "back", "aria-label": words["cancel"] ?? "", title: words["cancel"] ?? "" }, icon("cross"))] : []),
  ]);
  stand(box, thing, JSON.stringify([play.n, play.walk?.steps]));
  return undefined;
}

/** Where the buttons stand they stay as long as it is the same move and they do not cover it.
 * @param {HTMLElement} box @param {Element} thing @param {string} move */
function stand(box, thing, move) {
  const ground = by("ground");
  const seen = ground.getBoundingClientRect();
  const rect = thing.getBoundingClientRect();
  const now = box.getBoundingClientRect();
  const covers = now.left < rect.right && now.right > rect.left && now.top < rect.bottom && now.bottom > rect.top;
  const inside = now.left >= seen.left && now.right <= seen.right && now.top >= seen.top && now.bottom <= seen.bottom;
  const key = `${move} ${Math.round(seen.height)}`;
  if (box.dataset["for"] === key && !covers && inside) return;
  if (box.dataset["for"] !== key && getComputedStyle(ground).overflowY === "auto") {
    thing.scrollIntoView({ block: "center", inline: "nearest" }); // what is asked below may have come over it
  }
  box.dataset["for"] = key;
  place(box, thing);
}

/** Put the buttons below the thing, or above it, within what is seen of the ground; if it is not seen, nor are they.
 * @param {HTMLElement} box @param {Element} thing */
function place(box, thing) {
  const frame = /** @type {HTMLElement} */ (box.offsetParent ?? box.parentElement).getBoundingClientRect();
  const seen = by("ground").getBoundingClientRect();
  const rect = thing.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(seen.left + EDGE, Math.min((rect.left + rect.right - width) / 2, seen.right - width - EDGE));
  const below = rect.bottom + GAP;
  const top = below + height <= seen.bottom - EDGE ? below : Math.max(seen.top + EDGE, rect.top - GAP - height);
  box.style.translate = `${Math.round(left - frame.left)}px ${Math.round(top - frame.top)}px`;
  const out = rect.bottom < seen.top || rect.top > seen.bottom || rect.right < seen.left || rect.left > seen.right;
  box.style.visibility = out ? "hidden" : "";
}

/** The ground was scrolled or zoomed: they go with what lies on it. */
export function followGround() {
  if (lying) place(by("beside"), lying);
}
