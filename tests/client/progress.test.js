import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {Map<string, string>} */
const kept = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, value),
});
const { comeTo, countPlayed, finish, isNew, notePlayed, progressOf } = await import("../../src/parvis/web/static/js/progress.js");

beforeEach(() => kept.clear());

test("who has learnt nothing yet is nowhere", () => {
  assert.deepEqual(progressOf("neoville"), { at: "", done: [] });
});

test("one comes back to the step where one was, and a step that was done is done once", () => {
  comeTo("neoville", "lay");
  assert.deepEqual(progressOf("neoville"), { at: "lay", done: [] });
  finish("neoville", "lay", "tower");
  finish("neoville", "lay", "tower");
  assert.deepEqual(progressOf("neoville"), { at: "tower", done: ["lay"] });
  comeTo("neoville", "lay");
  assert.deepEqual(progressOf("neoville"), { at: "lay", done: ["lay"] });
  assert.deepEqual(progressOf("neotopia"), { at: "", done: [] });
});

test("what somebody else wrote there does no harm", () => {
  for (const text of ["{", "7", '{"at": 7, "done": "lay"}', '{"done": [1, "lay", null]}']) {
    kept.set("parvis.learn.neoville", text);
    const { at, done } = progressOf("neoville");
    assert.equal(at, "");
    assert.ok(done.every((each) => each === "lay"));
  }
  kept.set("parvis.played.neoville", "7");
  assert.ok(isNew("neoville", "/t/a"));
});

test("a game is new in the first two games, also when one comes back to them", () => {
  for (const table of ["/t/a", "/t/b", "/t/b", "/t/c", "/t/d"]) notePlayed("neoville", table);
  assert.equal(countPlayed("neoville"), 3);
  assert.ok(isNew("neoville", "/t/a"));
  assert.ok(isNew("neoville", "/t/b"));
  assert.ok(!isNew("neoville", "/t/c"));
  assert.ok(!isNew("neoville", "/t/e"));
  assert.ok(isNew("neotopia", "/t/a"));
});
