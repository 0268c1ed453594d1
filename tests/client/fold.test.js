import assert from "node:assert/strict";
import { test } from "node:test";

import { fold, MOST_LINES, overlay, staying } from "./modules.js";
import { entry, panel, said, state } from "./samples.js";

const numbers = (lines) => lines.map((line) => line.n);
const ids = (panels) => panels.map((each) => each.id);
const count = (from, length) => Array.from({ length }, (_, i) => from + i);

test("an update that does not start where the state is needs the whole state", () => {
  assert.equal(fold(state({ n: 41 }), { n: 43, from: 42 }), null);
  assert.equal(fold(state({ n: 41 }), { n: 41, from: 40 }), null);
});

test("keys that came replace the old ones and all others stay", () => {
  const before = state();
  const after = fold(before, { n: 42, from: 41, ask: "Wait for Bob.", tree: null, watching: 2 });
  assert.deepEqual(after, { ...before, n: 42, ask: "Wait for Bob.", tree: null, watching: 2 });
  assert.equal(after.last, before.last, "what did not change is the same thing");
});

test("a number in the tree or the ledger stands for what stood there before", () => {
  const [one, two, three] = [1, 2, 3].map((points) => ({ side: 0, points, words: "" }));
  const before = state({ ledger: [one, two], tree: [{ ask: "Which?" }, { ask: "How?" }] });
  const after = fold(before, { n: 42, from: 41, ledger: [1, three], tree: [{ ask: "Where?" }, 1] });
  assert.deepEqual(after.ledger, [two, three]);
  assert.equal(after.ledger[0], two, "what did not change is the same thing");
  assert.deepEqual(after.tree, [{ ask: "Where?" }, { ask: "How?" }]);
});

test("what only tells how to fold does not become part of the state", () => {
  const after = fold(state(), { n: 42, from: 41, log: [], log_all: true, chat: [], chat_all: true, panels: {}, panels_order: ["city"] });
  assert.deepEqual(Object.keys(after).sort(), Object.keys(state()).sort());
});

test("presence changes without an event", () => {
  const after = fold(state({ n: 41 }), { n: 41, from: 41, watching: 5 });
  assert.equal(after.n, 41);
  assert.equal(after.watching, 5);
});

test("new entries of log and chat are appended", () => {
  const after = fold(state(), { n: 42, from: 41, log: [entry(41), entry(42)], chat: [said(42)] });
  assert.deepEqual(numbers(after.log), [40, 41, 42]);
  assert.deepEqual(numbers(after.chat), [12, 42]);
});

test("a whole log or chat replaces the old one", () => {
  const after = fold(state({ log: [entry(39), entry(40)] }), {
    n: 42, from: 41, log: [entry(39, { undone: true }), entry(42)], log_all: true, chat: [said(1)], chat_all: true });
  assert.deepEqual(after.log, [entry(39, { undone: true }), entry(42)]);
  assert.deepEqual(numbers(after.chat), [1]);
});

test("of log and chat only the last sixty are kept", () => {
  assert.equal(MOST_LINES, 60);
  const full = state({ log: count(1, 60).map((n) => entry(n)), chat: count(1, 60).map(said) });
  const after = fold(full, { n: 42, from: 41, log: [entry(61), entry(62)], chat: [said(61)] });
  assert.deepEqual(numbers(after.log), count(3, 60));
  assert.deepEqual(numbers(after.chat), count(2, 60));
  const whole = fold(state(), { n: 42, from: 41, log: count(1, 61).map((n) => entry(n)), log_all: true, chat: count(1, 61).map(said), chat_all: true });
  assert.deepEqual(numbers(whole.log), count(2, 60));
  assert.deepEqual(numbers(whole.chat), count(2, 60));
});

test("without new entries log, chat and panels are the very same", () => {
  const before = state();
  const after = fold(before, { n: 42, from: 41, watching: 1 });
  for (const key of ["log", "chat", "panels"]) assert.equal(after[key], before[key]);
});

test("a panel keeps the fragments that did not change", () => {
  const after = fold(state(), { n: 42, from: 41, panels: { city: { fragments: { "city-b": "<g>new</g>" }, title: "Your city" } } });
  assert.deepEqual(after.panels[0], panel("city", { role: "board", title: "Your city",
    fragments: { "city-a": "<g/>", "city-b": "<g>new</g>" } }));
  assert.deepEqual(after.panels[1], state().panels[1]);
});

test("a panel may change order and size", () => {
  const after = fold(state(), { n: 42, from: 41, panels: { city: { order: ["city-b"], width: 700, height: 500 } } });
  const { order, width, height } = after.panels[0];
  assert.deepEqual({ order, width, height }, { order: ["city-b"], width: 700, height: 500 });
});

test("panels_order moves panels, drops those it does not name, and takes new ones in", () => {
  const after = fold(state(), { n: 42, from: 41, panels: { market: panel("market") }, panels_order: ["market", "city"] });
  assert.deepEqual(ids(after.panels), ["market", "city"]);
  assert.deepEqual(after.panels[0], panel("market"));
  const swapped = fold(state(), { n: 42, from: 41, panels_order: ["hand", "city"] });
  assert.deepEqual(ids(swapped.panels), ["hand", "city"]);
});

test("panels_order may name a panel that nobody knows", () => {
  assert.deepEqual(ids(overlay(state().panels, {}, ["hand", "nowhere"])), ["hand"]);
});

test("the old state is left as it was", () => {
  const before = state();
  fold(before, { n: 42, from: 41, log: [entry(41)], chat: [said(41)], ask: "?", panels: { city: { fragments: { "city-a": "x" } } }, panels_order: ["city"] });
  assert.deepEqual(before, state());
});

test("what is pointed at stays where a ghost would take it away, and is not doubled where it would not", () => {
  const row = (...tiles) => {
    const fragments = Object.fromEntries(tiles.map((tile, n) => [`row-${n}`, tile && `<g data-place='tile-${tile}'/>`]));
    return panel("row", { order: Object.keys(fragments), fragments });
  };
  const before = [row("3", "7"), panel("city")];
  const taken = [row("3", ""), before[1]];
  assert.deepEqual(staying(before, taken, "tile-7"), before);
  assert.deepEqual(staying(before, taken, "tile-3"), taken);
  const moved = [row("7", "3"), before[1]];
  assert.deepEqual(staying(before, moved, "tile-7"), moved);
  const gone = [{ ...before[0], order: ["row-0"], fragments: { "row-0": before[0].fragments["row-0"] } }, before[1]];
  assert.deepEqual(staying(before, gone, "tile-7")[0].order, ["row-0", "row-1"]);
});
