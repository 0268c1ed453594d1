import assert from "node:assert/strict";
import { test } from "node:test";
import { crowded, nearest, nudged } from "../../src/parvis/web/static/js/nudge.js";

const grid = new Map();
for (const x of [0, 1, 2, 4]) for (const y of [0, 1, 3]) grid.set(`${x}${y}`, { x: 30 * x, y: 30 * y, size: 28 });

test("a nudge goes to the next spot that way, over gaps too", () => {
  assert.equal(nudged(grid, "00", "right"), "10");
  assert.equal(nudged(grid, "20", "right"), "40");
  assert.equal(nudged(grid, "11", "down"), "13");
  assert.equal(nudged(grid, "11", "up"), "10");
  assert.equal(nudged(grid, "11", "left"), "01");
});

test("at the edge, and from nowhere, it goes nowhere", () => {
  assert.equal(nudged(grid, "00", "left"), "");
  assert.equal(nudged(grid, "zz", "left"), "");
});

test("what is dragged goes to the spot nearest to it", () => {
  assert.equal(nearest(grid, { x: 34, y: 25 }), "11");
  assert.equal(nearest(grid, { x: 900, y: 900 }, 50), "");
});

test("one pushes where spots touch and are smaller than a finger", () => {
  assert.ok(crowded(grid, 1));
  assert.ok(!crowded(grid, 2));
  assert.ok(!crowded(new Map([["a", { x: 0, y: 0, size: 20 }], ["b", { x: 60, y: 0, size: 20 }]]), 1));
});
