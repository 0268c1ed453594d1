import assert from "node:assert/strict";
import { test } from "node:test";

import { beginning, pathTo, understand, wordsFor } from "./modules.js";
import { choice } from "./samples.js";

const WORDS = { command_why: "perché perche", command_undo: "annulla", command_say: "dire", help_why: "…" };

test("a number of the list is a choice, any other one may be a move", () => {
  assert.deepEqual(understand(" 3 ", WORDS, 4), { number: 3 });
  assert.deepEqual(understand("5", WORDS, 4), { move: "5" });
  assert.deepEqual(understand("0", WORDS, 4), { move: "0" });
});

test("a command is understood in the reader's words and in English, with or without accents, and takes the rest", () => {
  for (const word of ["perché", "PERCHE", "why"]) {
    assert.deepEqual(understand(`${word}  d4 ne`, WORDS, 0), { command: "why", rest: "d4 ne" });
  }
  assert.deepEqual(understand("dire Ciao, a tutti", WORDS, 0), { command: "say", rest: "Ciao, a tutti" });
  assert.deepEqual(understand("?", WORDS, 0), { command: "help", rest: "" });
});

test("what is no command is a move, and nothing is nothing", () => {
  assert.deepEqual(understand("d3=rr/ww*", WORDS, 2), { move: "d3=rr/ww*" });
  assert.equal(understand("  ", WORDS, 2), null);
});

test("commands complete from their beginning, without accents too", () => {
  assert.deepEqual(beginning("perc", WORDS), ["why"]);
  assert.deepEqual(beginning("ann", WORDS), ["undo"]);
  assert.equal(wordsFor("undo", WORDS)[0], "annulla");
});

test("a move leads back to its picks", () => {
  const tree = [
    { ask: "Which?", kind: "pick", choices: [choice("a", { add: 100, then: 1 }), choice("b", { add: 200, then: 1 }), choice("pass", { add: 7 })] },
    { ask: "Where?", kind: "pick", choices: [choice("x", { add: 1 }), choice("y", { add: 2 })] },
  ];
  assert.deepEqual(pathTo(tree, 202), ["b", "y"]);
  assert.deepEqual(pathTo(tree, 7), ["pass"]);
  assert.equal(pathTo(tree, 203), null);
});
