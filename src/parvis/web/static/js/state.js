// What a table page knows, and what follows from it: the state, what is pointed out, what is new.
// Pure: no page, no socket; imports nothing.

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Why} Why */

/** @typedef {Why & { hint?: import("./types").Hint }} Explained something said about places; advice, if it is some */

/** @typedef {object} Change from one state to the next, as far as a page does more than paint it
 * @property {State | null} old null when the page has just been opened
 * @property {State} next
 * @property {boolean} moved a move was made or taken back before our eyes
 * @property {boolean} asksAnew the choices are others
 * @property {boolean} myTurn it has become my turn
 * @property {boolean} ended the game has just ended
 * @property {boolean} lacksPlayers one comes to a table with open seats
 * @property {boolean} isComplete the last open seat has been taken */

export class TableState {
  constructor() {
    /** What the server said last. @type {State | null} */
    this.state = null;
    /** What is being explained: a refusal, a hint, a note. @type {Explained | null} */
    this.why = null;
    /** The place that was asked about. */
    this.askedPlace = "";
    /** Whether keys reach everything there is, not only what can be picked. */
    this.exploring = false;
    /** Whether one is being warned that taking back makes the game practice. */
    this.warning = false;
    /** The seat that one is asked whether to open again. @type {number | null} */
    this.freeing = null;
    /** The seat whose person one is asked whether to make the host. @type {number | null} */
    this.handing = null;
    /** What one is asked whether to do that ends the game. @type {"" | "resign" | "stop" | "close-table"} */
    this.confirming = "";
    /** Around one screen, the seat whose person has said that they are there. @type {number | null} */
    this.lifted = null;
    /** The newest line of the chat that was seen; -1 before one came. */
    this.seenChat = -1;
  }

  /** Places that are pointed out by an explanation. @returns {string[]} */
  get cited() {
    return this.why?.places ?? [];
  }

  /** The whole state came. @param {State} next @returns {Change} */
  replace(next) {
    return this.follow(next, true);
  }

  /** The next state is to be shown, whole or after some updates.
   * @param {State} next @param {boolean} [whole] @returns {Change} */
  follow(next, whole = false) {
    const change = changeBetween(this.state, next, whole);
    this.state = next;
    this.lifted = next.held.length > 1 ? next.seat : null;
    this.warning = this.warning && makesPractice(next);
    if (next.over) this.confirming = "";
    if (!next.host || next.over) this.handing = null;
    if (this.freeing !== null && !next.seats[this.freeing]?.free) this.freeing = null;
    if (change.asksAnew) {
      this.exploring = false;
      this.hush();
    }
    return change;
  }

  /** Say something about places. @param {Explained} why @param {string} [place] the one that was asked about */
  explain(why, place = "") {
    this.why = why;
    this.askedPlace = place;
  }

  /** Take back what was said about places; whether there was something. */
  hush() {
    const said = this.why !== null;
    this.why = null;
    this.askedPlace = "";
    return said;
  }

  /** Whether there is something in the chat that was not seen. What was said before one came counts
   * as seen. @param {boolean} looking whether the chat is in sight now */
  unread(looking) {
    if (!this.state) return false;
    const newest = this.state.chat.at(-1)?.n ?? 0;
    if (looking || this.seenChat < 0) this.seenChat = Math.max(newest, this.seenChat);
    return newest > this.seenChat;
  }
}

/** @param {State | null} old @param {State} next @param {boolean} whole @returns {Change} */
function changeBetween(old, next, whole) {
  return {
    old,
    next,
    moved: !whole && old !== null && next.last !== old.last,
    asksAnew: JSON.stringify(next.tree) !== JSON.stringify(old?.tree ?? null),
    myTurn: old !== null && next.turn.mine && !old.turn.mine,
    ended: old !== null && next.over && !old.over,
    lacksPlayers: whole && !next.over && hasOpenSeats(next),
    isComplete: old !== null && hasOpenSeats(old) && !hasOpenSeats(next),
  };
}

/** @param {State} state */
function hasOpenSeats(state) {
  return state.seats.some((seat) => seat.kind === "open");
}

/** Whether taking back would make the game practice. @param {State} state */
export function makesPractice(state) {
  return state.undo.can === "practice" && !state.practice;
}

/** What a screen reader is to say about a change; null if it is nothing to speak of.
 * @param {Change} change @param {string} yourTurn @returns {string | null} */
export function announcement({ old, next, myTurn }, yourTurn) {
  if (!old) return null;
  const newest = old.log.at(-1)?.n ?? -1;
  const news = next.log.filter((entry) => entry.n > newest).flatMap((entry) => entry.words);
  // What is asked may begin with the same words.
  if (myTurn) news.push(next.ask.startsWith(yourTurn.replace(/[.]$/u, "")) ? "" : yourTurn);
  else if (!news.length && next.ask === old.ask) return null;
  return [...news, next.ask].filter(Boolean).join(" ").trim();
}

/** What happened since my last move, or else the last thing that did.
 * @param {State} state @returns {import("./types").Entry[]} */
export function recent(state) {
  const standing = state.log.filter((entry) => !entry.undone);
  const meanwhile = standing.filter((entry) => state.since.includes(entry.n));
  return meanwhile.length ? meanwhile : standing.slice(-1);
}

/** Whether the game ends if who sits there gives up: one side is left, or no person. @param {State} state @param {number} seat */
export function endsGame(state, seat) {
  const plays = (/** @type {number} */ each) => each !== seat && state.seats[each]?.kind !== "bot" && !state.seats[each]?.given_up;
  const gone = (/** @type {number[]} */ seats) => seats.some((each) => each === seat || state.seats[each]?.given_up) && !seats.some(plays);
  const left = state.sides.filter((side) => !gone(side.seats));
  return left.length <= 1 || !left.some((side) => side.seats.some(plays));
}
