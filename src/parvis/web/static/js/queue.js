// What came and is still to be shown: the others' moves one after the other, at the pace that one sets.
// Holds no page: who shows a state, and the clock, are handed in. Imports nothing.

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Entry} Entry */
/** @typedef {"slow" | "normal" | "fast" | "none"} Pace */

/** How long something stays before the next is shown, and how long it is on its way; milliseconds.
 * @type {Record<Pace, {stay: number, glide: number}>} */
export const PACES = {
  slow: { stay: 2200, glide: 700 },
  normal: { stay: 1100, glide: 400 },
  fast: { stay: 500, glide: 220 },
  none: { stay: 0, glide: 200 },
};
/** What has ended is looked at for longer: a trick and who took it, a round. */
const LOOK_BACK = 2;
/** Moves that came together are told together, and not for longer than so many. */
const TOGETHER = 3;
/** Who is further behind than so many steps misses the first of them; the log has all. */
export const MOST_WAITING = 8;

/** @typedef {object} Handlers what a page does
 * @property {(state: State, step: Step) => void} show paint a state
 * @property {(entries: Entry[], waiting: number) => void} tell say what is being told; nothing any more
 * @property {() => Pace} pace
 * @property {() => boolean} awaited whether I have done something that is not answered yet
 * @property {() => boolean} hidden whether nobody looks at the page */

/** @typedef {object} Step a state, and how it came
 * @property {boolean} whole it replaces everything
 * @property {boolean} skipped others were passed over to come to it */

/** @typedef {Pick<typeof globalThis, "setTimeout" | "clearTimeout">} Clock */

export class Queue {
  /** @param {Handlers} handlers @param {Clock} [clock] */
  constructor(handlers, clock = globalThis) {
    this.handlers = handlers;
    this.clock = clock;
    /** What the server said last, shown or not. @type {State | null} */
    this.latest = null;
    /** @type {{state: State, entries: Entry[]}[]} */
    this.waiting = [];
    /** Until the next step; undefined if nothing stays. @type {number | undefined} */
    this.timer = undefined;
  }

  /** The whole state came: whatever was on its way is in it. @param {State} state */
  replace(state) {
    this.latest = state;
    this.waiting = [];
    this.stop();
    this.paint(state, [], false, false, true);
  }

  /** The state after an update came. @param {State} state */
  take(state) {
    const entries = newMoves(this.latest, state);
    const undone = state.log.length > 0 && state.log.at(-1)?.kind === "undo" && state.n !== this.latest?.n;
    this.latest = state;
    // Who comes, goes or talks is seen at once, unless moves wait.
    if (!entries.length && !undone && !this.waiting.length) return this.handlers.show(state, { whole: false, skipped: false });
    this.waiting.push({ state, entries });
    // What answers me is shown at once, and nothing waits for who does not look.
    const answer = this.handlers.awaited() && entries.some((entry) => entry.seat !== null && state.held.includes(entry.seat));
    if (answer || undone || this.handlers.hidden() || this.handlers.pace() === "none") return this.skip(true);
    while (this.waiting.length > MOST_WAITING) this.waiting.shift();
    if (this.timer === undefined) this.next();
    else this.handlers.tell(this.told, this.waiting.length);
  }

  /** What is being told. @type {Entry[]} */
  told = [];

  /** Show the next step, and let it stay. */
  next() {
    const step = this.waiting.shift();
    if (!step) return this.stop();
    this.paint(step.state, step.entries, false, true);
    if (this.timer === undefined && this.waiting.length) this.next();
  }

  /** Come to what is; whether something was passed over. @param {boolean} [stays] what has ended may stay */
  skip(stays = false) {
    const last = this.waiting.at(-1);
    const passed = this.waiting.length > 1 || (!stays && this.timer !== undefined);
    this.stop();
    if (!last) return;
    this.waiting = [];
    this.paint(last.state, last.entries, passed, stays);
  }

  /** @param {State} state @param {Entry[]} entries @param {boolean} skipped @param {boolean} stays
   * @param {boolean} [whole] */
  paint(state, entries, skipped, stays, whole = false) {
    const stay = stays && !this.handlers.hidden() ? stayOf(entries, state.held, PACES[this.handlers.pace()].stay) : 0;
    this.handlers.show(state, { whole, skipped });
    this.told = stay ? entries : [];
    if (!stay) return this.handlers.tell([], 0);
    this.handlers.tell(entries, this.waiting.length);
    this.timer = this.clock.setTimeout(() => {
      this.timer = undefined;
      this.next();
    }, stay);
  }

  /** Whether steps wait to be shown. */
  get behind() {
    return this.waiting.length > 0;
  }

  stop() {
    if (this.timer !== undefined) this.clock.clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.told.length) return;
    this.told = [];
    this.handlers.tell([], 0);
  }
}

/** The moves that one state has and the one before had not. @param {State | null} old @param {State} next */
export function newMoves(old, next) {
  const newest = old?.log.at(-1)?.n ?? -1;
  return next.log.filter((entry) => entry.n > newest && entry.kind === "move" && !entry.undone);
}

/** How long moves stay: those of others, and whatever has ended something.
 * @param {Entry[]} entries @param {number[]} held my seats @param {number} stay */
export function stayOf(entries, held, stay) {
  const others = entries.filter((entry) => entry.seat === null || !held.includes(entry.seat));
  const back = entries.some((entry) => entry.ends) ? LOOK_BACK : 0;
  return stay * Math.max(back, Math.min(others.length, TOGETHER));
}
