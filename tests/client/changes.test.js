import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf } from "./modules.js";

const line = (side, points, words, changes = {}) =>
  ({ side, points, clause: "ST-1", words, places: [], status: "standing", low: points, high: points, ...changes });
const told = (went, came) => changesOf(went, came).map((each) => [each.side, each.points, each.words]);

test("a line that takes the place of another tells what it brings more", () => {
  assert.deepEqual(told([line(0, 12, "4 towers")], [line(0, 15, "5 towers")]), [[0, 3, "5 towers"]]);
  assert.deepEqual(told([line(0, -20, "4 alone")], [line(0, -25, "5 alone")]), [[0, -5, "5 alone"]]);
  assert.deepEqual(told([line(1, 12, "4 towers")], [line(0, 15, "5 towers")]), [[0, 15, "5 towers"], [1, -12, "4 towers"]],
    "of another side it does not");
});

test("what says something else for the same points brings nothing", () => {
  assert.deepEqual(told([line(0, 5, "most parks: 0"), line(1, 5, "most parks: 0")], [line(0, 5, "most parks: 1"), line(1, 0, "behind in parks")]),
    [[1, -5, "behind in parks"]]);
});

test("what is the same before and after is not told, wherever it stands", () => {
  assert.deepEqual(told([line(0, 2, "one"), line(0, 3, "two")], [line(0, 3, "two"), line(0, 6, "three")]), [[0, 4, "three"]]);
});

test("what would go for nothing is told last, and what is to be decided is told as it is", () => {
  const open = line(0, 0, "may come", { status: "open", low: 0, high: 9, clause: "ST-2" });
  assert.deepEqual(told([line(0, 4, "lost")], [open]), [[0, 0, "may come"], [0, -4, "lost"]]);
  assert.deepEqual(told([open], []), [], "an open line that goes brought nothing yet");
});
