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
  const seen = by("ground").getBoundingClientRect();
  const now = box.getBoundingClientRect();
  const inside = now.left >= seen.left && now.right <= seen.right && now.top >= seen.top && now.bottom <= seen.bottom;
  const rect = thing.getBoundingClientRect();
  const inView = rect.top >= seen.top && rect.bottom <= seen.bottom;
  const same = box.dataset["for"] === move && inView; // what is tried out may be drawn elsewhere
  if (same && inside && !meet(now, rect)) return;
  box.dataset["for"] = move;
  if (same) place(box, thing);
  else show(box, thing);
}

/** @param {Pick<DOMRect, "left" | "top" | "right" | "bottom">} one @param {DOMRect} other */
function meet(one, other) {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** Bring the thing into view, and its buttons. @param {HTMLElement} box @param {Element} thing */
function show(box, thing) {
  if (getComputedStyle(by("ground")).overflowY === "auto") thing.scrollIntoView({ block: "center", inline: "nearest" });
  place(box, thing);
}

/** Put the buttons below the thing, above it or at its side, within what is seen of the ground. If there is no room,
 * or the thing is not seen, nor are they: the same stand below the question.
 * @param {HTMLElement} box @param {Element} thing */
function place(box, thing) {
  const frame = /** @type {HTMLElement} */ (box.offsetParent ?? box.parentElement).getBoundingClientRect();
  const seen = by("ground").getBoundingClientRect();
  const rect = thing.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const across = Math.max(seen.left + EDGE, Math.min((rect.left + rect.right - width) / 2, seen.right - width - EDGE));
  const down = Math.max(seen.top + EDGE, Math.min((rect.top + rect.bottom - height) / 2, seen.bottom - height - EDGE));
  const spots = [[across, rect.bottom + GAP], [across, rect.top - GAP - height], [rect.right + GAP, down], [rect.left - GAP - width, down]];
  const spot = spots.find(([left = 0, top = 0]) => left >= seen.left + EDGE && left + width <= seen.right - EDGE
    && top >= seen.top + EDGE && top + height <= seen.bottom - EDGE);
  box.style.visibility = spot && meet(seen, rect) ? "" : "hidden";
  const [left = 0, top = 0] = spot ?? [across, down];
  box.style.translate = `${Math.round(left - frame.left)}px ${Math.round(top - frame.top)}px`;
}

/** The buttons go with what lies on the ground, and that stays in view when another question takes room from it.
 * @param {HTMLElement} ground */
export function listenToGround(ground) {
  ground.addEventListener("scroll", followGround, { passive: true });
  new ResizeObserver(() => lying && show(by("beside"), lying)).observe(ground);
}

/** The ground was scrolled or zoomed. */
export function followGround() {
  if (lying) place(by("beside"), lying);
}
