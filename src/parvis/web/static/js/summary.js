// The summary at the end of a round, near the question. Of the view; imports dom.js, round.js and seats.js.

import { by, fill, icon, make, points, signed } from "./dom.js";
import { roundBegan, rows, standing } from "./round.js";
import { sideName, sideSigns } from "./seats.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./round.js").Standing} Standing */
/** @typedef {Record<string, string>} Words */

/** Where this page remembers how the round began: a page that is loaded anew still knows. */
const KEY = `parvis.round ${location.pathname}`;

/** @returns {Standing | null} */
function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Standing} began */
function keep(began) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(began));
  } catch {
    // Private windows may forbid it; a page that is loaded anew then tells the points only.
  }
}

export class Summary {
  constructor() {
    /** @type {Standing | null} */
    this.began = recall();
  }

  /** A state is shown: a round may have begun, or ended with one of these moves.
   * @param {State} state @param {Entry[]} entries @param {Words} words */
  follow(state, entries, words) {
    const end = entries.findLast((entry) => entry.ends === "round");
    if (end && !state.over) this.show(state, end, words);
    else if (end || state.over) this.hide();
    const n = roundBegan(state);
    if (end || (!state.log.some((entry) => entry.kind === "move") && this.began?.n !== n)) {
      this.began = standing(state, n);
      keep(this.began);
    }
  }

  /** @param {State} state @param {Entry} end @param {Words} words */
  show(state, end, words) {
    const known = this.began?.n === roundBegan(state, end.n) ? this.began : null;
    const found = rows(state, known);
    if (!found.some((row) => row.points)) return;
    by("round").hidden = false;
    fill(by("round"), [
      make("h2", {}, words["round"] ?? ""),
      make("button", { type: "button", class: "plain round close", "data-does": "close-round", "aria-label": words["close"] ?? "" }, icon("cross")),
      make("ul", {}, ...found.map((row) => make("li", {},
        make("span", { class: "signs" }, ...sideSigns(state, row.side)),
        make("span", { class: "name" }, sideName(state, row.side)),
        make("span", { class: row.gain ? "gain figures" : "gain none figures" }, row.gain === null ? "" : row.gain ? signed(row.gain) : "+0"),
        make("span", { class: "points figures" }, points(row.points)),
        row.came.length ? make("span", { class: "came small soft" },
          row.came.map((line) => `${line.words} ${signed(line.points)}`).join(" · ")) : null))),
    ]);
  }

  hide() {
    by("round").hidden = true;
  }
}

/** The same as sentences, for who listens. @param {HTMLElement} box @returns {string[]} */
export function roundInWords(box) {
  const words = (/** @type {Element} */ part, /** @type {string} */ name) => (part.querySelector(name)?.textContent ?? "").trim();
  return [words(box, "h2"), ...[...box.querySelectorAll("li")].map((row) => {
    const came = words(row, ".came").replaceAll(" · ", ", ");
    return [`${[".name", ".gain", ".points"].map((part) => words(row, part)).filter(Boolean).join(", ")}.`, came && `${came}.`].join(" ");
  })];
}
