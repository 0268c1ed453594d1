import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Walk } from "./modules.js";
import { choice } from "./samples.js";

// A tile, then a square, then how it lies: four ways, or one if the tile looks the same all ways.
const TREE = [
  { ask: "Which tile?", kind: "pick", choices: [
    choice("curve", { add: 100, then: 1 }), choice("cross", { add: 200, then: 2 }),
    choice("pass", { add: 7, button: true })] },
  { ask: "Where?", kind: "pick", choices: [choice("north", { add: 10, then: 3 }), choice("south", { add: 20, then: 3 })] },
  { ask: "Where?", kind: "pick", choices: [choice("north", { add: 10, then: 4 })] },
  { ask: "Which way?", kind: "cycle", choices: [0, 1, 2, 3].map((way) => choice(`way-${way}`, { add: way })) },
  { ask: "Which way?", kind: "cycle", choices: [choice("way-0", { add: 3, then: 5 })] },
  { ask: "And a colour?", kind: "pick", choices: [choice("red", { add: 1000 })] },
];
const [curve, cross, pass] = TREE[0].choices;
const [north, south] = TREE[1].choices;
const [crossNorth] = TREE[2].choices;
const ways = TREE[3].choices;

let walk = new Walk(TREE);
beforeEach(() => { walk = new Walk(TREE); });
const take = (...choices) => { for (const each of choices) walk.take(each); };

test("a walk starts at the first question", () => {
  assert.equal(walk.question, TREE[0]);
  assert.deepEqual(walk.path, []);
  assert.equal(walk.move, null);
});

test("an empty tree asks nothing", () => {
  assert.equal(new Walk([]).question, null);
});

test("each pick opens the question it leads to", () => {
  take(curve);
  assert.equal(walk.question, TREE[1]);
  take(south);
  assert.equal(walk.question, TREE[3]);
  assert.deepEqual(walk.path, ["curve", "south"]);
  assert.equal(walk.move, null);
});

test("the move is the sum of the numbers along the way, once nothing is asked any more", () => {
  take(curve, south, ways[2]);
  assert.equal(walk.question, null);
  assert.equal(walk.move, 122);
});

test("one pick can be the whole move", () => {
  take(pass);
  assert.equal(walk.move, 7);
});

test("a question that the tree does not hold ends the walk", () => {
  take(choice("odd", { then: 99, add: 5 }));
  assert.equal(walk.question, null);
});

test("a cycle shows its first way, and turning goes round both ways", () => {
  const cycle = TREE[3];
  assert.equal(walk.shown(cycle), ways[0]);
  walk.turn(cycle, -1);
  assert.equal(walk.shown(cycle), ways[3]);
  walk.turn(cycle, 1);
  walk.turn(cycle, 1);
  assert.equal(walk.shown(cycle), ways[1]);
});

test("the next thing starts the way the last one was turned, if it can lie so", () => {
  walk.turn(TREE[3], 1);
  take(curve, north);
  assert.equal(walk.shown(TREE[3]).pick, "way-1");
  assert.equal(walk.shown(TREE[4]).pick, "way-0");
});

test("a cycle of one is not asked but passed", () => {
  take(cross, crossNorth);
  assert.deepEqual(walk.path, ["cross", "north", "way-0"]);
  assert.equal(walk.question, TREE[5]);
  take(TREE[5].choices[0]);
  assert.equal(walk.move, 1213);
});

test("a step back opens the question before", () => {
  take(curve, south);
  walk.back();
  assert.equal(walk.question, TREE[1]);
  walk.back();
  assert.equal(walk.question, TREE[0]);
  walk.back();
  assert.deepEqual(walk.path, []);
});

test("a step back takes a cycle of one along, or one would be led straight on again", () => {
  take(cross, crossNorth);
  walk.back();
  assert.deepEqual(walk.path, ["cross"]);
  assert.equal(walk.question, TREE[2]);
});

test("a step back stops at a cycle with several ways", () => {
  take(curve, north, ways[1]);
  walk.back();
  assert.deepEqual(walk.path, ["curve", "north"]);
  assert.equal(walk.question, TREE[3]);
});

test("a choice leads to a whole move if only turning is left after it", () => {
  assert.equal(walk.leads(pass), 7);
  assert.equal(walk.leads(curve), null);
  take(curve);
  assert.equal(walk.leads(north), 110);
  walk.turn(TREE[3], -1);
  assert.equal(walk.leads(north), 113, "as it is turned now");
});

test("a choice with a question after its turning leads to no move yet", () => {
  take(cross);
  assert.equal(walk.leads(crossNorth), null);
});

test("a choice may be followed by a cycle, by another question, or by nothing", () => {
  assert.equal(walk.cycle(north), TREE[3]);
  assert.equal(walk.cycle(curve), null);
  assert.equal(walk.cycle(pass), null);
});

test("a pick is offered by the open question or by the latest one before it", () => {
  assert.deepEqual(walk.offer("curve"), { depth: 0, choice: curve });
  assert.equal(walk.offer("north"), null);
  take(curve);
  assert.deepEqual(walk.offer("north"), { depth: 1, choice: north });
  assert.deepEqual(walk.offer("cross"), { depth: 0, choice: cross });
  take(north);
  assert.deepEqual(walk.offer("south"), { depth: 1, choice: south });
});

test("what two questions offer is meant for the later one", () => {
  const both = [
    { ask: "From?", kind: "pick", choices: [choice("a", { then: 1 }), choice("b", { then: 1 })] },
    { ask: "To?", kind: "pick", choices: [choice("b", { add: 1 }), choice("c", { add: 2 })] },
  ];
  walk = new Walk(both);
  take(both[0].choices[0]);
  assert.deepEqual(walk.offer("b"), { depth: 1, choice: both[1].choices[0] });
});

test("a way to turn is never offered by name, nor is anything once the move is whole, but what came before", () => {
  take(curve, north);
  assert.equal(walk.offer("way-1"), null);
  take(ways[1]);
  assert.equal(walk.offer("way-1"), null);
  assert.deepEqual(walk.offer("south"), { depth: 1, choice: south });
});
