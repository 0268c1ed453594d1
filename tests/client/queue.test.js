import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { FakeBrowser } from "./browser.js";
import { MOST_WAITING, newMoves, PACES, Queue, stayOf } from "./modules.js";
import { entry, state } from "./samples.js";

const STAY = PACES.normal.stay;

let clock = new FakeBrowser();
let pace = "normal";
let hidden = false;
let awaited = false;
/** What was shown: the number of each state. @type {number[]} */
let shown = [];
/** What was told: the numbers of the moves and how many wait. @type {[number[], number][]} */
let told = [];
let queue = make();

function make() {
  return new Queue({
    show: (/** @type {any} */ next) => shown.push(next.n),
    tell: (/** @type {any[]} */ entries, /** @type {number} */ waiting) => told.push([entries.map((each) => each.n), waiting]),
    pace: () => pace,
    awaited: () => awaited,
    hidden: () => hidden,
  }, clock);
}

beforeEach(() => {
  clock = new FakeBrowser();
  [pace, hidden, awaited, shown, told] = ["normal", false, false, [], []];
  queue = make();
  queue.replace(state());
  shown.length = told.length = 0;
});

/** A move of a seat, as event n. @param {number} n @param {object} [changes] of the entry */
function move(n, changes = {}) {
  const before = queue.latest;
  queue.take(state({ ...before, n, log: [...before.log, entry(n, changes)] }));
}

test("the moves of three bots are shown one after the other, each for a while", () => {
  for (const n of [42, 43, 44]) move(n, { seat: n - 41 });
  assert.deepEqual(shown, [42]);
  assert.deepEqual(told.at(-1), [[42], 2]);
  clock.pass(STAY - 1);
  assert.deepEqual(shown, [42]);
  clock.pass(1);
  assert.deepEqual(shown, [42, 43]);
  clock.pass(STAY);
  assert.deepEqual(shown, [42, 43, 44]);
  assert.deepEqual(told.at(-1), [[44], 0]);
  assert.equal(queue.behind, false, "the last one is what is: nothing waits behind it");
  clock.pass(STAY);
  assert.deepEqual(told.at(-1), [[], 0]);
});

test("who passes over them comes to what is, at once and without what was between", () => {
  for (const n of [42, 43, 44]) move(n);
  queue.skip();
  assert.deepEqual(shown, [42, 44]);
  assert.deepEqual(told.at(-1), [[], 0]);
  clock.pass(9 * STAY);
  assert.deepEqual(shown, [42, 44]);
});

test("a move that comes when nothing stays is shown when it comes", () => {
  move(42);
  clock.pass(STAY);
  move(43);
  assert.deepEqual(shown, [42, 43]);
});

test("my own move is shown at once, whatever waits, and does not stay", () => {
  move(42);
  move(43);
  awaited = true;
  move(44, { seat: 0 });
  assert.deepEqual(shown, [42, 44]);
  move(45);
  assert.deepEqual(shown, [42, 44, 45]);
});

test("what a bot answers before I am told that my move has come waits for the trick that I ended", () => {
  awaited = true;
  move(42, { seat: 0, ends: "trick" });
  move(43);
  assert.deepEqual(shown, [42]);
});

test("a move that is made for me waits in its place", () => {
  move(42);
  move(43, { seat: 0 });
  move(44);
  assert.deepEqual(shown, [42]);
  clock.pass(STAY);
  assert.deepEqual(shown, [42, 43, 44]);
});

test("a trick that my move ends stays until one has seen who took it", () => {
  move(42, { seat: 0, ends: "trick" });
  move(43);
  assert.deepEqual(shown, [42]);
  clock.pass(2 * STAY - 1);
  assert.deepEqual(shown, [42]);
  clock.pass(1);
  assert.deepEqual(shown, [42, 43]);
});

test("what is no move waits for nobody, and in its place if moves wait", () => {
  queue.take(state({ watching: 1 }));
  queue.take(state({ watching: 2 }));
  assert.equal(shown.length, 2);
  move(42);
  move(43);
  queue.take({ ...queue.latest, watching: 3 });
  assert.deepEqual(shown, [41, 41, 42]);
  clock.pass(STAY);
  clock.pass(STAY);
  assert.deepEqual(shown, [41, 41, 42, 43, 43]);
});

test("who comes or talks while a move is looked at makes nothing wait", () => {
  move(42);
  queue.take({ ...queue.latest, watching: 3 });
  assert.deepEqual(shown, [42, 42]);
  assert.equal(queue.behind, false);
  assert.deepEqual(told, [[[42], 0]], "and what is told stays");
});

test("the whole state ends whatever was on its way", () => {
  move(42);
  move(43);
  queue.replace(state({ n: 50 }));
  clock.pass(9 * STAY);
  assert.deepEqual(shown, [42, 50]);
});

test("moves that were taken back are not told first", () => {
  move(42);
  move(43);
  move(44, { kind: "undo" });
  assert.deepEqual(shown, [42, 44]);
});

test("without waiting, and when nobody looks, everything is shown as it comes", () => {
  pace = "none";
  for (const n of [42, 43, 44]) move(n, { ends: "trick" });
  assert.deepEqual(shown, [42, 43, 44]);
  [pace, hidden] = ["slow", true];
  for (const n of [45, 46]) move(n);
  assert.deepEqual(shown, [42, 43, 44, 45, 46]);
});

test("who is far behind misses the first of what waits, never the last", () => {
  for (let n = 42; n < 42 + 3 * MOST_WAITING; n++) move(n);
  assert.equal(queue.waiting.length, MOST_WAITING);
  clock.pass(1e6);
  assert.equal(shown.length, MOST_WAITING + 1);
  assert.equal(shown.at(-1), 41 + 3 * MOST_WAITING);
});

test("moves that came together stay longer, but not for ever", () => {
  const others = [entry(1), entry(2), entry(3), entry(4), entry(5)];
  assert.equal(stayOf([], [0], 100), 0);
  assert.equal(stayOf([entry(1, { seat: 0 })], [0], 100), 0);
  assert.equal(stayOf(others.slice(0, 2), [0], 100), 200);
  assert.equal(stayOf(others, [0], 100), 300);
  assert.equal(stayOf([entry(1, { ends: "round" })], [0], 100), 200);
});

test("of two states the moves that only the later one has are new", () => {
  const log = [entry(40), entry(42), entry(43, { kind: "seat" }), entry(44, { undone: true })];
  assert.deepEqual(newMoves(state(), state({ log })).map((each) => each.n), [42]);
});
