import assert from "node:assert/strict";
import { test } from "node:test";

import { wrapped } from "./modules.js";

test("a line is broken between words, as late as it can be", () => {
  assert.equal(wrapped("Choose a tile from your hand.", 12), "Choose a\ntile from\nyour hand.");
  assert.equal(wrapped("Choose a tile", 13), "Choose a tile");
});

test("what is a line already stays one", () => {
  assert.equal(wrapped("Your hand\n- Card 1: an L of four squares", 20), "Your hand\n- Card 1: an L of\nfour squares");
});

test("only a word that is longer than a line is broken within", () => {
  assert.equal(wrapped("d3=rr/ww* then abcdefghijklmnop", 10), "d3=rr/ww*\nthen\nabcdefghij\nklmnop");
});

test("without a limit nothing is broken", () => {
  const text = "a ".repeat(100).trim();
  assert.equal(wrapped(text, 0), text);
});

test("no line is longer than the display, and no word is lost", () => {
  const text = "Round 1: choose an offer slot. You have 30 coins, 11 cards to be drawn; the city has room beside the park.";
  for (let cells = 4; cells < 60; cells++) {
    const lines = wrapped(text, cells).split("\n");
    assert.ok(lines.every((line) => line.length <= cells), `${cells}`);
    assert.equal(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }
});
