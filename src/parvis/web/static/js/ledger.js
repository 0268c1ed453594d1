// The ledger, and what a move would change in it. Of the view; imports changes.js, dom.js and seats.js.

import { changesOf } from "./changes.js";
import { by, fill, icon, make, morph, points, signed } from "./dom.js";
import { sideName, sideSigns } from "./seats.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Line} Line */
/** @typedef {import("./types").Preview} Preview */
/** @typedef {Record<string, string>} Words */

/** @param {Line} line @param {string} rules @param {string} [extra] @param {string} [id] */
export function lineItem(line, rules, extra = "", id) {
  return make("li", { id, class: `line ${line.status} ${extra}`.trim(), "data-places": JSON.stringify(line.places) },
    make("span", { class: "points figures" },
      line.status === "open" ? `${points(line.low)}…${points(line.high)}` : signed(line.points)),
    make("span", { class: "words" }, line.words, " ",
      make("a", { class: "clause", href: `${rules}#${line.clause}`, target: "_blank" }, line.clause)));
}

/** Names that are each given once: what is named alike is counted.
 * @template T @param {(thing: T) => string} name @returns {(thing: T) => string} */
function numbered(name) {
  /** @type {Map<string, number>} */
  const given = new Map();
  return (thing) => {
    const count = given.get(name(thing)) ?? 0;
    given.set(name(thing), count + 1);
    return `${name(thing)}-${count}`;
  };
}

/** @param {State} state @param {Preview | null} ghost @param {string} rules @param {Words} words */
export function showLedger(state, ghost, rules, words) {
  const gone = (ghost?.ledger.went ?? []).map((line) => JSON.stringify(line));
  // A line is the same one as long as it is the first, second … of its side and clause: it keeps the
  // focus when others come and go.
  const names = numbered((/** @type {Line} */ line) => `ledger-${line.side}-${line.clause}`);
  morph(by("ledger"), state.sides.flatMap((side) => {
    const lines = state.ledger.filter((line) => line.side === side.side);
    const came = ghost?.ledger.came.filter((line) => line.side === side.side) ?? [];
    const after = ghost?.sides.find((each) => each.side === side.side)?.points ?? side.points;
    const items = lines.map((line) => {
      const at = gone.indexOf(JSON.stringify(line));
      if (at >= 0) gone.splice(at, 1);
      return lineItem(line, rules, at >= 0 ? "went" : "", names(line));
    });
    return [
      make("h2", {}, make("span", { class: "signs" }, ...sideSigns(state, side.side)),
        make("span", { class: "name" }, sideName(state, side.side)),
        make("span", { class: "points figures" }, points(side.points),
          after !== side.points
            ? make("span", { class: after > side.points ? "delta good" : "delta bad" }, ` ${signed(after - side.points)}`) : null)),
      items.length + came.length
        ? make("ul", {}, ...items, ...came.map((line) => lineItem(line, rules, "came", names(line))))
        : make("p", { class: "nothing" }, words["no_points"] ?? ""),
    ];
  }));
}

const MOST_CHANGES = 4; // lines that tell what a move would bring

/** What a move would make possible, and the points that it would bring, in short.
 * @param {Preview | null} ghost @param {State} state @param {string} rules */
export function showChange(ghost, state, rules) {
  const unlocks = ghost?.unlocks ?? [];
  const news = (ghost ? changesOf(ghost.ledger.went, ghost.ledger.came) : [])
    .filter((line) => !(unlocks.length && line.status === "open")); // what is yet to be decided is what is unlocked
  fill(by("change"), [
    ...unlocks.map((words) => make("li", { class: "unlocks" }, icon("tick"), make("span", {}, words))),
    ...news.map((line) => {
      const item = lineItem(line, rules);
      item.prepend(...sideSigns(state, line.side).slice(0, 1));
      return item;
    }),
  ].slice(0, MOST_CHANGES));
}
