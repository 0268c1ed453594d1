import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Walk } from "./modules.js";
import { choice } from "./samples.js";

// A tile, then a square, then how it lies: four ways, or one if the tile looks the same all ways.
const TREE = [
  { ask: "Which tile?", kind: "pick", choices: [
    choice("curve", { add: 100, then: 1 }), choice("cross", { add: 200, then: 2 }),
    choice("pass", { add: 7, button: true, quiet: true })] },
  { ask: "Where?", kind: "pick", choices: [choice("north", { add: 10, then: 3 }), choice("south", { add: 20, then: 3 })] },
  { ask: "Where?", kind: "pick", choices: [choice("north", { add: 10, then: 4 }), choice("west", { add: 30, then: 4 })] },
  { ask: "Which way?", kind: "cycle", does: "Lay it here", choices: [0, 1, 2, 3].map((way) => choice(`way-${way}`, { add: way })) },
  { ask: "Which way?", kind: "cycle", choices: [choice("way-0", { add: 3, then: 5 })] },
  { ask: "And a colour?", kind: "pick", choices: [choice("red", { add: 1000, does: "Paint it red" }), choice("blue", { add: 2000 })] },
];
const [curve, cross] = TREE[0].choices;
const [north, south] = TREE[1].choices;
const ways = TREE[3].choices;

let walk = new Walk(TREE);
beforeEach(() => { walk = new Walk(TREE); });
const take = (...picks) => { for (const each of picks) walk.choose(each); };
const picks = (question) => question.choices.map((each) => each.pick);

test("a walk starts at the first question", () => {
  assert.equal(walk.question, TREE[0]);
  assert.deepEqual(walk.path, []);
  assert.equal(walk.move, null);
});

test("an empty tree asks nothing", () => {
  assert.equal(new Walk([]).question, null);
});

test("each pick opens the question it leads to", () => {
  take("curve");
  assert.equal(walk.question, TREE[1]);
  take("south");
  assert.equal(walk.question, TREE[3]);
  assert.deepEqual(walk.path, ["curve", "south"]);
  assert.equal(walk.move, null);
});

test("the move is the sum of the numbers along the way, once nothing is asked any more", () => {
  take("curve", "south", "way-2");
  assert.equal(walk.question, null);
  assert.equal(walk.move, 122);
});

test("one pick can be the whole move", () => {
  take("pass");
  assert.equal(walk.move, 7);
});

test("a question that the tree does not hold ends the walk", () => {
  walk = new Walk([{ ask: "?", kind: "pick", choices: [choice("odd", { then: 99, add: 5 }), choice("even")] }]);
  take("odd");
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
  take("curve", "north");
  assert.equal(walk.shown(TREE[3]).pick, "way-1");
  assert.equal(walk.shown(TREE[4]).pick, "way-0");
});

test("a cycle of one is not asked but passed", () => {
  take("cross", "north");
  assert.deepEqual(walk.path, ["cross", "north", "way-0"]);
  assert.equal(walk.question, TREE[5]);
  assert.equal(walk.forced, 0, "for nobody chooses how a thing lies that lies one way");
  take("red");
  assert.equal(walk.move, 1213);
});

test("what has one answer is answered, and known to be nobody's choice", () => {
  const tree = [
    { ask: "Which?", kind: "pick", choices: [choice("a", { then: 1 }), choice("b")] },
    { ask: "Where?", kind: "pick", choices: [choice("here", { add: 5 })] },
  ];
  walk = new Walk(tree);
  take("a");
  assert.equal(walk.move, 5);
  assert.equal(walk.forced, 1);
  walk.back();
  assert.equal(walk.question, tree[0], "and a step back goes past it");
});

test("the only move there is is whole from the start", () => {
  walk = new Walk([{ ask: "Which?", kind: "pick", choices: [choice("twelve", { add: 12, does: "Play the 12" })] }]);
  assert.equal(walk.move, 12);
  assert.equal(walk.does, "Play the 12");
  assert.deepEqual(walk.steps, [], "nobody has picked anything that could be put back");
});

test("a step back opens the question before", () => {
  take("curve", "south");
  walk.back();
  assert.equal(walk.question, TREE[1]);
  walk.back();
  assert.equal(walk.question, TREE[0]);
  walk.back();
  assert.deepEqual(walk.path, []);
});

test("a step back takes a cycle of one along, or one would be led straight on again", () => {
  take("cross", "north");
  walk.back();
  assert.deepEqual(walk.path, ["cross"]);
  assert.equal(walk.question, TREE[2]);
});

test("a step back stops at a cycle with several ways", () => {
  take("curve", "north", "way-1");
  walk.back();
  assert.deepEqual(walk.path, ["curve", "north"]);
  assert.equal(walk.question, TREE[3]);
});

test("the outcome is known if only turning is left", () => {
  assert.equal(walk.after("pass").outcome, 7);
  assert.equal(walk.after("curve").outcome, null);
  take("curve");
  assert.equal(walk.after("north").outcome, 110);
  walk.turn(TREE[3], -1);
  assert.equal(walk.after("north").outcome, 113, "as it is turned now");
  assert.deepEqual(walk.path, ["curve"], "and nothing is picked by asking");
});

test("a choice with a question after its turning leads to no move yet", () => {
  take("cross");
  assert.equal(walk.after("north").outcome, null);
});

test("a choice may be followed by a cycle, by another question, or by nothing", () => {
  assert.equal(walk.cycle(curve), null);
  take("curve");
  assert.equal(walk.cycle(north), TREE[3]);
});

test("the button says what the last pick does, or else its question", () => {
  take("curve", "north");
  assert.equal(walk.does, "Lay it here");
  take("way-2");
  assert.equal(walk.does, "Lay it here");
  walk = new Walk(TREE, ["cross", "north", "red"]);
  assert.equal(walk.does, "Paint it red");
});

test("a pick is offered by the open question or by the latest one before it", () => {
  assert.deepEqual(walk.offer("curve"), { depth: 0, choice: curve });
  take("curve");
  assert.deepEqual(walk.offer("north"), { depth: 1, choice: north });
  assert.deepEqual(walk.offer("cross"), { depth: 0, choice: cross });
  take("north");
  assert.deepEqual(walk.offer("south"), { depth: 1, choice: south });
  assert.equal(walk.offer("elsewhere"), null);
});

test("what two questions offer is meant for the open one", () => {
  const both = [
    { ask: "From?", kind: "pick", choices: [choice("a", { then: 1 }), choice("b", { then: 1 })] },
    { ask: "To?", kind: "pick", choices: [choice("b", { add: 1 }), choice("c", { add: 2 })] },
  ];
  walk = new Walk(both);
  assert.deepEqual(walk.offer("b"), { depth: 0, choice: both[0].choices[1] });
  take("a");
  assert.deepEqual(walk.offer("b"), { depth: 1, choice: both[1].choices[0] });
});

test("a way to turn is never offered by name", () => {
  take("curve", "north");
  assert.equal(walk.offer("way-1"), null);
  take("way-1");
  assert.equal(walk.offer("way-1"), null);
  assert.deepEqual(walk.offer("south"), { depth: 1, choice: south });
});

test("a place may be picked before the thing that goes there, and is answered when it is asked for", () => {
  assert.deepEqual(walk.offer("west"), { depth: 0, choice: TREE[2].choices[1], ahead: true });
  take("north");
  assert.deepEqual(walk.path, []);
  assert.deepEqual(walk.held.map((each) => each.pick), ["north"]);
  assert.deepEqual(picks(walk.question), ["curve", "cross"], "what cannot go there is not asked for");
  take("curve");
  assert.deepEqual(walk.path, ["curve", "north"]);
  assert.equal(walk.question, TREE[3]);
  walk.back();
  assert.deepEqual(walk.held.map((each) => each.pick), ["north"], "each step is taken back by itself");
  walk.back();
  assert.equal(walk.question, TREE[0]);
});

test("if one thing alone can go there, it is taken, and it is known that nobody picked it", () => {
  take("south");
  assert.deepEqual(walk.path, ["curve", "south"]);
  assert.equal(walk.forced, 1);
});

test("what lies several questions ahead may be picked too", () => {
  take("red");
  assert.deepEqual(walk.path, ["cross"]);
  assert.deepEqual(picks(walk.question), ["north", "west"]);
  take("west");
  assert.equal(walk.move, 1233);
});

test("what can be picked already is known, without the ways to turn", () => {
  assert.deepEqual(walk.comings.map((each) => each.pick).sort(), ["blue", "north", "red", "south", "west"]);
  take("curve");
  assert.deepEqual(walk.comings, []);
});

test("another thing takes the place of an earlier one, and what goes with it stays", () => {
  take("curve", "north");
  walk.exchange(walk.offer("cross"));
  assert.deepEqual(walk.path, ["cross", "north", "way-0"]);
  walk = new Walk(TREE, ["curve", "south"]);
  walk.exchange(walk.offer("cross"));
  assert.deepEqual(walk.path, ["cross"], "south is nothing for the cross");
});

test("what is put back takes along what was picked for it", () => {
  take("curve", "north");
  walk.putBack("curve");
  assert.deepEqual(walk.steps, []);
});
