// The page of a public screen: this screen shows, phones play. Makes state, socket, queue and view. Imports what of
// them it needs; nothing imports it.

import { stayAwake } from "./awake.js";
import { hearClocks } from "./clocks.js";
import { by } from "./dom.js";
import { fold } from "./fold.js";
import { prefs } from "./prefs.js";
import { newMoves, Queue } from "./queue.js";
import { Screened } from "./screened.js";
import { play as sound, soundOf } from "./sounds.js";
import { TableState } from "./state.js";
import { fetchSymbols } from "./symbols.js";
import { Wire } from "./wire.js";

const IDLE = 3000; // milliseconds without a pointer or a key after which nothing but the game is seen

const table = new TableState();
const view = new Screened(table, JSON.parse(by("words").textContent ?? "{}"));
/** @type {Queue} */
const queue = new Queue({
  show: (state, step) => follow(table.follow(state, step.whole), step),
  tell: (entries) => view.tell(entries),
  // Several people read along, from afar.
  pace: () => (prefs.pace === "none" ? "none" : "slow"),
  awaited: () => false,
  hidden: () => document.hidden,
});
const wire = new Wire(view.root.dataset["socket"] ?? "", {
  heard,
  status: (status) => view.showLine(status),
  hello: () => (queue.latest ? { last: queue.latest.n } : {}),
});

/** @param {import("./types").Message} message */
function heard(message) {
  if (message.type === "state") {
    hearClocks(/** @type {any} */ (message).clocks, Date.now());
    queue.replace(/** @type {any} */ (message));
  }
  if (message.type === "update") {
    const next = queue.latest && fold(queue.latest, /** @type {any} */ (message));
    if (next) hearClocks(next.clocks, Date.now());
    if (next) queue.take(next);
    else wire.greet();
  }
  // Somebody has asked for another game: the screen goes along.
  if (queue.latest?.again) location.replace(queue.latest.again.url);
}

/** @param {import("./state.js").Change} change @param {import("./queue.js").Step} step */
function follow(change, step) {
  const { old, next } = change;
  view.follow(change, step);
  stayAwake(true, true);
  const passed = old !== null && old.turn.seat !== next.turn.seat && next.seats[next.turn.seat ?? -1]?.kind === "person";
  const came = old !== null && next.seats.some((seat) => seat.kind !== "open" && old.seats[seat.seat]?.kind === "open");
  if (loud()) sound(soundOf({ ...change, myTurn: passed || came }, step.whole ? [] : newMoves(old, next)), true);
  if (next.over && (change.ended || step.whole)) {
    void wire.question("result").then((answer) => {
      if (answer.type === "result") view.showSources(/** @type {any} */ (answer));
    });
  }
}

const loud = () => by("sound").getAttribute("aria-pressed") === "true";
by("sound").addEventListener("click", () => {
  by("sound").setAttribute("aria-pressed", String(!loud()));
  sound("turn", loud());
});
by("full").hidden = !document.fullscreenEnabled;
by("full").addEventListener("click", fill);
document.addEventListener("keydown", (event) => {
  if (event.key === "f" && prefs.keys && !event.ctrlKey && !event.metaKey && !event.altKey) fill();
});

/** The whole screen, or no more. */
function fill() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen().catch(() => undefined);
}

/** @type {number | undefined} */
let idle;
/** Whoever touches the screen finds its few buttons; then they go again. */
function wake() {
  view.root.classList.remove("idle");
  clearTimeout(idle);
  idle = setTimeout(() => view.root.classList.add("idle"), IDLE);
}
for (const kind of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(kind, wake);
wake();
void fetchSymbols(by("symbols"));
