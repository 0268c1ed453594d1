import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { FakeBrowser } from "./browser.js";
import { Steps } from "./modules.js";
import { entry, panel, state } from "./samples.js";

const TOTAL = 9;

let clock = new FakeBrowser();
/** What was asked of the server. @type {any[]} */
let asked = [];
/** How to answer what was asked, in its order. @type {((step: any) => void)[]} */
let answers = [];
/** What was painted. @type {any[]} */
let shown = [];
/** @type {string[]} */
let statuses = [];
let steps = make();

function make() {
  return new Steps(TOTAL, "0", state({ log: [] }), {
    get: (/** @type {any} */ question) => {
      asked.push(question);
      return new Promise((resolve, reject) => answers.push((step) => (step ? resolve(step) : reject(new Error("503")))));
    },
    show: (/** @type {any} */ step) => shown.push(step),
    status: (/** @type {string} */ status) => statuses.push(status),
    playing: (/** @type {boolean} */ on) => statuses.push(on ? "playing" : "still"),
    stay: (/** @type {boolean} */ ended) => (ended ? 200 : 100),
  }, clock);
}

beforeEach(() => {
  clock = new FakeBrowser();
  [asked, answers, shown, statuses] = [[], [], [], []];
  steps = make();
});

/** A step as the server tells it. @param {number} at @param {number | null} [from] @param {object} [changes] */
function step(at, from = null, changes = {}) {
  const numbers = Array.from({ length: Math.max(0, at - (from ?? 0)) }, (_, n) => (from ?? 0) + n + 1);
  return { at, from, panels: { city: panel("city", { fragments: { "city-a": `<g>${at}</g>`, "city-b": "<g/>" } }) }, panels_order: ["city"],
    turn: 0, sides: [], ledger: [], log: numbers.map((n) => entry(n)), course: [from === null ? [0, ...numbers] : numbers], over: at === TOTAL, winners: [], ...changes };
}

/** Answer the oldest question that waits. @param {any} [told] */
async function answer(told) {
  const question = asked[asked.length - answers.length];
  answers.shift()?.(told === undefined ? step(question.at, question.from) : told);
  await new Promise((resolve) => setImmediate(resolve));
}

test("a step is asked for when it is wanted, and none before", async () => {
  void steps.go(3);
  await answer();
  assert.deepEqual(asked, [{ at: 3, eyes: "0", from: null, go: "" }]);
  assert.equal(shown.at(-1).at, 3);
  void steps.step(1);
  await answer();
  assert.deepEqual(asked.at(-1), { at: 4, eyes: "0", from: 3, go: "" });
  assert.deepEqual(shown.at(-1).news.map((/** @type {any} */ each) => each.n), [4]);
  assert.deepEqual(steps.course, [[0, 1, 2, 3, 4]]);
  assert.equal(asked.length, 2);
});

test("what is known is not asked for again", async () => {
  void steps.go(3);
  await answer();
  void steps.step(1);
  await answer();
  void steps.step(-1);
  assert.equal(shown.at(-1).at, 3);
  assert.deepEqual(shown.at(-1).news, [], "going back tells nothing anew");
  assert.equal(asked.length, 2);
  assert.equal(steps.furthest, 4);
  assert.deepEqual(shown.at(-1).state.log.map((/** @type {any} */ each) => each.n), [1, 2, 3, 4], "what was seen is not forgotten");
});

test("of several wishes the last is shown, one question at a time", async () => {
  void steps.go(1);
  void steps.step(1);
  void steps.step(1);
  void steps.step(1);
  assert.equal(asked.length, 1);
  await answer();
  assert.equal(asked.at(-1).at, 4);
  await answer();
  assert.deepEqual(shown.map((each) => each.at), [4]);
});

test("nobody steps beyond the ends", async () => {
  void steps.go(99);
  await answer();
  assert.equal(shown.at(-1).at, TOTAL);
  void steps.step(1);
  assert.equal(steps.at, TOTAL);
  void steps.go(0);
  await answer();
  void steps.step(-1);
  assert.equal(steps.at, 0);
  void steps.go(-1);
  assert.equal(steps.at, TOTAL, "below 0 is counted from the end");
});

test("other eyes see the same move, whole, with words of their own", async () => {
  void steps.go(2);
  await answer();
  void steps.look("1");
  assert.deepEqual(asked.at(-1), { at: 2, eyes: "1", from: null, go: "" });
  await answer();
  assert.equal(shown.at(-1).eyes, "1");
  assert.equal(shown.at(-1).state.seat, 1);
  void steps.look("all");
  await answer();
  assert.equal(shown.at(-1).state.seat, null);
  void steps.look("0");
  assert.equal(asked.length, 3, "what was seen with these eyes is known");
  assert.equal(shown.at(-1).eyes, "0");
});

test("an answer for other eyes that came too late is not shown", async () => {
  void steps.go(2);
  void steps.look("1");
  await answer();
  assert.deepEqual(shown, []);
  await answer();
  assert.deepEqual(shown.map((each) => each.eyes), ["1"]);
});

test("where a turn or a round is, the server says", async () => {
  void steps.go(2);
  await answer();
  void steps.seek("turn-on");
  assert.deepEqual(asked.at(-1), { at: 2, eyes: "0", from: 2, go: "turn-on" });
  await answer(step(6, 2));
  assert.equal(shown.at(-1).at, 6);
});

test("what could not be fetched is told, and tried again when one wants to", async () => {
  void steps.go(2);
  await answer(null);
  assert.deepEqual(statuses, ["loading", "failed"]);
  void steps.again();
  await answer();
  assert.equal(shown.at(-1).at, 2);
  assert.equal(statuses.at(-1), "");
});

test("it goes on by itself, stays longer where something ended, and stops at the end", async () => {
  void steps.go(TOTAL - 3);
  await answer();
  steps.toggle();
  await answer(step(TOTAL - 2, TOTAL - 3, { log: [entry(TOTAL - 2, { ends: "round" })] }));
  assert.equal(steps.at, TOTAL - 2);
  clock.pass(150);
  assert.equal(asked.length, 2, "a round has ended: it stays");
  clock.pass(50);
  await answer();
  assert.equal(steps.at, TOTAL - 1);
  clock.pass(100);
  await answer();
  assert.equal(steps.at, TOTAL);
  assert.equal(steps.playing, false);
  assert.equal(statuses.filter((each) => each === "still").length, 1);
});

test("whoever steps by hand stops what goes on by itself", async () => {
  void steps.go(2);
  await answer();
  steps.toggle();
  await answer();
  void steps.step(-1);
  assert.equal(steps.playing, false);
  clock.pass(1000);
  assert.equal(steps.at, 2);
  assert.equal(asked.length, 2);
});

test("a screen that was turned has everything drawn anew", async () => {
  void steps.go(2);
  await answer();
  void steps.redraw();
  assert.deepEqual(asked.at(-1), { at: 2, eyes: "0", from: null, go: "" });
  await answer();
  assert.equal(shown.at(-1).at, 2);
});
