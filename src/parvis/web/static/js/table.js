// The table page: makes state, socket, picks, view and actions, and lets them know each other. Imports
// all of them; nothing imports it.

import { Actions } from "./actions.js";
import { listenToAreas } from "./areas.js";
import { followGround, listenToGround } from "./beside.js";
import { by } from "./dom.js";
import { Explain } from "./explain.js";
import { fold } from "./fold.js";
import { listenToJumps } from "./jumps.js";
import { listenToKeys, showKeys } from "./keys.js";
import { listenToPapers } from "./papers.js";
import { Play } from "./play.js";
import { listenToPointer } from "./pointer.js";
import { prefs } from "./prefs.js";
import { listenToPushing } from "./pushing.js";
import { Queue } from "./queue.js";
import { listenToRecap } from "./recap.js";
import { listenToSkip } from "./skip.js";
import { fetchSymbols } from "./symbols.js";
import { TableState } from "./state.js";
import { View } from "./view.js";
import { Wire } from "./wire.js";

const table = new TableState();
/** @type {Wire} */
const wire = new Wire(by("table").dataset["socket"] ?? "", {
  heard,
  status: (status) => view.showLine(status),
  hello: () => ({
    tall: view.tall.matches,
    ...(queue.latest ? { last: queue.latest.n } : {}),
    ...(table.lifted === null ? {} : { seat: table.lifted }),
  }),
});
/** @type {Play} */
const play = new Play(wire, () => prefs.confirm, {
  changed: () => view.show(),
  refused: (why, place) => actions.explain(why, place),
  beside: (place) => {
    view.askAgain();
    explain.instead(place);
  },
  quiet: () => actions.hush(),
});
/** @type {View} */
const view = new View(table, play, JSON.parse(by("words").textContent ?? "{}"));
const actions = new Actions(table, view, play, wire);
/** @type {Queue} */
const queue = new Queue({
  show: (state, step) => follow(table.follow(state, step.whole), step),
  tell: (entries, waiting) => view.tell(entries, waiting),
  pace: () => prefs.pace,
  awaited: () => wire.pending.size > 0,
  hidden: () => document.hidden,
});
const explain = new Explain(table, view, play, wire);

/** @param {import("./types").Message} message */
function heard(message) {
  switch (message.type) {
    case "state": return queue.replace(/** @type {any} */ (message));
    case "update": {
      const next = queue.latest && fold(queue.latest, /** @type {any} */ (message));
      return next ? queue.take(next) : wire.greet();
    }
    case "done": return play.answered(message["id"], false);
    case "refused":
      play.answered(message["id"], true);
      if (message["words"]) actions.explain(/** @type {any} */ (message));
      return;
    case "error": return view.announce(message["words"]);
  }
}

/** @param {import("./state.js").Change} change @param {import("./queue.js").Step} step */
function follow(change, step) {
  play.follow(change.next, step.whole);
  view.follow(change, step);
  explain.follow(change);
  if (change.next.over && (change.ended || step.whole)) actions.askResult();
}

void fetchSymbols(by("symbols"));
listenToPointer(view.root, play);
listenToKeys(play, {
  explore: () => actions.explore(),
  explain: (element) => explain.ask(element),
  skip: () => queue.behind && (queue.skip(), true),
  hush: () => explain.hush(),
});
showKeys(view.words);
explain.listen();
listenToPapers(view);
listenToAreas(view.stage);
listenToJumps(view.ground);
listenToGround(view.ground);
listenToPushing(view.root, view.stage);
listenToSkip(queue, play, () => prefs.confirm);
listenToRecap(view);
actions.listen();
view.tall.addEventListener("change", () => wire.greet());
const { zoom } = view.stage;
zoom.changed = () => {
  by("zoom").setAttribute("aria-pressed", String(zoom.zoom > 1));
  followGround();
};
by("zoom").addEventListener("click", () => zoom.toggle());
