// A game that is over, step by step: what was fetched of it, and what is wanted next. Holds no page: who fetches,
// who paints and the clock are handed in. Nothing is fetched that nobody asked for: what comes later is not known
// here. Imports fold.js.

import { overlay } from "./fold.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Step} Step */
/** @typedef {import("./types").Entry} Entry */

/** @typedef {object} Asked what is asked of the server
 * @property {number} at @property {string} eyes @property {number | null} from what is shown with the same eyes
 * @property {string} go where to from there, if not to that move itself */

/** @typedef {object} Shown a step to be painted
 * @property {State} state @property {number} at @property {string} eyes
 * @property {Entry[]} news the moves that one has just gone on by: to be told, and seen to move */

/** @typedef {object} Handlers what a page does
 * @property {(asked: Asked) => Promise<Step>} get ask the server
 * @property {(shown: Shown) => void} show paint a step
 * @property {(status: "" | "loading" | "failed") => void} status
 * @property {(playing: boolean) => void} playing
 * @property {(ended: boolean) => number} stay how long a step stays while they play by themselves, milliseconds */

/** @typedef {Pick<typeof globalThis, "setTimeout" | "clearTimeout">} Clock */

export class Steps {
  /** @param {number} total how many moves there are @param {string} eyes a seat's number, or `all`
   * @param {State} base who sat here, and all that no move changes @param {Handlers} handlers @param {Clock} [clock] */
  constructor(total, eyes, base, handlers, clock = globalThis) {
    this.total = total;
    this.eyes = eyes;
    this.base = base;
    this.handlers = handlers;
    this.clock = clock;
    /** The move that is shown; -1 before one is. */
    this.at = -1;
    /** The furthest that was looked at. */
    this.furthest = 0;
    /** What is wanted and not shown yet. @type {Pick<Asked, "at" | "go"> | null} */
    this.wanted = null;
    this.busy = false;
    /** Steps that are known, by eyes and move. @type {Map<string, State>} */
    this.known = new Map();
    /** Moves in words, by eyes and number. @type {Map<string, Map<number, Entry>>} */
    this.logs = new Map();
    /** By side: its points at the start and after each move that was looked at. @type {number[][]} */
    this.course = [];
    /** Whether it goes on by itself; and until when the step stays. */
    this.playing = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** Counts what makes all that is on its way useless: another drawing. */
    this.age = 0;
  }

  /** Go to a move; from the end, if it is below 0. @param {number} at */
  go(at) {
    const number = at < 0 ? this.total : Math.min(Math.max(at, 0), this.total);
    return this.want({ at: number, go: "" });
  }

  /** @param {number} by moves forth, or back if below 0 */
  step(by) {
    this.pause();
    return this.go(Math.max(0, this.target + by));
  }

  /** To a turn or the end of a round, which only the server knows. @param {string} way */
  seek(way) {
    this.pause();
    return this.want({ at: this.target, go: way });
  }

  /** Where one will be when all that was asked for has come. */
  get target() {
    return this.wanted?.at ?? Math.max(this.at, 0);
  }

  /** Look with other eyes at the same move. @param {string} eyes */
  look(eyes) {
    if (eyes === this.eyes) return Promise.resolve();
    const at = this.target;
    this.eyes = eyes;
    this.age += 1;
    this.at = -1;
    return this.go(at);
  }

  /** The drawing is another one, as when the screen is turned: what was fetched is of no use. */
  redraw() {
    const at = this.target;
    this.known.clear();
    this.age += 1;
    this.at = -1;
    return this.go(at);
  }

  /** @param {Pick<Asked, "at" | "go">} wanted */
  async want(wanted) {
    this.wanted = wanted;
    if (!this.busy) await this.fetchWanted();
  }

  /** One question at a time; of several wishes meanwhile the last. */
  async fetchWanted() {
    while (this.wanted) {
      const { at, go } = this.wanted;
      const { age, eyes } = this;
      const known = go ? undefined : this.known.get(`${eyes} ${at}`);
      if (known) {
        this.wanted = null;
        this.paint(known, at);
        continue;
      }
      this.busy = true;
      this.handlers.status("loading");
      const from = this.at < 0 ? null : this.at;
      const asked = this.wanted;
      /** @type {Step | null} */
      let step = null;
      try {
        step = await this.handlers.get({ at, eyes, from, go });
      } catch {
        step = null;
      }
      this.busy = false;
      if (age !== this.age) continue; // other eyes, or another drawing, are wanted by now
      if (!step) {
        this.pause();
        return this.handlers.status("failed");
      }
      this.handlers.status("");
      this.learn(step);
      if (this.wanted === asked) {
        this.wanted = null;
        this.paint(/** @type {State} */ (this.known.get(`${eyes} ${step.at}`)), step.at);
      }
    }
  }

  /** Try again what could not be fetched. */
  again() {
    return this.fetchWanted();
  }

  /** Take in what the server said. @param {Step} step */
  learn(step) {
    const before = step.from === null ? [] : this.known.get(`${this.eyes} ${step.from}`)?.panels ?? [];
    let log = this.logs.get(this.eyes);
    if (!log) this.logs.set(this.eyes, (log = new Map()));
    for (const entry of step.log) log.set(entry.n, entry);
    for (const [side, points] of step.course.entries()) {
      const line = (this.course[side] ??= []);
      for (const [n, value] of points.entries()) line[step.at - points.length + 1 + n] = value;
    }
    this.known.set(`${this.eyes} ${step.at}`, {
      ...this.base,
      n: step.at,
      seat: this.eyes === "all" ? null : Number(this.eyes),
      turn: { seat: step.turn, mine: false, thinking: null, progress: null, seconds: null },
      panels: overlay(before, step.panels, step.panels_order),
      sides: step.sides,
      ledger: step.ledger,
      over: step.over,
      winners: step.winners,
      stopped: step.stopped,
      last: log.get(step.at)?.places ?? [],
    });
  }

  /** @param {State} state @param {number} at */
  paint(state, at) {
    const before = this.at;
    this.at = at;
    this.furthest = Math.max(this.furthest, at);
    const log = this.logs.get(this.eyes);
    const last = log?.get(at);
    const news = before >= 0 && at === before + 1 && last ? [last] : [];
    const told = [...(log?.values() ?? [])].sort((a, b) => a.n - b.n);
    this.handlers.show({ state: { ...state, log: told }, at, eyes: this.eyes, news });
    if (this.playing) this.wait();
  }

  /** Go on by itself, or stop. */
  toggle() {
    if (this.playing) return this.pause();
    this.playing = true;
    this.handlers.playing(true);
    if (this.at >= this.total) void this.go(0);
    else void this.go(this.target + 1);
    return undefined;
  }

  pause() {
    this.clock.clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.handlers.playing(false);
  }

  /** Let a step stay, then show the next. */
  wait() {
    this.clock.clearTimeout(this.timer);
    if (this.at >= this.total) return this.pause();
    const ended = this.logs.get(this.eyes)?.get(this.at)?.ends !== undefined;
    this.timer = this.clock.setTimeout(() => void this.go(this.at + 1), this.handlers.stay(ended));
    return undefined;
  }
}
