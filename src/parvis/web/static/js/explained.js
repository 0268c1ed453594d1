// The card that says what something on the table is: where it stands and what it shows. Of the view; imports
// dom.js, geometry.js, ledger.js and seats.js.

import { by, fill, icon, make, pictureOf, signed } from "./dom.js";
import { beside } from "./geometry.js";
import { lineItem } from "./ledger.js";
import { sideSigns } from "./seats.js";

/** @typedef {import("./types").Explained} Explained */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Line} Line */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {Record<string, string>} Words */

const MOST_LINES = 4;
const CARDS = '.panel:is([data-role="hand"], [data-role="supply"], [data-role="area"]) [data-place]';
const LARGER = 2.4; // times, a card under a finger
const LARGE = 240; // pixels: of something larger the card stands beside what was pointed at

/** What the card says. @param {Explained} about @param {string} place @param {State} state
 * @param {number | null} change the points that picking it would bring now @param {string} rules @param {Words} words */
export function showExplained(about, place, state, change, rules, words) {
  const mine = state.seats.find((seat) => seat.mine)?.side;
  const lines = state.ledger
    .filter((line) => line.places.includes(place) || (about.scored.includes(line.clause)))
    .sort((a, b) => Number(b.side === mine) - Number(a.side === mine)).slice(0, MOST_LINES);
  const items = lines.map((line) => {
    const item = lineItem(line, rules);
    item.prepend(...sideSigns(state, line.side).slice(0, 1));
    return item;
  });
  fill(by("explained"), [
    make("p", { class: "name", id: "explained-name" }, about.name),
    ...about.says.map((sentence) => make("p", {}, sentence)),
    ...(change ? [make("p", { class: "now" }, `${words["explain_now"] ?? ""} `, make("b", { class: "figures" }, signed(change)))] : []),
    ...(items.length ? [make("ul", { class: "lines" }, ...items)] : []),
    make("p", { class: "clauses" }, ...about.clauses.map(({ number, title }) =>
      make("a", { class: "clause", href: `${rules}#${number}`, target: "_blank" }, `${number} ${title}`))),
    make("button", { type: "button", class: "plain round close", "aria-label": words["close"] ?? "" }, icon("cross")),
  ]);
}

/** Show a card of the hand or the offer large, above what is said of it. @param {Element} element */
export function enlarge(element) {
  if (!element.matches(CARDS)) return;
  const { width, height } = element.getBoundingClientRect();
  const scale = Math.min(LARGER, 210 / width, (0.32 * innerHeight) / height);
  const picture = pictureOf(element);
  picture.setAttribute("width", String(width * scale));
  picture.setAttribute("height", String(height * scale));
  picture.setAttribute("class", "enlarged");
  by("explained").prepend(picture);
}

/** Put the card beside a thing, over as little as can be of what one may want to pick.
 * @param {Element} element @param {{x: number, y: number} | null} pointed where the pointer is
 * @param {boolean} loose whether nobody has to come from the thing to the card with a pointer */
export function placeExplained(element, pointed, loose) {
  const card = by("explained");
  card.hidden = false;
  /** @type {Box} */
  let thing = element.getBoundingClientRect();
  if (pointed && (thing.width > LARGE || thing.height > LARGE)) {
    thing = { x: pointed.x - 12, y: pointed.y - 12, width: 24, height: 24 };
  }
  const avoid = [...document.querySelectorAll("[data-reach], #answers button, #ask, .mark-picked")].map((each) => each.getBoundingClientRect());
  // What one holds is looked at while one reads, also if nothing of it can be picked.
  const held = [...document.querySelectorAll("#hand [data-place]:not([data-reach])")].map((each) => each.getBoundingClientRect());
  const { x, y } = beside(thing, { width: card.offsetWidth, height: card.offsetHeight },
    { x: 0, y: 0, width: innerWidth, height: innerHeight }, avoid, loose, held);
  card.style.left = `${Math.round(x)}px`;
  card.style.top = `${Math.round(y)}px`;
}
