import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { FakeBrowser } from "./browser.js";
import { Wire } from "./modules.js";

const STATE = { type: "state", n: 41 };
const PATIENCE = 8000;
const PING = 20000;

let browser = new FakeBrowser();
let wire = null;
let statuses = [];
let heard = [];

beforeEach(() => {
  mock.restoreAll();
  mock.method(Math, "random", () => 0.5); // pauses exactly as long as they are meant
  browser = new FakeBrowser();
  statuses = [];
  heard = [];
  wire = new Wire("/t/7/socket", {
    heard: (message) => heard.push(message),
    status: (status) => statuses.push(status),
    hello: () => ({ tall: false, last: 41 }),
  }, browser);
});

/** The line stands and the server has said hello. */
function greet() {
  browser.socket.open();
  browser.socket.say(STATE);
}

/** Lose the line and wait for the next try; how long it took. @param {number} [code] */
function lose(code = 1006) {
  const count = browser.sockets.length;
  const from = browser.now;
  browser.socket.drop(code);
  while (browser.sockets.length === count && browser.now < from + 100000) browser.pass(50);
  return browser.now - from;
}

test("the socket is the table's, as safe as the page", () => {
  assert.equal(browser.socket.address, "ws://table.home:8000/t/7/socket");
  const safe = new FakeBrowser();
  safe.location.protocol = "https:";
  new Wire("/t/7/socket", wire.handlers, safe);
  assert.equal(safe.socket.address, "wss://table.home:8000/t/7/socket");
});

test("hello is said first, and only an open line is called on once the state came", () => {
  assert.deepEqual(browser.socket.sent, []);
  browser.socket.open();
  assert.deepEqual(browser.socket.sent, [{ type: "hello", tall: false, last: 41 }]);
  assert.deepEqual(statuses, []);
  browser.socket.say(STATE);
  assert.deepEqual(statuses, ["on"]);
  assert.deepEqual(heard, [STATE]);
});

test("a second state is heard like any message", () => {
  greet();
  browser.socket.say({ type: "state", n: 42 });
  assert.deepEqual(statuses, ["on"]);
  assert.equal(heard.length, 2);
});

test("a command is sent at once when the line stands", () => {
  greet();
  const id = wire.command("move", { n: 41, move: 713 });
  assert.deepEqual(browser.socket.of("move"), [{ type: "move", id, n: 41, move: 713 }]);
});

test("each command has an id of its own that the server takes", () => {
  const ids = Array.from({ length: 50 }, () => wire.command("undo"));
  assert.equal(new Set(ids).size, 50);
  for (const id of ids) assert.match(id, /^[\x21-\x7e]{8,64}$/);
});

test("a command given before the greeting waits for it", () => {
  browser.socket.open();
  const id = wire.command("chat", { text: "Hello" });
  assert.deepEqual(browser.socket.of("chat"), []);
  browser.socket.say(STATE);
  assert.deepEqual(browser.socket.of("chat"), [{ type: "chat", id, text: "Hello" }]);
});

test("a command that was not answered is sent again after a reconnect, under the same id", () => {
  greet();
  const id = wire.command("move", { n: 41, move: 713 });
  lose();
  browser.socket.open();
  assert.deepEqual(browser.socket.of("move"), [], "not before the state is known");
  browser.socket.say(STATE);
  assert.deepEqual(browser.socket.of("move"), [{ type: "move", id, n: 41, move: 713 }]);
});

test("commands are sent again in their order, and once", () => {
  greet();
  const ids = [wire.command("chat", { text: "1" }), wire.command("chat", { text: "2" })];
  lose();
  greet();
  browser.socket.say({ type: "state", n: 42 });
  assert.deepEqual(browser.socket.of("chat").map((each) => each.id), ids);
});

for (const type of ["done", "refused"]) {
  test(`a command that was answered by ${type} is not sent again`, () => {
    greet();
    const id = wire.command("move", { n: 41, move: 713 });
    browser.socket.say({ type, id });
    assert.deepEqual(heard.at(-1), { type, id });
    lose();
    greet();
    assert.deepEqual(browser.socket.of("move"), []);
  });
}

test("an answer goes to who asked the question and to nobody else", async () => {
  greet();
  const first = wire.question("preview", { move: 1 });
  const second = wire.question("preview", { move: 2 });
  const [a, b] = browser.socket.of("preview");
  assert.notEqual(a.ask, b.ask);
  browser.socket.say({ type: "preview", ask: b.ask, move: 2 });
  browser.socket.say({ type: "why", ask: a.ask, words: "No." });
  assert.deepEqual(await second, { type: "preview", ask: b.ask, move: 2 });
  assert.deepEqual(await first, { type: "why", ask: a.ask, words: "No." });
  assert.deepEqual(heard, [STATE]);
});

test("an answer that comes twice, or to no question, is heard by the page", () => {
  greet();
  void wire.question("hint");
  const [{ ask }] = browser.socket.of("hint");
  browser.socket.say({ type: "hint", ask, words: [] });
  browser.socket.say({ type: "hint", ask, words: [] });
  assert.equal(heard.length, 2);
});

test("what a state or an update asks of the player is no answer, though it has the same name", () => {
  greet();
  void wire.question("hint");
  const [{ ask }] = browser.socket.of("hint");
  browser.socket.say({ type: "update", n: 42, from: 41, ask });
  assert.equal(heard.at(-1).type, "update");
  assert.equal(wire.questions.size, 1);
});

test("a question is forgotten when the line is lost, and not asked again", () => {
  greet();
  void wire.question("hint");
  lose();
  greet();
  assert.equal(wire.questions.size, 0);
  assert.deepEqual(browser.socket.of("hint"), []);
});

for (const [code, status] of [[4404, "gone"], [4403, "barred"]]) {
  test(`a socket closed with ${code} is ${status} for good`, () => {
    greet();
    lose(); // a try before must not be taken for one that is planned
    greet();
    browser.socket.drop(code);
    assert.equal(statuses.at(-1), status);
    const count = browser.sockets.length;
    browser.pass(100000);
    browser.dispatch("online");
    assert.equal(browser.sockets.length, count);
  });
}

test("a lost line is tried again with growing pauses, up to eight seconds", () => {
  const pauses = Array.from({ length: 7 }, () => lose());
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
  assert.ok(statuses.every((status) => status === "off"));
});

test("pauses are short again once the line stood", () => {
  lose();
  lose();
  greet();
  assert.equal(lose(), 500);
});

test("an open line without a greeting does not make pauses short", () => {
  lose();
  browser.socket.open();
  assert.equal(lose(), 1000);
});

test("pauses are not the same for all who lost the line", () => {
  mock.restoreAll();
  mock.method(Math, "random", () => 0);
  assert.equal(lose(), 400); // 375, seen in steps of 50
  mock.restoreAll();
  mock.method(Math, "random", () => 0.999);
  assert.equal(lose(), 1250);
});

test("who was too fast waits four times as long", () => {
  assert.equal(lose(4429), 2000);
});

test("every way to lose the line has a status of its own, and all that may pass are tried again", () => {
  const told = { 1006: "off", 1011: "off", 1012: "off", 4429: "busy", 4401: "ended" };
  for (const [code, status] of Object.entries(told)) {
    const tries = browser.sockets.length;
    greet();
    lose(Number(code));
    assert.equal(statuses.at(-1), status);
    assert.equal(browser.sockets.length, tries + 1);
  }
});

test("a server that restarts is come back to", () => {
  greet();
  assert.equal(lose(1012), 500);
});

test("a socket that hangs while connecting is given up and tried again", () => {
  const hung = browser.socket;
  browser.pass(PATIENCE - 1);
  assert.equal(hung.closed, false);
  assert.deepEqual(statuses, []);
  browser.pass(1);
  assert.equal(hung.closed, true);
  assert.deepEqual(statuses, ["off"]);
  browser.pass(500);
  assert.equal(browser.sockets.length, 2);
  browser.pass(PATIENCE);
  assert.equal(browser.socket.closed, false, "a line may be slow: the second one has longer");
  browser.pass(1000);
  assert.equal(browser.socket.closed, true);
});

test("a socket that was given up has nothing more to say", () => {
  const hung = browser.socket;
  browser.pass(PATIENCE + 500);
  hung.drop(1006);
  hung.open();
  hung.say(STATE);
  assert.deepEqual(hung.sent, []);
  assert.deepEqual(heard, []);
  browser.pass(PATIENCE + 999);
  assert.equal(browser.sockets.length, 2, "nor does its end start another try");
  browser.pass(1);
  assert.equal(browser.socket.closed, true, "nor is the next one given more time than its own");
});

test("a socket that opens in time is kept", () => {
  browser.pass(PATIENCE - 1);
  greet();
  browser.pass(PATIENCE);
  assert.deepEqual(statuses, ["on"]);
  assert.equal(browser.sockets.length, 1);
});

test("a server that is slow to greet is waited for", () => {
  browser.socket.open();
  browser.pass(PATIENCE);
  assert.equal(browser.socket.closed, false);
});

test("a question while the line is being opened is not sent", () => {
  void wire.question("hint");
  assert.deepEqual(browser.socket.sent, []);
});

test("a line that answers its pings is kept", () => {
  greet();
  for (let i = 1; i <= 5; i++) {
    browser.pass(PING);
    assert.equal(browser.socket.of("ping").length, i);
    browser.socket.say({ type: "pong" });
  }
  assert.deepEqual(statuses, ["on"]);
  assert.equal(browser.sockets.length, 1);
});

test("a line that is silent after a ping is given up and tried again", () => {
  greet();
  const silent = browser.socket;
  browser.pass(PING + PATIENCE - 1);
  assert.deepEqual(statuses, ["on"]);
  browser.pass(1);
  assert.equal(silent.closed, true);
  assert.deepEqual(statuses, ["on", "off"]);
  browser.pass(500);
  assert.equal(browser.sockets.length, 2);
});

test("any message is a sign of life", () => {
  greet();
  browser.pass(PING);
  browser.socket.say({ type: "update", n: 42, from: 41 });
  browser.pass(PATIENCE);
  assert.deepEqual(statuses, ["on"]);
});

test("another ping gives a silent line no more time", () => {
  greet();
  browser.pass(PING);
  browser.pass(PATIENCE - 1);
  browser.dispatch("online");
  browser.pass(1);
  assert.deepEqual(statuses, ["on", "off"]);
});

test("one sign of life answers for several pings", () => {
  greet();
  browser.pass(PING);
  browser.dispatch("online");
  browser.socket.say({ type: "pong" });
  browser.pass(PATIENCE);
  assert.deepEqual(statuses, ["on"]);
});

test("the time that passes without a socket does not count against the next one", () => {
  greet();
  browser.pass(PING - 500);
  browser.socket.drop(4429); // the next ping falls into the two seconds after it
  browser.pass(2000);
  assert.equal(browser.sockets.length, 2);
  browser.pass(PATIENCE - 1);
  assert.equal(browser.socket.closed, false);
});

test("an alarm of an old socket does not end the next one", () => {
  greet();
  browser.pass(PING); // a ping without an answer
  lose();
  greet();
  browser.pass(PATIENCE);
  assert.deepEqual(statuses, ["on", "off", "on"]);
});

for (const [what, happen] of [
  ["the network returns", () => browser.dispatch("online")],
  ["the page comes back", () => browser.dispatch("pageshow")],
  ["the page becomes visible", () => browser.document.dispatchEvent(new Event("visibilitychange"))],
]) {
  test(`a lost line is tried at once when ${what}`, () => {
    browser.socket.drop(1006);
    happen();
    assert.equal(browser.sockets.length, 2);
    browser.pass(PATIENCE - 1);
    assert.equal(browser.sockets.length, 2, "and the planned try is off");
  });

  test(`a line that stands is asked for a sign when ${what}`, () => {
    greet();
    happen();
    assert.equal(browser.socket.of("ping").length, 1);
    assert.equal(browser.sockets.length, 1);
  });
}

test("a page that is hidden tries nothing early", () => {
  browser.socket.drop(1006);
  browser.document.visibilityState = "hidden";
  browser.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(browser.sockets.length, 1);
});
