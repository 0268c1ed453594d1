import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../src/parvis/web/static/${path}`, import.meta.url), "utf-8");

test("what a small screen is, the style sheet says as the scripts do", () => {
  const [, small = ""] = /SMALL = "(.*)";/.exec(read("js/stage.js")) ?? [];
  assert.ok(small && read("css/screens.css").includes(`@media ${small} {`));
});
