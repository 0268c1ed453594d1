import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { announcement, endsGame, fold, makesPractice, recent, TableState } from "./modules.js";
import { entry, panel, said, seat, state } from "./samples.js";

const WHY = { words: "Not there.", clause: "ST-3.1", text: "…", places: ["slot-3", "slot-4"] };
const WAITING = { turn: { ...state().turn, seat: 1, mine: false }, tree: null };
const OPEN = { seats: [seat(0, "Ada"), seat(1, "", { kind: "open" })] };

let table = new TableState();
beforeEach(() => { table = new TableState(); });

/** From one state to another by an update, whatever it changes. @param {object} before @param {object} after */
function step(before, after) {
  table.replace(state(before));
  return update({ n: 42, from: 41, ...after });
}

/** What the table makes of an update; null if it does not fit. @param {any} changes */
function update(changes) {
  const next = table.state && fold(table.state, changes);
  return next && table.follow(next);
}

test("nothing is known before the whole state came", () => {
  assert.equal(update({ n: 42, from: 41 }), null);
  assert.equal(table.state, null);
  assert.equal(table.replace(state()).old, null);
  assert.deepEqual(table.state, state());
});

test("an update is folded in, and one that does not fit changes nothing", () => {
  const change = step({}, { watching: 3 });
  assert.equal(change.old.watching, 0);
  assert.equal(change.next, table.state);
  assert.equal(table.state.watching, 3);
  assert.equal(update({ n: 99, from: 98, watching: 7 }), null);
  assert.equal(table.state.watching, 3);
});

test("a move is seen to happen if it comes by an update", () => {
  assert.equal(step({}, { last: ["slot-8"] }).moved, true);
  assert.equal(step({}, { watching: 1 }).moved, false);
  assert.equal(table.replace(state({ last: ["slot-9"] })).moved, false);
  assert.equal(new TableState().replace(state()).moved, false);
});

test("what is explained cites its places until it is taken back", () => {
  assert.deepEqual(table.cited, []);
  assert.equal(table.hush(), false);
  table.explain(WHY, "slot-3");
  assert.deepEqual(table.cited, ["slot-3", "slot-4"]);
  assert.equal(table.askedPlace, "slot-3");
  assert.equal(table.hush(), true);
  assert.deepEqual(table.cited, []);
  assert.equal(table.askedPlace, "");
});

test("a note about no place in particular forgets which was asked about", () => {
  table.explain(WHY, "slot-3");
  table.explain({ ...WHY, places: [] });
  assert.equal(table.askedPlace, "");
});

test("other choices end exploring and what was explained", () => {
  table.replace(state());
  table.explain(WHY, "slot-3");
  table.exploring = true;
  const change = update({ n: 42, from: 41, tree: null });
  assert.equal(change.asksAnew, true);
  assert.equal(table.exploring, false);
  assert.equal(table.why, null);
});

test("the same choices, sent again, end neither", () => {
  table.replace(state());
  table.explain(WHY, "slot-3");
  table.exploring = true;
  assert.equal(update({ n: 42, from: 41, watching: 1 }).asksAnew, false);
  assert.equal(table.replace(state()).asksAnew, false);
  assert.equal(table.exploring, true);
  assert.equal(table.why, WHY);
});

test("a page opened when nothing is asked hears no new question", () => {
  assert.equal(table.replace(state({ tree: null })).asksAnew, false);
  assert.equal(new TableState().replace(state()).asksAnew, true);
});

test("taking back makes a game practice only if it is not yet", () => {
  const can = (how, practice) =>
    makesPractice(state({ undo: { can: how, asked: null }, practice }));
  assert.equal(can("practice", false), true);
  assert.equal(can("practice", true), false);
  assert.equal(can("free", false), false);
});

test("a warning lasts as long as taking back would make the game practice", () => {
  const undo = { can: "practice", asked: null };
  table.replace(state({ undo }));
  assert.equal(table.warning, false, "nobody is warned unasked");
  table.warning = true;
  update({ n: 42, from: 41, watching: 1 });
  assert.equal(table.warning, true);
  update({ n: 43, from: 42, undo: { can: "free", asked: null } });
  assert.equal(table.warning, false);
});

test("who is about to open a seat again is asked as long as they may", () => {
  const seats = [seat(0, "Ada", { mine: true }), seat(1, "Bob", { here: false, left: 1763236000, free: true })];
  table.replace(state({ seats }));
  table.freeing = 1;
  update({ n: 42, from: 41, watching: 1 });
  assert.equal(table.freeing, 1);
  update({ n: 43, from: 42, seats: [seat(0, "Ada", { mine: true }), seat(1, "Bob")] });
  assert.equal(table.freeing, null, "Bob is back");
});

test("what was said before one came is not unread", () => {
  table.replace(state({ chat: [said(12)] }));
  assert.equal(table.unread(false), false);
});

test("the first line that is said at all is unread too", () => {
  assert.equal(table.unread(false), false, "nothing is known yet");
  table.replace(state({ chat: [] }));
  assert.equal(table.unread(false), false);
  update({ n: 42, from: 41, chat: [said(42)] });
  assert.equal(table.unread(false), true);
});

test("what is said while the chat is out of sight is unread until it is looked at", () => {
  table.replace(state({ chat: [said(12)] }));
  table.unread(false);
  update({ n: 42, from: 41, chat: [said(42)] });
  assert.equal(table.unread(false), true);
  assert.equal(table.unread(true), false);
  assert.equal(table.unread(false), false);
});

test("around one screen the page says again whose hand it shows, and never whose it no longer does", () => {
  table.replace(state({ held: [0, 1], seat: 1 }));
  assert.equal(table.lifted, 1);
  update({ n: 42, from: 41, seat: null, curtain: 0 });
  assert.equal(table.lifted, null, "the device goes to somebody else");
  table.replace(state({ held: [1], seat: 1 }));
  assert.equal(table.lifted, null, "one's own screen needs no curtain");
});

test("it becomes my turn once", () => {
  assert.equal(step(WAITING, { turn: state().turn }).myTurn, true);
  assert.equal(step({}, { watching: 1 }).myTurn, false);
  assert.equal(new TableState().replace(state()).myTurn, false);
});

test("a game ends once, and not by opening the page of one that is over", () => {
  assert.equal(step({}, { over: true }).ended, true);
  assert.equal(update({ n: 43, from: 42, watching: 1 }).ended, false);
  assert.equal(new TableState().replace(state({ over: true })).ended, false);
});

test("one who comes to a table with open seats is told so, unless the game is over", () => {
  assert.equal(table.replace(state(OPEN)).lacksPlayers, true);
  assert.equal(update({ n: 42, from: 41, watching: 1 }).lacksPlayers, false);
  assert.equal(table.replace(state({ ...OPEN, over: true })).lacksPlayers, false);
  assert.equal(table.replace(state()).lacksPlayers, false);
});

test("a table is complete when its last open seat is taken", () => {
  assert.equal(step(OPEN, { seats: state().seats }).isComplete, true);
  assert.equal(step(OPEN, { watching: 1 }).isComplete, false);
  assert.equal(step({}, { watching: 1 }).isComplete, false);
});

test("what is new in the log is announced, with what is asked now", () => {
  const change = step({}, { log: [entry(41), entry(42)], ask: "Wait for Bob." });
  assert.equal(announcement(change, "Your turn."), "Event 41. Event 42. Wait for Bob.");
});

test("one's turn is announced between the two", () => {
  const change = step(WAITING, { turn: state().turn, log: [entry(42)] });
  assert.equal(announcement(change, "Your turn."), "Event 42. Your turn. Pick a tile.");
});

test("one's turn is not announced twice where the question begins with it", () => {
  const change = step(WAITING, { turn: state().turn, log: [entry(42)], ask: "Your turn to lead." });
  assert.equal(announcement(change, "Your turn."), "Event 42. Your turn to lead.");
});

test("another question is announced though nothing happened", () => {
  assert.equal(announcement(step({}, { ask: "Wait for Bob." }), "Your turn."), "Wait for Bob.");
});

test("nothing is announced when a page opens or when nothing changed to speak of", () => {
  assert.equal(announcement(table.replace(state()), "Your turn."), null);
  assert.equal(announcement(step({}, { watching: 1 }), "Your turn."), null);
});

test("a log that is sent whole because of an undo announces only what is new", () => {
  const change = step({}, { log: [entry(40, { undone: true }), entry(42, { kind: "undo" })], log_all: true });
  assert.equal(announcement(change, ""), "Event 42. Pick a tile.");
});

test("recent is what happened since my last move, without what was taken back", () => {
  const log = [entry(38), entry(39), entry(40, { undone: true }), entry(41)];
  const numbers = (since) => recent(state({ log, since })).map((each) => each.n);
  assert.deepEqual(numbers([39, 40, 41]), [39, 41]);
  assert.deepEqual(numbers([]), [41], "or else the last thing");
  assert.deepEqual(recent(state({ log: [], since: [] })), []);
});

/** People and bots, each on a side of their own or two by two. @param {string[]} kinds @param {number[][]} [sides] */
function sitting(kinds, sides = kinds.map((_, at) => [at])) {
  return state({
    seats: kinds.map((kind, at) => seat(at, `${at}`, kind === "gone" ? { kind: "person", given_up: true } : { kind })),
    sides: sides.map((seats, side) => ({ side, seats, points: 0, winner: false })),
  });
}

test("between two sides the game ends with who gives up", () => {
  assert.ok(endsGame(sitting(["person", "person"]), 0));
  assert.ok(endsGame(sitting(["person", "bot"]), 0));
});

test("among more it goes on as long as somebody else plays", () => {
  assert.ok(!endsGame(sitting(["person", "person", "bot"]), 0));
  assert.ok(!endsGame(sitting(["person", "open", "bot"]), 0));
  assert.ok(endsGame(sitting(["person", "bot", "bot"]), 0));
  assert.ok(endsGame(sitting(["person", "gone", "bot"]), 0));
  assert.ok(endsGame(sitting(["person", "gone", "person"]), 0));
});

test("a partner plays on for the side", () => {
  assert.ok(!endsGame(sitting(["person", "person", "person", "person"], [[0, 2], [1, 3]]), 0));
  assert.ok(endsGame(sitting(["person", "person", "bot", "person"], [[0, 2], [1, 3]]), 0));
});
