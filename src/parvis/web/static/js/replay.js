// The page of a replay: makes its steps and its view, and turns links, keys, wheel and slider into wishes. Imports
// what of the view and the actions it needs; nothing imports it.

import { listenToAreas } from "./areas.js";
import { by, dialog } from "./dom.js";
import { Explain } from "./explain.js";
import { listenToJumps } from "./jumps.js";
import { listenToSteps, showKeys } from "./keys.js";
import { listenToPapers } from "./papers.js";
import { prefs } from "./prefs.js";
import { PACES } from "./queue.js";
import { NOTHING, Replayed } from "./replayed.js";
import { Steps } from "./steps.js";
import { fetchSymbols } from "./symbols.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./steps.js").Asked} Asked */

const AT_LEAST = 250; // milliseconds that a step stays, however quick one wants it
const LOOK_BACK = 2; // times: what has ended stays longer
const NOTCH = 60; // pixels of the wheel that are a step
const SETTLING = 200; // milliseconds before the address follows

const words = JSON.parse(by("words").textContent ?? "{}");
const view = new Replayed(words);
const { root } = view;
const { seats } = JSON.parse(`{"seats": ${by("seated").textContent ?? "[]"}}`);

/** @type {State} */
const base = {
  n: 0, at: 0, seat: null, held: [], curtain: null, title: "", ask: "", turn: { seat: null, mine: false, thinking: null, progress: null, seconds: null },
  panels: [], tree: null, seats, sides: [], ledger: [], log: [], since: [], last: [], chat: [], watching: 0, undo: { can: null, asked: null },
  practice: false, clocks: null, stopping: null, stopped: null, over: false, winners: [], read_only: null, commitment: "", proof: null, bots: [], host: false, hostless: false, screen: false,
};

const steps = new Steps(view.total, root.dataset["as"] ?? "all", base, {
  get: async ({ at, eyes, from, go }) => fetched(root.dataset["steps"] ?? "", {
    at: String(at), as: eyes, ...(from === null ? {} : { from: String(from) }), ...(go ? { go } : {}), ...(view.tall.matches ? { tall: "1" } : {}),
  }),
  show: (shown) => {
    const old = view.table.state;
    view.show(shown);
    explain.follow(/** @type {any} */ ({ old, next: shown.state }));
    remember(shown.at, shown.eyes);
  },
  status: (status) => view.showStatus(status),
  playing: (playing) => view.showPlaying(playing),
  stay: (ended) => Math.max(AT_LEAST, PACES[prefs.pace].stay) * (ended ? LOOK_BACK : 1),
});
view.steps = steps;
/** Whatever one rests on explains itself, as it was then. */
const explain = new Explain(view.table, view, NOTHING, {
  question: (_, asked) => fetched(root.dataset["explain"] ?? "", { at: String(steps.at), as: steps.eyes, .../** @type {{place: string}} */ (asked), ...(view.tall.matches ? { tall: "1" } : {}) })
    .catch(() => ({ name: "" })),
});
/** The seat that one came to look as; what O comes back to. */
let seat = steps.eyes === "all" ? "0" : steps.eyes;

/** @param {string} address @param {Record<string, string>} [query] */
async function fetched(address, query = {}) {
  const answer = await fetch(`${address}?${new URLSearchParams(query)}`, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

let settling = 0;
/** The address leads to what is shown. @param {number} at @param {string} eyes */
function remember(at, eyes) {
  clearTimeout(settling);
  settling = setTimeout(() => history.replaceState(null, "", `?at=${at}&as=${eyes}`), SETTLING);
}

/** @param {string} eyes */
function look(eyes) {
  if (eyes !== "all") seat = eyes;
  void steps.look(eyes);
}

/** How the whole of it went, or not any more. */
async function showWhole() {
  if (view.whole) return view.showWhole(null);
  try {
    view.showWhole(await fetched(root.dataset["course"] ?? ""));
  } catch {
    view.showStatus("failed");
  }
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("a, button") : null;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { at, by: step, go, as, does } = target.dataset;
  if (at !== undefined) {
    steps.pause();
    void steps.go(Number(at));
  } else if (step) void steps.step(Number(step));
  else if (go) void steps.seek(go);
  else if (as) look(as);
  else if (does === "play") steps.toggle();
  else if (does === "retry") void steps.again();
  else if (does === "whole") {
    target.closest("details")?.removeAttribute("open");
    void showWhole();
  }
  else if (does === "keys") dialog("keys").showModal();
  else if (does === "close") target.closest("dialog")?.close();
  else return;
  event.preventDefault();
  // On a phone the moves lie over the board: who has chosen one wants to see it.
  if (at !== undefined && view.tall.matches && target.closest("#papers")) by("hide-papers").click();
});

const scrub = /** @type {HTMLInputElement} */ (by("scrub"));
scrub.addEventListener("input", () => {
  steps.pause();
  void steps.go(Number(scrub.value));
});
scrub.form?.addEventListener("submit", (event) => event.preventDefault());

let turned = 0;
for (const zone of [view.ground, /** @type {HTMLElement} */ (scrub.form)]) {
  zone.addEventListener("wheel", (event) => {
    if (event.ctrlKey || view.tall.matches) return; // enlarging the page; or scrolling the board
    event.preventDefault();
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
    if (Math.abs(turned) < NOTCH && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL) return;
    void steps.step(turned > 0 ? 1 : -1);
    turned = 0;
  }, { passive: false });
}

const pace = /** @type {HTMLSelectElement} */ (by("pref-pace"));
pace.value = prefs.pace;
pace.addEventListener("change", () => prefs.setPace(pace.value));
const single = /** @type {HTMLInputElement} */ (by("pref-keys"));
single.checked = prefs.keys;
single.addEventListener("change", () => prefs.set("keys", single.checked));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) steps.pause();
});

listenToSteps({
  step: (by) => void steps.step(by),
  go: (at) => {
    steps.pause();
    void steps.go(at);
  },
  seek: (way) => void steps.seek(way),
  play: () => steps.toggle(),
  look: () => look(steps.eyes === "all" ? seat : "all"),
});
showKeys("replay", words);
explain.listen();
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") explain.hush();
});
listenToPapers(view);
listenToAreas(view.stage);
listenToJumps(view.ground);
const { zoom } = view.stage;
zoom.changed = () => by("zoom").setAttribute("aria-pressed", String(zoom.zoom > 1));
by("zoom").addEventListener("click", () => zoom.toggle());
view.tall.addEventListener("change", () => void steps.redraw());
void fetchSymbols(by("symbols"));
by("seats").replaceChildren();
if (new URLSearchParams(location.search).has("whole")) void showWhole();
void steps.go(Number(root.dataset["at"] ?? 0));
