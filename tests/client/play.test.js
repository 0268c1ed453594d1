import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Play } from "./modules.js";
import { choice, panel, state } from "./samples.js";

// A tile, then a square, then which way it lies; or passing, which is the whole move.
const TREE = [
  { ask: "Which tile?", kind: "pick", choices: [
    choice("tile-1", { add: 100, then: 1 }), choice("tile-2", { add: 200, then: 1 }), choice("pass", { add: 7, button: true })] },
  { ask: "Where?", kind: "pick", choices: [choice("north", { add: 10, then: 2 }), choice("south", { add: 20 })] },
  { ask: "Which way?", kind: "cycle", choices: [choice("way-0"), choice("way-1", { add: 1 })] },
];
const WHY = { type: "why", words: "Not there.", clause: "", text: "", places: [] };

/** A wire that keeps what it is given; the test answers. */
class FakeWire {
  commands = [];
  questions = [];

  command(type, body) {
    this.commands.push({ type, ...body });
    return `command-${this.commands.length}`;
  }

  question(type, body) {
    return new Promise((answer) => this.questions.push({ type, ...body, answer }));
  }
}

let wire, play, careful, said, timers;

beforeEach(() => {
  timers = [];
  mock.method(globalThis, "setTimeout", (run) => timers.push(run) - 1);
  mock.method(globalThis, "clearTimeout", (index) => { delete timers[index]; });
  wire = new FakeWire();
  careful = false;
  said = [];
  play = new Play(wire, () => careful, {
    changed: () => {},
    refused: (why, place) => said.push([why.words, place]),
    beside: () => said.push("beside"),
    quiet: () => {},
  });
  play.follow(state({ tree: TREE }));
});
afterEach(() => mock.restoreAll());

const pick = (...places) => { for (const place of places) play.pick(place); };
/** Stay where one is, longer than anything waits before it asks. */
const rest = () => { for (const i of timers.keys()) { timers[i]?.(); delete timers[i]; } };
/** Answer a question, the last one unless told, and let its promise be kept. */
const answer = async (message, question = wire.questions.at(-1)) => {
  question.answer(message);
  await new Promise((done) => setImmediate(done));
};
const preview = (move, panels = {}) => ({ type: "preview", move, panels, ledger: { went: [], came: [] }, sides: [] });

test("the last pick plays the move, with the number of the state that was seen", () => {
  pick("tile-1", "south");
  assert.deepEqual(wire.commands, [{ type: "move", n: 41, move: 120 }]);
  assert.equal(play.question, null, "nothing is asked while it is on its way");
  assert.equal(play.ready, false, "nor is anything to be confirmed");
});

test("who is careful says yes first", () => {
  careful = true;
  pick("tile-1", "south");
  assert.deepEqual(wire.commands, []);
  assert.equal(play.ready, true);
  play.confirm();
  assert.deepEqual(wire.commands, [{ type: "move", n: 41, move: 120 }]);
});

test("the same thing once more is a yes, when everything is picked", () => {
  careful = true;
  pick("tile-1", "south", "south");
  assert.equal(wire.commands.length, 1);
});

test("a thing that is still to be turned is turned, then confirmed", () => {
  pick("tile-1", "north");
  assert.equal(play.question.kind, "cycle");
  assert.equal(play.turn(1), true);
  play.confirm();
  assert.deepEqual(wire.commands, [{ type: "move", n: 41, move: 111 }]);
});

test("nothing is turned where nothing can be", () => {
  assert.equal(play.turn(1), false);
});

test("another thing of an earlier question changes one's mind, the same one is put back", () => {
  pick("tile-1", "tile-2");
  assert.deepEqual(play.walk.path, ["tile-2"]);
  pick("tile-2");
  assert.deepEqual(play.walk.path, []);
});

test("a double click picks, and does not put back", () => {
  play.pick("tile-1");
  play.pick("tile-1", true);
  assert.deepEqual(play.walk?.path, ["tile-1"]);
});

test("a step back takes the last pick back, and says whether there was one", () => {
  pick("tile-1");
  assert.equal(play.back(), true);
  assert.deepEqual(play.walk.path, []);
  assert.equal(play.back(), false);
});

test("no second move is played while one is on its way", () => {
  pick("pass", "pass", "tile-1");
  play.confirm();
  assert.equal(wire.commands.length, 1);
  assert.deepEqual(play.walk.path, ["pass"]);
});

test("the second of two clicks on one spot answers nothing that was asked in between", () => {
  assert.equal(play.isLeftover(1), false);
  assert.equal(play.isLeftover(2), false, "arrows may be clicked as quickly as one likes");
  play.follow(state({ tree: TREE, n: 42 }));
  assert.equal(play.isLeftover(3), true);
  assert.equal(play.isLeftover(4), true, "nor do those that come after it");
  assert.equal(play.isLeftover(1), false);
  assert.equal(play.isLeftover(2), false);
});

test("a refused move may be picked anew", () => {
  pick("pass");
  play.answered("command-1", true);
  assert.equal(play.sent, "");
  assert.deepEqual(play.walk.path, []);
});

test("an answer to another command is none to the move", () => {
  pick("pass");
  play.answered("command-99", true);
  assert.equal(play.sent, "command-1");
});

test("other choices start a new walk; the same ones let it go on", () => {
  pick("tile-1");
  play.follow(state({ tree: structuredClone(TREE), watching: 3 }));
  assert.deepEqual(play.walk.path, ["tile-1"]);
  play.follow(state({ tree: TREE.slice(0, 2) }));
  assert.deepEqual(play.walk.path, []);
  play.follow(state({ tree: null }));
  assert.equal(play.walk, null);
});

test("who rests on a choice sees what it would bring; who sweeps over it asks nothing", async () => {
  pick("tile-1");
  const [north, south] = TREE[1].choices;
  play.hover(north);
  play.hover(south);
  rest();
  assert.deepEqual(wire.questions.map((each) => each.move), [120]);
  assert.equal(play.ghost, null);
  await answer(preview(120));
  assert.equal(play.ghost.move, 120);
  play.hover(null);
  assert.equal(play.ghost, null);
});

test("a preview that came is not asked for again", async () => {
  pick("tile-1");
  play.hover(TREE[1].choices[1]);
  rest();
  await answer(preview(120));
  play.hover(null);
  play.hover(TREE[1].choices[1]);
  rest();
  assert.equal(wire.questions.length, 1);
  assert.equal(play.ghost.move, 120);
});

test("what a move would have brought before something happened is asked anew", async () => {
  pick("tile-1");
  play.hover(TREE[1].choices[1]);
  rest();
  await answer(preview(120));
  play.follow(state({ tree: TREE, n: 42 }));
  assert.equal(play.ghost, null);
});

test("what lies in the hand when the screen is turned is drawn anew", async () => {
  pick("tile-1", "north");
  rest();
  await answer(preview(110, { city: "for the old screen" }));
  assert.ok(play.ghost);
  play.follow(state({ tree: structuredClone(TREE) }), true);
  assert.equal(play.ghost, null, "the old drawing does not fit");
  await answer(preview(110));
  assert.deepEqual(play.ghost?.panels, {});
  assert.deepEqual(play.walk?.path, ["tile-1", "north"], "and nothing was put back");
});

test("a preview of an older state is not shown", async () => {
  pick("tile-1");
  play.hover(TREE[1].choices[1]);
  rest();
  play.follow(state({ tree: TREE, n: 42 }));
  await answer(preview(120), wire.questions[0]);
  assert.equal(play.ghost, null);
});

test("what is advised is shown while one looks at nothing else, and until it is taken back", async () => {
  play.advise(120);
  rest();
  await answer(preview(120));
  assert.equal(play.ghost?.move, 120);
  assert.equal(play.begun, false, "nothing is picked by it");
  play.hover(TREE[0].choices[2]);
  rest();
  await answer(preview(7));
  assert.equal(play.ghost?.move, 7);
  play.hover(null);
  assert.equal(play.ghost?.move, 120);
  play.advise(null);
  assert.equal(play.ghost, null);
  play.advise(120);
  play.follow(state({ tree: TREE.slice(0, 2), n: 42 }));
  assert.equal(play.wanted, null, "of what is past, nothing");
});

test("a ghost leaves the hand as it is until everything is picked", async () => {
  careful = true;
  const { panels } = state();
  pick("tile-1");
  play.hover(TREE[1].choices[1]);
  rest();
  await answer(preview(120, { city: { title: "ghost" }, hand: { title: "ghost" } }));
  assert.deepEqual(play.shown(panels).map((each) => each.title), ["ghost", "hand"]);
  pick("south");
  assert.deepEqual(play.shown(panels).map((each) => each.title), ["ghost", "ghost"]);
  assert.deepEqual(panels, [panel("city", { role: "board" }), panel("hand", { role: "hand", seat: 0 })]);
});

test("what is not offered is asked about, after what is picked", async () => {
  pick("tile-1", "east");
  assert.deepEqual(wire.questions.map((each) => each.path), [["tile-1", "east"]]);
  await answer(WHY);
  assert.deepEqual(said, [["Not there.", "east"]]);
});

test("what would fit from the beginning is asked about alone, and else is only beside the question", async () => {
  pick("tile-1", "east");
  await answer({ ...WHY, words: null });
  assert.deepEqual(wire.questions.at(-1).path, ["east"]);
  await answer({ ...WHY, words: null });
  assert.deepEqual(said, ["beside"]);
});

test("who asks about two things hears about the second only", async () => {
  pick("east", "west");
  wire.questions[0].answer(WHY);
  await answer(WHY);
  assert.deepEqual(said, [["Not there.", "west"]]);
});

test("who steps back, or has a new state, is not told about the old one", async () => {
  pick("east");
  play.back();
  await answer(WHY);
  pick("east");
  play.follow(state({ tree: TREE, n: 42 }));
  await answer(WHY);
  assert.deepEqual(said, []);
});

test("what is pointed at is not taken away by the drawing of what it would bring", async () => {
  const drawn = "<g data-place='south'/>";
  const stock = panel("stock", { order: ["all"], fragments: { all: drawn } });
  pick("tile-1");
  play.hover(TREE[1].choices[1]);
  rest();
  await answer(preview(120, { stock: { fragments: { all: "<g/>" } } }));
  assert.equal(play.shown([stock])[0].fragments.all, drawn);
  play.hovered = null;
  assert.equal(play.shown([stock])[0].fragments.all, "<g/>");
});

// Any order, forced moves, buttons that mean what they say.

test("a place may be picked before the thing that goes there", () => {
  pick("south");
  assert.deepEqual(play.question.choices.map((each) => each.pick), ["tile-1", "tile-2"]);
  pick("tile-2");
  assert.deepEqual(wire.commands, [{ type: "move", n: 41, move: 220 }]);
});

test("what was picked ahead is put back by picking it once more", () => {
  pick("south", "south");
  assert.deepEqual(play.walk.steps, []);
  assert.equal(play.begun, false);
});

test("the only move there is is shown at once and played by one tap", async () => {
  careful = true;
  const only = [{ ask: "Play a block.", kind: "pick", choices: [choice("block-12", { add: 12, does: "Play the 12" })] }];
  play.follow(state({ tree: only, n: 42 }));
  assert.equal(play.ready, true);
  assert.equal(play.begun, false, "there is nothing to cancel");
  rest();
  assert.deepEqual(wire.questions.map((each) => each.move), [12]);
  assert.deepEqual(wire.commands, [], "but nothing is played by itself");
  pick("block-12");
  assert.deepEqual(wire.commands, [{ type: "move", n: 42, move: 12 }]);
});

test("what follows from a pick without having been picked is not played at once", () => {
  const forced = [
    { ask: "Which?", kind: "pick", choices: [choice("a", { then: 1 }), choice("b")] },
    { ask: "Where?", kind: "pick", choices: [choice("here", { add: 5 })] },
  ];
  play.follow(state({ tree: forced, n: 42 }));
  pick("a");
  assert.equal(play.ready, true);
  assert.deepEqual(wire.commands, []);
  pick("here");
  assert.deepEqual(wire.commands, [{ type: "move", n: 42, move: 5 }]);
});

test("another thing in place of one that was placed keeps its place, and is asked first", () => {
  careful = true;
  pick("tile-1", "south", "tile-2");
  assert.deepEqual(play.walk.path, ["tile-2", "south"]);
  careful = false;
  pick("tile-1");
  assert.deepEqual(wire.commands, [], "who changed the first of two things has not said yes");
});

test("whole moves have buttons beside the one that declines, with what they bring, and one tap plays them", async () => {
  careful = true;
  const build = [{ ask: "Build?", kind: "pick", choices: [
    choice("hand-a", { add: 1, does: "Build a" }), choice("hand-b", { add: 2 }), choice("decline", { button: true, quiet: true })] }];
  play.follow(state({ tree: build, n: 42 }));
  assert.deepEqual(play.deeds.map((each) => each.pick), ["hand-a", "hand-b"]);
  assert.deepEqual(wire.questions.map((each) => each.move), [1, 2]);
  await answer(preview(2));
  assert.equal(play.foreseen(play.deeds[1]).move, 2);
  assert.equal(play.ghost, null, "nothing is drawn before one points at it");
  play.press("hand-b");
  assert.deepEqual(wire.commands, [{ type: "move", n: 42, move: 2 }]);
});

test("of whole moves that the same words would tell none has a button: one picks the thing itself", () => {
  const twins = [{ ask: "Build?", kind: "pick", choices: [
    choice("hand-a", { add: 1, does: "Build a" }), choice("hand-b", { add: 2, does: "Build a" }), choice("decline", { button: true, quiet: true })] }];
  play.follow(state({ tree: twins, n: 42 }));
  assert.deepEqual(play.deeds, []);
});

test("things that are to be placed have no buttons of their own beside declining", () => {
  const piece = [
    { ask: "A piece?", kind: "pick", choices: [choice("piece-1", { then: 1 }), choice("none", { button: true, quiet: true })] },
    { ask: "Where?", kind: "pick", choices: [choice("north"), choice("south", { add: 1 })] },
  ];
  play.follow(state({ tree: piece, n: 42 }));
  assert.deepEqual(play.deeds, []);
});

test("after a step back nothing is shown that nobody points at", async () => {
  pick("tile-1");
  play.hover(TREE[1].choices[0]);
  pick("north");
  rest();
  await answer(preview(110));
  assert.equal(play.ghost.move, 110);
  play.back();
  assert.equal(play.ghost, null);
});

test("of a list of ways round, the chosen one is played", () => {
  pick("tile-1", "north");
  play.choose("way-1");
  assert.deepEqual(wire.commands, [{ type: "move", n: play.n, move: 111 }]);
});

test("a typed move is played as a whole, or lies in the hand until one says yes", () => {
  play.lay(["tile-2", "north", "way-1"]);
  assert.equal(wire.commands[0].move, 211);
  play.answered(play.sent, true);
  careful = true;
  play.lay(["tile-2", "south"]);
  assert.equal(wire.commands.length, 1);
  assert.ok(play.ready);
  play.confirm();
  assert.equal(wire.commands[1].move, 220);
});
