import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../src/parvis/web/static/js/", import.meta.url);
// From the bottom up, as in docs/pages.md: a module imports from its own layer or from one below it.
const LAYERS = [
  ["fold", "walk", "state", "play", "queue", "round", "changes", "wire", "prefs", "geometry", "pins", "layout", "nudge", "steps", "progress", "awake", "typed", "clocks", "braille"],
  ["dom", "focus", "panels", "marks", "motion", "arrange", "jumps", "zoom", "stage", "seats", "ledger", "log", "asked", "held", "beside", "result", "sounds", "summary", "symbols", "curtain", "device", "explained", "view", "course", "replayed", "lesson", "screened", "handfirst", "inwords", "ending", "timer"],
  ["pointer", "pushing", "keys", "areas", "papers", "recap", "skip", "explain", "trying", "actions", "clauses", "commandline", "scanning", "ease"],
  ["table", "replay", "screen"],
];
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith(".js")).map((name) => name.slice(0, -3));
const read = (name) => readFileSync(new URL(`${name}.js`, FOLDER), "utf-8");
const imports = (name) =>
  [...read(name).matchAll(/^import .* from "(.*)\.js";$/gm)].map((match) => match[1] ?? "");
const layer = (name) => LAYERS.findIndex((names) => names.includes(name));

test("every module has its layer", () => {
  assert.deepEqual(LAYERS.flat().sort(), NAMES.sort());
});

for (const name of NAMES) {
  test(`${name}.js imports nothing from a layer above it`, () => {
    for (const path of imports(name)) {
      if (path.startsWith("../vendor/")) assert.equal(layer(name), 1, "what is vendored is for the view");
      else assert.ok(layer(path.slice(2)) <= layer(name), path);
    }
  });

  test(`${name}.js says first what it is for and what it imports`, () => {
    const [head = ""] = /^(\/\/ .*\n)+/.exec(read(name)) ?? [];
    assert.match(head, /\bimports\b/i);
    const only = /imports nothing/i.test(head);
    if (only) assert.deepEqual(imports(name), []);
  });
}

test("no module imports itself by a detour", () => {
  const visit = (name, way) => {
    assert.ok(!way.includes(name), [...way, name].join(" → "));
    for (const path of imports(name)) if (path.startsWith("./")) visit(path.slice(2), [...way, name]);
  };
  for (const page of ["table", "replay", "screen"]) visit(page, []);
});
