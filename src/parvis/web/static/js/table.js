// The table page: makes state, socket, picks, view and actions, and lets them know each other. Imports
// all of them; nothing imports it.

import { Actions } from "./actions.js";
import { listenToAreas } from "./areas.js";
import { canStayAwake, stayAwake } from "./awake.js";
import { followGround, listenToGround } from "./beside.js";
import { by } from "./dom.js";
import { listenToClauses } from "./clauses.js";
import { ASKING, CommandLine } from "./commandline.js";
import { listenToEase } from "./ease.js";
import { hearClocks } from "./clocks.js";
import { Explain } from "./explain.js";
import { fold } from "./fold.js";
import { startsInWords } from "./inwords.js";
import { listenToJumps } from "./jumps.js";
import { listenToKeys, showKeys } from "./keys.js";
import { listenToPapers } from "./papers.js";
import { Play } from "./play.js";
import { listenToPointer } from "./pointer.js";
import { prefs } from "./prefs.js";
import { comeTo, countPlayed, finish, isNew, notePlayed, progressOf } from "./progress.js";
import { listenToPushing } from "./pushing.js";
import { Queue } from "./queue.js";
import { listenToRecap } from "./recap.js";
import { Scanning } from "./scanning.js";
import { listenToSkip } from "./skip.js";
import { fetchSymbols } from "./symbols.js";
import { TableState } from "./state.js";
import { Trying } from "./trying.js";
import { View } from "./view.js";
import { Wire } from "./wire.js";

const table = new TableState();
const { game = "", guided } = by("table").dataset;
const taught = document.getElementById("lesson")?.dataset;
/** Whether one is told why a decision matters: the game is new to this browser. */
const newcomer = !taught && (guided !== undefined || isNew(game, location.pathname));
/** @type {Wire} */
const wire = new Wire(by("table").dataset["socket"] ?? "", {
  heard,
  status: (status) => {
    view.showLine(status);
    if (status !== "on") line.anew();
  },
  hello: () => ({
    tall: view.tall.matches,
    ...(newcomer && prefs.remarks ? { remarks: true } : {}),
    ...(queue.latest ? { last: queue.latest.n } : {}),
    ...(table.lifted === null ? {} : { seat: table.lifted }),
    ...trying?.hello(),
  }),
});
/** @type {Play} */
const play = new Play(wire, () => prefs.confirm, {
  changed: () => {
    view.show();
    scanning.follow();
  },
  refused: (why, place) => actions.explain(why, place),
  beside: (place) => {
    view.askAgain();
    explain.instead(place);
  },
  quiet: () => actions.hush(),
  inWords: () => view.inWords.on,
});
/** @type {View} */
const view = new View(table, play, JSON.parse(by("words").textContent ?? "{}"));
const actions = new Actions(table, view, play, wire);
const line = new CommandLine(view, play, wire, actions);
const scanning = new Scanning(play);
/** @type {Queue} */
const queue = new Queue({
  show: (state, step) => follow(table.follow(state, step.whole), step),
  tell: (entries, waiting) => view.tell(entries, waiting),
  pace: () => (view.inWords.on ? "none" : prefs.pace), // who listens sets the pace by their own reader
  awaited: () => wire.pending.size > 0,
  hidden: () => document.hidden,
});
const explain = new Explain(table, view, play, wire);
/** Only at a table of one's own. @type {Trying | null} */
const trying = view.root.classList.contains("trying") ? new Trying(wire, () => queue.latest, view.words) : null;

/** @param {import("./types").Message} message */
function heard(message) {
  switch (message.type) {
    case "state":
      hearClocks(/** @type {any} */ (message).clocks, Date.now());
      return queue.replace(/** @type {any} */ (message));
    case "update": {
      const next = queue.latest && fold(queue.latest, /** @type {any} */ (message));
      if (next) hearClocks(next.clocks, Date.now());
      return next ? queue.take(next) : wire.greet();
    }
    case "done":
      trying?.answered(message["id"], "");
      return play.answered(message["id"], false);
    case "refused":
      if (trying?.answered(message["id"], message["words"])) return;
      play.answered(message["id"], true);
      if (message["words"]) actions.explain(/** @type {any} */ (message));
      return;
    case "error": return view.announce(message["words"]);
  }
}

/** @param {import("./state.js").Change} change @param {import("./queue.js").Step} step */
function follow(change, step) {
  play.follow(change.next, step.whole);
  trying?.follow(change.next);
  view.follow(change, step);
  explain.follow(change);
  line.follow();
  scanning.follow();
  if (taught && change.next.lesson?.state === "right") finish(game, taught["step"] ?? "", taught["next"] ?? "");
  if (!taught && guided === undefined) meet(change.next);
  stayAwake(!change.next.over);
  if (change.next.over && (change.ended || step.whole)) actions.askResult();
}

/** Who plays here for the first time is offered the course, until the first move. @param {import("./types").State} state */
function meet(state) {
  if (state.seat === null) return;
  notePlayed(game, location.pathname);
  const offer = document.getElementById("offer");
  if (offer) offer.hidden = countPlayed(game) > 1 || progressOf(game).at !== "" || state.log.some((entry) => entry.kind === "move" && entry.seat === state.seat);
}

if (taught) {
  if (taught["looks"] === undefined) comeTo(game, taught["step"] ?? "");
  else finish(game, taught["step"] ?? "", taught["next"] ?? "");
  by(taught["looks"] === undefined ? "lesson-title" : "lesson-on").focus({ preventScroll: true });
}
void fetchSymbols(by("symbols"));
listenToPointer(view.root, play);
listenToKeys(play, {
  explore: () => actions.explore(),
  explain: (element) => explain.ask(element),
  inWords: () => line.turn(!view.inWords.on),
  type: () => view.inWords.on && (by("typed").focus(), true),
  ask: (key) => view.inWords.on && (void line.command(ASKING[key] ?? "question", ""), true),
  number: (number) => view.inWords.on && line.choose(number),
  skip: () => queue.behind && (queue.skip(), true),
  hush: () => explain.hush(),
});
showKeys("table", view.words);
explain.listen();
listenToPapers(view);
listenToClauses(view.rules);
listenToAreas(view.stage);
listenToJumps(view.ground);
listenToGround(view.ground);
listenToPushing(view.root, view.stage);
listenToSkip(queue, play, () => prefs.confirm);
listenToRecap(view);
actions.listen();
line.listen();
listenToEase(view.words, () => scanning.follow());
scanning.listen();
if (startsInWords()) view.inWords.turn(true);
trying?.listen();
by("awake").hidden = !canStayAwake;
by("pref-awake").addEventListener("change", () => stayAwake(!table.state?.over));
view.tall.addEventListener("change", () => wire.greet());
const { zoom } = view.stage;
zoom.changed = () => {
  by("zoom").setAttribute("aria-pressed", String(zoom.zoom > 1));
  followGround();
};
by("zoom").addEventListener("click", () => zoom.toggle());
