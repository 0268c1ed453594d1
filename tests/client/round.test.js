import assert from "node:assert/strict";
import { test } from "node:test";

import { roundBegan, rows, standing } from "./modules.js";
import { entry, state } from "./samples.js";

const line = (side, points, words, changes = {}) =>
  ({ side, points, clause: "ST-1", words, places: [], status: "banked", low: points, high: points, ...changes });
const sides = (...points) => points.map((value, side) => ({ side, seats: [side], points: value, winner: false }));

test("a round began where the one before it ended, as far as the log tells", () => {
  const log = [entry(3), entry(5, { ends: "round" }), entry(7, { ends: "trick" }), entry(9, { ends: "round" }), entry(11, { ends: "round", undone: true })];
  assert.equal(roundBegan(state({ log })), 9);
  assert.equal(roundBegan(state({ log }), 9), 5);
  assert.equal(roundBegan(state({ log }), 5), -1);
});

test("the sides come with what they won since, and by what, the first first", () => {
  const began = standing(state({ sides: sides(4, 6), ledger: [line(0, 4, "tower"), line(1, 6, "house")] }), 5);
  const after = state({ sides: sides(12, 7), ledger: [line(0, 4, "tower"), line(0, 8, "high tower"), line(1, 6, "house"),
    line(1, 1, "so far", { clause: "ST-2", status: "standing" })] });
  const found = rows(after, began);
  assert.deepEqual(found.map(({ side, points, gain, came }) => [side, points, gain, came.map((each) => [each.words, each.points])]),
    [[0, 12, 8, [["high tower", 8]]], [1, 7, 1, [["so far", 1]]]]);
});

test("who did not see the round begin is told the points alone", () => {
  assert.deepEqual(rows(state(), null).map(({ gain, came }) => [gain, came]), [[null, []], [null, []]]);
});
