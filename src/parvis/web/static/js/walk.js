// A walk through the tree of choices: which question is open, what was picked, which move it makes.
// Pure; imports nothing.

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Question} Question */

export class Walk {
  /** @param {Question[]} tree */
  constructor(tree) {
    this.tree = tree;
    /** @type {Choice[]} */
    this.picked = [];
    /** The way the last thing was turned; the next one starts like it. */
    this.turned = "";
  }

  /** The open question, or null when the move is whole. @returns {Question | null} */
  get question() {
    const last = this.picked.at(-1);
    if (!last) return this.tree[0] ?? null;
    return next(this.tree, last);
  }

  /** The picks so far, as the server knows them. @returns {string[]} */
  get path() {
    return this.picked.map((choice) => choice.pick);
  }

  /** The number of the move, if it is whole. @returns {number | null} */
  get move() {
    return this.question ? null : sum(this.picked);
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

  /** @param {Choice} choice */
  take(choice) {
    this.picked.push(choice);
    const open = this.question;
    if (open?.kind === "cycle" && open.choices.length === 1) this.take(this.shown(open));
  }

  /** One step back; cycles of one are passed over again. */
  back() {
    this.picked.pop();
    const open = this.question;
    if (this.picked.length && open?.kind === "cycle" && open.choices.length === 1) this.back();
  }

  /** The whole move that a choice leads to, if only turning is left after it.
   * @param {Choice} choice @returns {number | null} */
  leads(choice) {
    let total = sum(this.picked) + choice.add;
    let last = choice;
    while (last.then !== undefined) {
      const question = next(this.tree, last);
      if (question?.kind !== "cycle") return null;
      last = this.shown(question);
      total += last.add;
    }
    return total;
  }

  /** The cycle that comes right after a choice, if one does.
   * @param {Choice} choice @returns {Question | null} */
  cycle(choice) {
    const question = next(this.tree, choice);
    return question?.kind === "cycle" ? question : null;
  }

  /** The latest question, up to the open one, that offers this pick: how many picks before it.
   * @param {string} pick @returns {{depth: number, choice: Choice} | null} */
  offer(pick) {
    for (let depth = this.picked.length; depth >= 0; depth--) {
      const before = this.picked[depth - 1];
      const question = before ? next(this.tree, before) : this.tree[0];
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
