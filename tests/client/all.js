// All tests, for Node 22 and later: to them `node --test tests/client/` is this one file. (Node 20
// looks for *.test.js in the folder by itself, and does not take this for one.)

import { readdirSync } from "node:fs";

for (const name of readdirSync(new URL(".", import.meta.url))) {
  if (name.endsWith(".test.js")) await import(`./${name}`);
}
