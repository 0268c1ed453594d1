import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, carried, middle, nearest } from "./modules.js";

const square = (x, y, size = 40) => ({ x, y, width: size, height: size });
const grid = (wide, high) => Array.from({ length: wide * high }, (_, n) => square((n % wide) * 50, Math.floor(n / wide) * 50));
/** Rows of hexes that stand with a corner up: every other row is half a hex aside. */
const hexes = (rows) => rows.flatMap((count, row) =>
  Array.from({ length: count }, (_, n) => ({ x: 200 - count * 21 + n * 42, y: row * 36, width: 42, height: 48 })));
const go = (boxes, from, ...ways) => ways.reduce((at, way) => {
  const next = nearest(boxes, at.now, way, at.way === way || opposite(at.way) === way ? at.goal : middle(boxes[at.now]));
  return next < 0 ? at : { now: next, way, goal: at.way === way || opposite(at.way) === way ? at.goal : middle(boxes[at.now]) };
}, { now: from, way: "", goal: middle(boxes[from]) }).now;
const opposite = (way) => ({ up: "down", down: "up", left: "right", right: "left" })[way];

test("on a grid each arrow goes to the neighbour on its side", () => {
  const boxes = grid(5, 5);
  assert.deepEqual(["left", "right", "up", "down"].map((way) => go(boxes, 12, way)), [11, 13, 7, 17]);
});

test("what lies on a board that is scrolled and enlarged has not moved on it", () => {
  const before = { x: 10, y: 20, width: 200, height: 100 };
  const after = { x: -300, y: 40, width: 800, height: 400 };
  assert.deepEqual(carried({ x: 60, y: 45, width: 20, height: 20 }, before, after), { x: -100, y: 140, width: 80, height: 80 });
  assert.deepEqual(carried(square(60, 45), before, before), square(60, 45));
  assert.deepEqual(carried(square(5, 5), { x: 0, y: 0, width: 0, height: 0 }, { x: 3, y: 4, width: 0, height: 0 }), square(8, 9));
});

test("at an edge nothing lies beyond it", () => {
  const boxes = grid(3, 3);
  assert.deepEqual(["left", "up"].map((way) => nearest(boxes, 0, way, middle(boxes[0]))), [-1, -1]);
  assert.deepEqual(["right", "down"].map((way) => nearest(boxes, 8, way, middle(boxes[8]))), [-1, -1]);
});

test("on hexes left and right stay in the row, up and down come back to the same column", () => {
  const boxes = hexes([4, 5, 6, 7, 6, 5, 4]);
  const centre = 4 + 5 + 6 + 3;
  assert.equal(go(boxes, centre, "right"), centre + 1);
  assert.equal(go(boxes, centre, "left", "left"), centre - 2);
  assert.equal(go(boxes, centre, "up", "down"), centre);
  assert.equal(middle(boxes[go(boxes, centre, "up", "up")]).x, middle(boxes[centre]).x);
  assert.equal(go(boxes, centre, "down", "down", "up", "up"), centre);
});

test("a gap is leapt over", () => {
  const boxes = [square(0, 0), square(200, 0), square(0, 300)];
  assert.equal(nearest(boxes, 0, "right", middle(boxes[0])), 1);
  assert.equal(nearest(boxes, 0, "down", middle(boxes[0])), 2);
});

test("what lies far aside is not to the right, and not below", () => {
  const boxes = [square(0, 0), square(60, 200), square(600, 60)];
  assert.equal(nearest(boxes, 0, "right", middle(boxes[0])), -1);
  assert.equal(nearest(boxes, 0, "down", middle(boxes[0])), 1);
});

test("something wide lies below all that stands over it", () => {
  const boxes = [square(0, 0), square(400, 0), { x: 0, y: 100, width: 440, height: 40 }];
  assert.deepEqual([0, 1].map((from) => nearest(boxes, from, "down", middle(boxes[from]))), [2, 2]);
});

const FRAME = { x: 0, y: 0, width: 1000, height: 700 };
const SIZE = { width: 300, height: 200 };
const covers = (spot, box) => spot.x < box.x + box.width && box.x < spot.x + SIZE.width && spot.y < box.y + box.height && box.y < spot.y + SIZE.height;

test("a card stands beside the thing, in the frame and never over it", () => {
  for (const thing of [square(10, 10), square(950, 10), square(10, 650), square(950, 650), square(480, 330)]) {
    const spot = beside(thing, SIZE, FRAME, []);
    assert.ok(!covers(spot, thing));
    assert.ok(spot.x >= 0 && spot.y >= 0 && spot.x + SIZE.width <= 1000 && spot.y + SIZE.height <= 700);
  }
});

test("a card leaves free what can be picked, where it can", () => {
  const thing = square(300, 300);
  const picks = [square(360, 300), square(360, 400), square(360, 200)];
  const spot = beside(thing, SIZE, FRAME, picks);
  assert.ok(picks.every((box) => !covers(spot, box)));
});

test("where no side has room a card goes to the end of the screen that is farther away", () => {
  const phone = { x: 0, y: 0, width: 320, height: 400 };
  assert.ok(beside({ x: 10, y: 190, width: 300, height: 200 }, SIZE, phone, []).y < 20);
  assert.ok(beside({ x: 10, y: 10, width: 300, height: 200 }, SIZE, phone, []).y > 180);
});

test("a card that nobody has to come to may stand away from the thing", () => {
  const hand = Array.from({ length: 6 }, (_, n) => square(20 + n * 50, 600));
  const question = { x: 0, y: 420, width: 340, height: 160 };
  const phone = { x: 0, y: 0, width: 340, height: 660 };
  const spot = beside(hand[2], SIZE, phone, [...hand, question], true);
  assert.ok([...hand, question].every((box) => !covers(spot, box)));
});

test("a card over a hand of which nothing can be picked stands above it, unless it would cover what can be", () => {
  const hand = Array.from({ length: 6 }, (_, n) => square(100 + n * 60, 600));
  const thing = /** @type {any} */ (hand[1]);
  assert.ok(hand.every((box) => !covers(beside(thing, SIZE, FRAME, [], false, hand), box)));
  const above = [{ x: 0, y: 390, width: 1000, height: 200 }];
  assert.ok(beside(thing, SIZE, FRAME, above, false, hand).y > 450);
});
