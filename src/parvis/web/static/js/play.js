// Playing: from picks to a move. Knows the tree of choices and no rule, no page either: it calls the
// handlers it is given. Imports walk.js and fold.js.

import { Walk } from "./walk.js";
import { overlay, staying } from "./fold.js";

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Question} Question */
/** @typedef {import("./types").Preview} Preview */
/** @typedef {import("./types").Panel} Panel */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Why} Why */

const HOVER = 60; // milliseconds on one thing before its preview is asked for
const MOST_DEEDS = 3; // whole moves that have buttons of their own

/** @typedef {object} Handlers what a page does when something changes
 * @property {() => void} changed draw again
 * @property {(why: Why, place: string) => void} refused say why not
 * @property {(place: string) => void} beside that is not what is asked now
 * @property {() => void} quiet take back what was said
 * @property {() => boolean} [inWords] whether what would change is to be said in words, too */

export class Play {
  /** @param {import("./wire.js").Wire} wire @param {() => boolean} careful confirm moves?
   * @param {Handlers} handlers */
  constructor(wire, careful, handlers) {
    this.wire = wire;
    this.careful = careful;
    this.handlers = handlers;
    /** @type {Walk | null} */
    this.walk = null;
    /** The text of the tree the walk goes through. */
    this.treeText = "";
    this.n = -1;
    /** The command on its way. */
    this.sent = "";
    /** The move whose preview is wanted, and those that came. @type {number | null} */
    this.wanted = null;
    /** @type {Map<number, Preview>} */
    this.previews = new Map();
    /** The choice under the pointer or the focus. @type {Choice | null} */
    this.hovered = null;
    /** @type {number | undefined} */
    this.patience = undefined;
    /** The move that was advised: what it would bring is shown while nothing else is. @type {number | null} */
    this.advised = null;
    /** A greyed place is being asked about. */
    this.asking = 0;
    /** The state that was clicked in last. */
    this.clickedAt = -1;
  }

  /** A new state came. @param {State} state @param {boolean} [whole] it may be drawn for another screen */
  follow(state, whole = false) {
    const text = JSON.stringify(state.tree);
    const fresh = text !== this.treeText;
    const past = fresh || whole || state.n !== this.n;
    if (past) this.previews.clear();
    this.n = state.n;
    if (!fresh) {
      // What lies in the hand goes on: what it would bring is drawn anew.
      if (past && this.wanted !== null) this.preview(this.wanted);
      if (past) this.foresee();
      return;
    }
    this.treeText = text;
    this.sent = "";
    this.hovered = null;
    this.wanted = null;
    this.advised = null;
    const turned = this.walk?.turned ?? "";
    this.walk = state.tree?.length ? new Walk(state.tree, [], turned) : null;
    this.want(false); // the only thing there is to do is shown at once
    this.foresee();
  }

  /** @returns {Question | null} */
  get question() {
    return this.sent ? null : this.walk?.question ?? null;
  }

  /** Whether one's hand is on something that can be put back. */
  get begun() {
    return !this.sent && Boolean(this.walk?.steps.length);
  }

  /** What may be picked now, or already, by this name. @param {string} place @returns {Choice | null} */
  offered(place) {
    if (this.sent || !this.walk || this.walk.question?.kind === "cycle") return null;
    return this.question?.choices.find((each) => each.pick === place) ?? this.walk.later(place);
  }

  /** Whole moves that have a button of their own beside the one that declines. @returns {Choice[]} */
  get deeds() {
    const question = this.question;
    if (question?.kind !== "pick" || !question.choices.some((each) => each.quiet)) return [];
    const others = question.choices.filter((each) => !each.quiet);
    const told = new Set(others.map((each) => each.does || question.does || each.pick)); // two cards may have one name
    return told.size === others.length && told.size <= MOST_DEEDS && others.every((each) => each.then === undefined) ? others : [];
  }

  /** Ask what the buttons would bring that stand for whole moves. */
  foresee() {
    for (const choice of this.deeds) {
      const move = this.walk?.after(choice.pick).move ?? null;
      if (move !== null && !this.previews.has(move)) this.preview(move, false);
    }
  }

  /** What a whole choice would bring, if it is known. @param {Choice} choice @returns {Preview | null} */
  foreseen(choice) {
    const move = this.walk?.after(choice.pick).move ?? null;
    return move === null ? null : this.previews.get(move) ?? null;
  }

  /** Everything is picked and only the player's word is missing. */
  get ready() {
    return !this.sent && this.walk !== null && this.walk.move !== null;
  }

  /** The preview to show now. @returns {Preview | null} */
  get ghost() {
    return this.wanted === null ? null : this.previews.get(this.wanted) ?? null;
  }

  /** The panels with the ghost on them. @param {Panel[]} panels @returns {Panel[]} */
  shown(panels) {
    const ghost = this.ghost;
    if (!ghost) return panels;
    // What is pointed at stays under the pointer: neither a hand nor what would take it away is
    // redrawn for what merely could be.
    const stays = panels.filter((panel) => panel.role === "hand").map((panel) => panel.id);
    const changes = Object.fromEntries(Object.entries(ghost.panels)
      .filter(([id]) => (this.ready && this.begun) || !stays.includes(id)));
    const ghostly = overlay(panels, changes, panels.map((panel) => panel.id));
    return this.hovered ? staying(panels, ghostly, this.hovered.pick) : ghostly;
  }

  /** Show (or stop showing) what a choice would bring. @param {Choice | null} choice */
  hover(choice) {
    if (this.sent) return;
    this.hovered = choice;
    this.want();
  }

  /** Show what a move would bring that somebody advises; nothing any more. @param {number | null} move */
  advise(move) {
    if (move === this.advised) return;
    this.advised = move;
    this.want();
  }

  /** Ask for the preview that fits what is picked and pointed at. @param {boolean} [tell] */
  want(tell = true) {
    const walk = this.walk;
    let move = null;
    if (walk && !this.sent) {
      move = walk.outcome;
      if (move === null && this.hovered) move = walk.after(this.hovered.pick).outcome;
      if (move === null && !this.hovered) move = this.advised;
    }
    if (move === this.wanted) return;
    this.wanted = move;
    if (tell) this.handlers.changed();
    if (move === null || this.previews.has(move)) return;
    // Whoever only sweeps over things asks for nothing.
    clearTimeout(this.patience);
    const sure = !walk?.question || walk.question.kind === "cycle";
    this.patience = setTimeout(() => this.preview(/** @type {number} */ (move)), sure ? 0 : HOVER);
  }

  /** @param {number} move @param {boolean} [shown] whether it is the one to be shown */
  preview(move, shown = true) {
    if (shown && move !== this.wanted) return;
    const n = this.n;
    void this.wire.question("preview", { move, ...(this.handlers.inWords?.() ? { words: true } : {}) }).then((answer) => {
      if (n !== this.n || answer.type !== "preview") return;
      this.previews.set(move, /** @type {any} */ (answer));
      if (move === this.wanted || !shown) this.handlers.changed();
    });
  }

  /** Pick a place or a button; asks why not, if it is not offered.
   * @param {string} place @param {boolean} [twice] by the second click of a double one */
  pick(place, twice = false) {
    const walk = this.walk;
    if (!walk || this.sent) return;
    this.handlers.quiet();
    const question = walk.question;
    // The same thing again: yes, that.
    if (!question && walk.picked.some((choice) => choice.pick === place)) return this.confirm();
    if (question?.kind === "cycle" && walk.picked.at(-1)?.pick === place) return this.confirm();
    const offer = walk.offer(place);
    if (walk.ahead.includes(place) || (offer && walk.picked[offer.depth] === offer.choice)) {
      // Picked once more: put back. Who double-clicks everything wants it picked.
      if (twice) return;
      this.hovered = null;
      walk.putBack(place);
      return this.settle();
    }
    if (!offer) return this.why(place);
    this.hovered = null;
    const changes = offer.depth < walk.picked.length;
    if (changes) walk.exchange(offer);
    else walk.choose(place);
    // Whoever changed one thing of several, or did not pick the last one, is asked first.
    if (this.ready && !this.careful() && !walk.forced && !(changes && walk.path.at(-1) !== place)) this.commit();
    else this.settle();
  }

  /** A button that says what it does is meant. @param {string} pick */
  press(pick) {
    this.pick(pick);
    if (this.ready) this.commit();
  }

  /** Whether a click is one of several in a row that were meant for the question before: what answers the
   * next one may lie in the same spot. @param {number} count how many clicks there were in a row */
  isLeftover(count) {
    const leftover = count > 1 && this.n !== this.clickedAt;
    if (!leftover) this.clickedAt = this.n;
    return leftover;
  }

  /** Pick by a button of a list, where the ways round are listed too. @param {string} pick */
  choose(pick) {
    if (this.question?.kind !== "cycle") return this.pick(pick);
    this.turnTo(pick);
    this.confirm();
  }

  /** Turn what is in hand this way, if it can be; else point at it. @param {string} pick */
  turnTo(pick) {
    const question = this.question;
    if (!this.walk || question?.kind !== "cycle" || !question.choices.some((each) => each.pick === pick)) return;
    this.walk.turned = pick;
    this.want();
  }

  /** A whole move at once, by its picks. @param {string[]} path @param {boolean} [sure] it needs no second word */
  lay(path, sure = false) {
    const { walk } = this;
    if (!walk || this.sent) return;
    this.handlers.quiet();
    this.hovered = null;
    this.walk = new Walk(walk.tree, path, path.at(-1) ?? "");
    if (this.walk.question?.kind === "cycle") this.walk.choose(this.walk.shown(this.walk.question).pick);
    if (this.ready && (sure || !this.careful())) this.commit();
    else this.settle();
  }

  /** @param {string} place */
  why(place) {
    const walk = this.walk;
    if (!walk) return;
    const asking = ++this.asking;
    const n = this.n;
    // In the middle of turning, the question is about the pick before.
    const path = [...walk.path.slice(0, walk.question ? undefined : -1), place];
    void this.wire.question("why", { path }).then((answer) => {
      if (asking !== this.asking || n !== this.n) return;
      if (answer["words"]) this.handlers.refused(/** @type {any} */ (answer), place);
      else if (walk.picked.length) {
        // Perhaps it fits from the beginning, only not after what is picked.
        void this.wire.question("why", { path: [place] }).then((second) => {
          if (asking !== this.asking) return;
          if (second["words"]) this.handlers.refused(/** @type {any} */ (second), place);
          else this.handlers.beside(place);
        });
      } else this.handlers.beside(place);
    });
  }

  /** @param {number} step */
  turn(step) {
    const walk = this.walk;
    if (!walk || this.sent) return false;
    const question = walk.question;
    const cycle = question?.kind === "cycle" ? question
      : this.hovered ? walk.cycle(this.hovered) : null;
    if (!cycle) return false;
    walk.turn(cycle, step);
    this.want();
    this.handlers.changed();
    return true;
  }

  /** Yes: what is shown now. */
  confirm() {
    const walk = this.walk;
    if (!walk || this.sent) return;
    const question = walk.question;
    if (question?.kind === "cycle") {
      walk.choose(walk.shown(question).pick);
      if (this.ready) this.commit();
      else this.settle();
    } else if (!question) this.commit();
  }

  /** One step back. */
  back() {
    this.asking++;
    this.handlers.quiet();
    if (!this.walk || !this.begun) return false;
    this.walk.back();
    this.hovered = null;
    this.settle();
    return true;
  }

  settle() {
    this.want();
    this.foresee();
    this.handlers.changed();
  }

  commit() {
    const move = this.walk?.move;
    if (move === null || move === undefined) return;
    this.wanted = this.previews.has(move) ? move : null;
    this.sent = this.wire.command("move", { n: this.n, move });
    this.handlers.changed();
  }

  /** The server said no, or had it already. @param {string} id */
  answered(id, /** @type {boolean} */ refused) {
    if (id !== this.sent) return;
    this.sent = "";
    if (refused && this.walk) {
      this.walk = new Walk(this.walk.tree, [], this.walk.turned);
      this.wanted = null;
      this.want();
    }
    this.handlers.changed();
  }
}
