// Where things stand when a round ends: what each side has won in it, and its points now. Pure; imports
// nothing.

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Line} Line */

/** @typedef {object} Standing what is remembered of the beginning of a round
 * @property {number} n the event that began it
 * @property {Record<number, number>} points by side
 * @property {Record<string, number>} sources points by side and clause */

/** @typedef {object} Row one side at the end of a round
 * @property {number} side @property {number} points @property {number | null} gain null: not known
 * @property {{words: string, points: number}[]} came what it was won by; they sum to the gain */

/** What is to be remembered of a state. @param {State} state @param {number} n @returns {Standing} */
export function standing(state, n) {
  return {
    n,
    points: Object.fromEntries(state.sides.map((side) => [side.side, side.points])),
    sources: sourcesOf(state.ledger),
  };
}

/** Points by side and clause. @param {Line[]} ledger */
function sourcesOf(ledger) {
  /** @type {Record<string, number>} */
  const sources = {};
  for (const line of ledger) sources[nameOf(line)] = (sources[nameOf(line)] ?? 0) + line.points;
  return sources;
}

/** @param {Line} line */
function nameOf(line) {
  return `${line.side} ${line.clause}`;
}

/** The event by which the last round but now ended; -1 if none has, as far as the log tells.
 * @param {State} state @param {number} [before] only rounds that ended before this event */
export function roundBegan(state, before = Infinity) {
  return state.log.findLast((entry) => entry.ends === "round" && !entry.undone && entry.n < before)?.n ?? -1;
}

/** How the sides came out of a round, the first first.
 * @param {State} state @param {Standing | null} began @returns {Row[]} */
export function rows(state, began) {
  const now = sourcesOf(state.ledger);
  /** The last line of each clause names what it brought. */
  const named = new Map(state.ledger.map((line) => [nameOf(line), line]));
  const came = [...named.values()].map((line) => ({ side: line.side, words: line.words,
    points: (now[nameOf(line)] ?? 0) - (began?.sources[nameOf(line)] ?? 0) })).filter((each) => each.points);
  return state.sides.map((side) => ({
    side: side.side,
    points: side.points,
    gain: began ? side.points - (began.points[side.side] ?? 0) : null,
    came: began ? came.filter((each) => each.side === side.side) : [],
  })).sort((a, b) => b.points - a.points);
}
