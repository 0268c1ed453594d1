// The move in hand has its buttons beside it on the board too: turn, play, put back. They keep their
// place while it is turned. Of the view; imports dom.js and asked.js.

import { gain, turns } from "./asked.js";
import { by, icon, make, morph, signed } from "./dom.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {Record<string, string>} Words */

const GAP = 10; // pixels between the thing and its buttons

/** The place that was picked last on the ground, which the move is about. @param {Play} play @param {Panels} panels
 * @returns {SVGGraphicsElement | null} */
function subject(play, panels) {
  const inHand = play.question?.kind === "cycle" || play.ready;
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

/** Put the buttons below the thing, or above it, within what is seen of the ground. Where they stand they stay as
 * long as it is the same move and they do not cover it. @param {HTMLElement} box @param {Element} thing @param {string} move */
function stand(box, thing, move) {
  const frame = /** @type {HTMLElement} */ (box.offsetParent ?? box.parentElement).getBoundingClientRect();
  let rect = thing.getBoundingClientRect();
  const now = box.getBoundingClientRect();
  const covers = now.left < rect.right && now.right > rect.left && now.top < rect.bottom && now.bottom > rect.top;
  const inside = now.left >= frame.left && now.right <= frame.right && now.top >= frame.top && now.bottom <= frame.bottom;
  const key = `${move} ${Math.round(frame.height)}`;
  if (box.dataset["for"] === key && !covers && inside) return;
  const scrolls = thing.closest("#ground");
  if (box.dataset["for"] !== key && scrolls && getComputedStyle(scrolls).overflowY === "auto") {
    thing.scrollIntoView({ block: "center", inline: "nearest" }); // what is asked below may have come over it
    rect = thing.getBoundingClientRect();
  }
  box.dataset["for"] = key;
  const clamp = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(4, Math.min(at, most - 4));
  const left = clamp((rect.left + rect.right - now.width) / 2 - frame.left, frame.width - now.width);
  const below = rect.bottom + GAP - frame.top;
  const above = rect.top - GAP - now.height - frame.top;
  const top = below + now.height <= frame.height - 4 ? below : Math.max(4, above);
  box.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}
