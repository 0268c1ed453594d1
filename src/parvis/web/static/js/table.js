// The table page: makes state, socket, picks, view and actions, and lets them know each other. Imports
// all of them; nothing imports it.

import { Actions } from "./actions.js";
import { listenToAreas } from "./areas.js";
import { by } from "./dom.js";
import { listenToJumps } from "./jumps.js";
import { listenToKeys } from "./keys.js";
import { listenToLoupe } from "./loupe.js";
import { listenToPapers } from "./papers.js";
import { Play } from "./play.js";
import { listenToPointer } from "./pointer.js";
import { prefs } from "./prefs.js";
import { listenToPushing } from "./pushing.js";
import { fetchSymbols } from "./symbols.js";
import { TableState } from "./state.js";
import { View } from "./view.js";
import { Wire } from "./wire.js";

const table = new TableState();
/** @type {Wire} */
const wire = new Wire(by("table").dataset["socket"] ?? "", {
  heard,
  status: (status) => view.showLine(status),
  hello: () => ({ tall: view.tall.matches, ...(table.state ? { last: table.state.n } : {}) }),
});
/** @type {Play} */
const play = new Play(wire, () => prefs.confirm, {
  changed: () => view.show(),
  refused: (why, place) => actions.explain(why, place),
  beside: () => view.askAgain(),
  quiet: () => actions.hush(),
});
/** @type {View} */
const view = new View(table, play, JSON.parse(by("words").textContent ?? "{}"));
const actions = new Actions(table, view, play, wire);

/** @param {import("./types").Message} message */
function heard(message) {
  switch (message.type) {
    case "state": return follow(table.replace(/** @type {any} */ (message)));
    case "update": {
      const change = table.update(/** @type {any} */ (message));
      return change ? follow(change) : wire.greet();
    }
    case "done": return play.answered(message["id"], false);
    case "refused":
      play.answered(message["id"], true);
      if (message["words"]) actions.explain(/** @type {any} */ (message));
      return;
    case "error": return view.announce(message["words"]);
  }
}

/** @param {import("./state.js").Change} change */
function follow(change) {
  play.follow(change.next);
  view.follow(change);
}

void fetchSymbols(by("symbols"));
listenToPointer(view.root, play);
listenToKeys(play, () => actions.explore());
listenToPapers(view);
listenToAreas(view.stage);
listenToJumps(view.ground);
listenToPushing(view.root, view.stage);
listenToLoupe(view.root);
actions.listen();
view.tall.addEventListener("change", () => wire.greet());
const { zoom } = view.stage;
zoom.changed = () => by("zoom").setAttribute("aria-pressed", String(zoom.zoom > 1));
by("zoom").addEventListener("click", () => zoom.toggle());
