// A walk through the tree of choices: which question is open, what was picked, which move it makes.
// Things may be picked before their question is asked: the walk then asks only for what goes with
// them. What has one answer only is not asked. Pure; imports nothing.

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Question} Question */
/** @typedef {object} Offer where a pick fits
 * @property {number} depth how many picks come before it
 * @property {Choice} choice
 * @property {boolean} [ahead] it answers a question that is yet to come */

export class Walk {
  /** @param {Question[]} tree @param {string[]} [steps] @param {string} [turned] */
  constructor(tree, steps = [], turned = "") {
    this.tree = tree;
    /** What somebody picked, in their order; all the rest follows from it. */
    this.steps = steps;
    /** The way the last thing was turned; the next one starts like it. */
    this.turned = turned;
    /** The answers so far, in the order of the questions. @type {Choice[]} */
    this.picked = [];
    /** Picks whose question has not come yet. @type {string[]} */
    this.ahead = [];
    /** How many of the last answers nobody picked, since there was no other. */
    this.forced = 0;
    this.retrace();
  }

  /** Find the answers that the steps make; steps that lead nowhere are left out. */
  retrace() {
    this.picked = [];
    this.ahead = [];
    this.forced = 0;
    /** @type {string[]} */
    const kept = [];
    this.goOn();
    for (const step of this.steps) {
      const question = this.question;
      const choice = question?.choices.find((each) => each.pick === step);
      if (choice) {
        this.forced = 0;
        this.picked.push(choice);
        this.goOn();
      } else if (question && this.later(step)) {
        this.ahead.push(step);
        this.goOn();
      } else if (!this.picked.some((each) => each.pick === step)) continue;
      kept.push(step);
    }
    this.steps = kept;
  }

  /** Answer what has one answer, and what was answered before it was asked. */
  goOn() {
    for (let question = this.question; question?.choices.length === 1; question = this.question) {
      const [only] = question.choices;
      if (!only) return;
      const pinned = this.ahead.indexOf(only.pick);
      if (pinned >= 0) this.ahead.splice(pinned, 1);
      this.forced = pinned >= 0 || question.kind === "cycle" ? this.forced : this.forced + 1;
      this.picked.push(only);
    }
  }

  /** The open question, with the answers that go with what was picked ahead; null when the move is
   * whole. @returns {Question | null} */
  get question() {
    const question = this.asked(this.picked.length);
    if (!question || !this.ahead.length) return question;
    return { ...question, choices: question.choices.filter((each) => this.reaches(each, this.ahead)) };
  }

  /** The question after so many answers. @param {number} depth @returns {Question | null} */
  asked(depth) {
    const before = this.picked[depth - 1];
    return before ? next(this.tree, before) : this.tree[0] ?? null;
  }

  /** Whether a choice is, or leads to, all of these picks. @param {Choice} choice @param {string[]} picks
   * @returns {boolean} */
  reaches(choice, picks) {
    const rest = picks.filter((pick) => pick !== choice.pick);
    if (!rest.length) return true;
    return Boolean(next(this.tree, choice)?.choices.some((each) => this.reaches(each, rest)));
  }

  /** The answer of a later question by this name. @param {string} pick @returns {Choice | null} */
  later(pick) {
    const question = this.question;
    if (!question || question.kind === "cycle") return null;
    const picks = [...this.ahead, pick];
    for (const choice of question.choices) {
      if (choice.pick !== pick && this.reaches(choice, picks)) {
        const found = this.below(choice, pick);
        if (found) return found;
      }
    }
    return null;
  }

  /** An answer by this name below a choice. @param {Choice} choice @param {string} pick
   * @returns {Choice | null} */
  below(choice, pick) {
    const question = next(this.tree, choice);
    if (question?.kind === "pick") {
      const found = question.choices.find((each) => each.pick === pick && !each.button);
      if (found) return found;
    }
    for (const each of question?.choices ?? []) {
      const found = this.below(each, pick);
      if (found) return found;
    }
    return null;
  }

  /** The things of later questions that may be picked already. @returns {Choice[]} */
  get comings() {
    const question = this.question;
    if (!question || question.kind === "cycle") return [];
    const now = new Set(question.choices.map((each) => each.pick));
    /** @type {Map<string, Choice>} */
    const found = new Map();
    const seen = new Set();
    const look = (/** @type {Choice} */ choice) => {
      if (choice.then === undefined || seen.has(choice.then)) return;
      seen.add(choice.then);
      const after = next(this.tree, choice);
      for (const each of after?.choices ?? []) {
        if (after?.kind === "pick" && !each.button && !now.has(each.pick)) found.set(each.pick, each);
        look(each);
      }
    };
    for (const choice of question.choices) look(choice);
    return [...found.values()].filter((each) => !this.ahead.length || this.later(each.pick));
  }

  /** What is held while one looks where it goes: places that were picked. @returns {Choice[]} */
  get held() {
    const pinned = this.ahead.flatMap((pick) => this.later(pick) ?? this.pinned(pick) ?? []);
    return [...this.picked.filter((each) => !each.button), ...pinned];
  }

  /** @param {string} pick @returns {Choice | null} */
  pinned(pick) {
    for (const choice of this.question?.choices ?? []) {
      const found = this.below(choice, pick);
      if (found) return found;
    }
    return null;
  }

  /** The picks so far, as the server knows them. @returns {string[]} */
  get path() {
    return this.picked.map((choice) => choice.pick);
  }

  /** The number of the move, if it is whole. @returns {number | null} */
  get move() {
    return this.question ? null : sum(this.picked);
  }

  /** The number of the move as it would lie now, if only turning is left. @returns {number | null} */
  get outcome() {
    let total = sum(this.picked);
    let question = this.question;
    while (question) {
      if (question.kind !== "cycle") return null;
      const shown = this.shown(question);
      total += shown.add;
      question = next(this.tree, shown);
    }
    return total;
  }

  /** What a whole move does, or one that only has to be turned: a verb. */
  get does() {
    const depth = this.question ? this.picked.length : this.picked.length - 1;
    const question = this.asked(depth);
    if (!question) return "";
    const choice = this.question ? this.shown(question) : this.picked[depth];
    return choice?.does || (choice?.button ? choice.label : "") || question.does || "";
  }

  /** The choice that a cycle shows now. @param {Question} question @returns {Choice} */
  shown(question) {
    return question.choices.find((choice) => choice.pick === this.turned)
      ?? /** @type {Choice} */ (question.choices[0]);
  }

  /** Turn a cycle. @param {Question} question @param {number} step */
  turn(question, step) {
    const count = question.choices.length;
    const now = question.choices.indexOf(this.shown(question));
    this.turned = /** @type {Choice} */ (question.choices[(now + step + count) % count]).pick;
  }

  /** Pick something that is offered. @param {string} pick */
  choose(pick) {
    this.steps = [...this.steps, pick];
    this.retrace();
  }

  /** The walk as it would go on with a pick. @param {string} pick @returns {Walk} */
  after(pick) {
    return new Walk(this.tree, [...this.steps, pick], this.turned);
  }

  /** Another thing in place of an earlier one: what was picked after it stays, if it goes with it.
   * @param {Offer} offer */
  exchange({ depth, choice }) {
    const before = this.path.slice(0, depth);
    const others = this.steps.filter((step) => step !== this.picked[depth]?.pick && !before.includes(step));
    this.steps = [...before, choice.pick, ...others];
    this.retrace();
  }

  /** Put something back, and what was picked for a later question. @param {string} pick */
  putBack(pick) {
    const depth = this.picked.findIndex((each) => each.pick === pick);
    const gone = new Set(depth < 0 ? [pick] : this.picked.slice(depth).map((each) => each.pick));
    this.steps = this.steps.filter((step) => !gone.has(step));
    this.retrace();
  }

  /** One step back. */
  back() {
    this.steps = this.steps.slice(0, -1);
    this.retrace();
  }

  /** The cycle that comes right after a choice, if one does.
   * @param {Choice} choice @returns {Question | null} */
  cycle(choice) {
    const question = this.after(choice.pick).question;
    return question?.kind === "cycle" ? question : null;
  }

  /** Where this pick fits: the open question, else a later one, else the latest one before it.
   * @param {string} pick @returns {Offer | null} */
  offer(pick) {
    const open = this.question;
    const now = open?.kind === "pick" ? open.choices.find((each) => each.pick === pick) : undefined;
    if (now) return { depth: this.picked.length, choice: now };
    const coming = this.ahead.includes(pick) ? null : this.later(pick);
    if (coming && !this.picked.some((each) => each.pick === pick)) {
      return { depth: this.picked.length, choice: coming, ahead: true };
    }
    for (let depth = this.picked.length - 1; depth >= 0; depth--) {
      const question = this.asked(depth);
      if (!question || question.kind === "cycle") continue;
      const choice = question.choices.find((each) => each.pick === pick);
      if (choice) return { depth, choice };
    }
    return null;
  }
}

/** The question that comes after a choice. @param {Question[]} tree @param {Choice} choice @returns {Question | null} */
function next(tree, { then }) {
  return then === undefined ? null : tree[then] ?? null;
}

/** @param {Choice[]} choices */
function sum(choices) {
  return choices.reduce((total, choice) => total + choice.add, 0);
}
