// All tests, for Node 22 and later: to them `node --test tests/client/` names this one file, by
// package.json. (Node 20 finds the *.test.js in the folder itself.) Each file is run in a process of
// its own, as Node 20 does, so that none meets the hooks and stubs of another.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".test.js"));
const { NODE_TEST_CONTEXT: _inside, ...env } = process.env; // or Node would take it for a test in a test
const { status } = spawnSync(process.execPath, ["--test", ...files], { cwd: folder, env, stdio: "inherit" });
process.exitCode = status ?? 1;
