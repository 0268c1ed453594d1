import assert from "node:assert/strict";
import { test } from "node:test";

import { hearClocks, isStill, nextChange, passed, secondsLeft, told } from "./modules.js";

const clocks = (more = {}) => ({ pace: "days", zero: "bot", words: [], left: [7200, 600, null], running: 0, up: false, still: null, ...more });

test("only the clock that runs goes on", () => {
  assert.equal(secondsLeft(clocks(), 0, 60), 7140);
  assert.equal(secondsLeft(clocks(), 1, 60), 600);
  assert.equal(secondsLeft(clocks(), 2, 60), null);
});

test("at night clocks stand still, and go on in the morning", () => {
  const night = clocks({ still: [100, 1100] });
  assert.equal(secondsLeft(night, 0, 100), 7100);
  assert.equal(secondsLeft(night, 0, 900), 7100);
  assert.equal(secondsLeft(night, 0, 1200), 7000);
  assert.ok(isStill(night, 500));
  assert.ok(!isStill(night, 1100));
  assert.equal(secondsLeft(clocks({ still: [-500, 300] }), 0, 400), 7100, "it was night when they were heard");
});

test("time is told in the largest unit, and in seconds when it is short", () => {
  assert.deepEqual([200000, 86399, 3599, 599, -3].map((each) => told(each).unit), ["day", "hour", "minute", "second", "second"]);
  assert.deepEqual([200000, 86399, 3599, 599, -3].map((each) => told(each).count), [2, 23, 59, 599, 0]);
});

test("what is far off is painted seldom, what is close every second, and what stands still not at all", () => {
  assert.equal(nextChange(clocks(), 0), 30);
  assert.equal(nextChange(clocks({ running: 1 }), 0), 1);
  assert.equal(nextChange(clocks({ running: null }), 0), Infinity);
  assert.equal(nextChange(clocks({ left: [-5, 0, null] }), 0), Infinity);
  assert.equal(nextChange(clocks({ running: null, still: [40, 90] }), 0), 40);
});

test("clocks are reckoned from when they were first heard", () => {
  const one = clocks();
  assert.equal(passed(one, 5000), 0, "nobody heard them");
  hearClocks(one, 1000);
  hearClocks(one, 4000);
  assert.equal(passed(one, 5000), 4);
});
