// The public screen, painted to be read from the sofa: who is to play, the board, the points, what happened, how
// it ended. Of the view; imports arrange.js, dom.js, marks.js, motion.js, panels.js, queue.js, replayed.js,
// result.js, seats.js and state.js.

import { arrangeAfar } from "./arrange.js";
import { by, fill, make, morph, points, sign } from "./dom.js";
import { Marks } from "./marks.js";
import { moving, remember, travel } from "./motion.js";
import { Panels } from "./panels.js";
import { newMoves, PACES } from "./queue.js";
import { NOTHING } from "./replayed.js";
import { showSources } from "./result.js";
import { sideName, sideSigns } from "./seats.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./state.js").TableState} TableState */

const FAR = 640; // pixels of height for which things are drawn as large as for who sits before them
const LONG = 13; // letters of a name from which it is written smaller, so that it stays whole

export class Screened {
  /** @param {TableState} table @param {Record<string, string>} words */
  constructor(table, words) {
    this.table = table;
    this.words = words;
    this.root = by("table");
    this.ground = by("ground");
    this.rules = this.root.dataset["rules"] ?? "";
    // Who looks on has no hand; whatever else there is stands on the ground.
    this.panels = new Panels(() => this.ground, (fragment) => this.marks.lift(fragment));
    this.marks = new Marks(this.panels);
    /** @type {Entry[]} */
    this.told = [];
    new ResizeObserver(() => this.fit()).observe(this.ground);
  }

  /** @param {import("./state.js").Change} change @param {import("./queue.js").Step} step */
  follow(change, step) {
    const { old, next } = change;
    const entries = step.whole ? [] : newMoves(old, next);
    const places = entries.flatMap((entry) => entry.places);
    const before = change.moved && moving() && !step.skipped ? remember(this.panels, places) : null;
    this.root.dataset["n"] = String(next.n);
    this.root.dataset["over"] = String(next.over);
    this.showTurn(next);
    this.showScores(next);
    this.showLobby(next);
    this.panels.draw(next.panels);
    this.showStage(next);
    this.fit();
    this.marks.show(this.table, NOTHING);
    if (before) travel(this.panels, before, places, this.mover(entries), PACES.slow.glide);
    if (next.over) this.showEnding(next);
    if (entries.length) this.announce(entries.flatMap((entry) => entry.words).join(" "));
  }

  /** Where what is new comes from. @param {Entry[]} entries */
  mover(entries) {
    return document.querySelector(`#scores > li[data-seats~="${entries.at(-1)?.seat}"] .sign`)?.getBoundingClientRect() ?? null;
  }

  /** Those who are to come, the board, or the end. @param {State} state */
  showStage(state) {
    const begun = state.log.some((entry) => entry.kind === "move");
    const open = !state.over && state.seats.some((seat) => seat.kind === "open");
    // The last move is looked at before the result covers it.
    const stage = open && !begun ? "lobby" : state.over && !this.told.length ? "end" : "board";
    this.root.dataset["stage"] = stage;
    by("still-open").hidden = !open;
  }

  fit() {
    const far = Math.max(1, innerHeight / FAR);
    this.root.style.setProperty("--far", String(far));
    arrangeAfar(this.ground, far);
  }

  /** @param {State} state */
  showTurn(state) {
    const seat = state.over ? undefined : state.seats[state.turn.seat ?? -1];
    const name = by("turn-name");
    name.parentElement?.toggleAttribute("hidden", !seat);
    by("thinking").hidden = !state.turn.thinking;
    if (!seat) return;
    fill(name, [sign(seat.shape, seat.seat), make("span", {}, seat.name || (this.words["open"] ?? ""))]);
    name.classList.toggle("long", seat.name.length >= LONG);
  }

  /** @param {State} state */
  showScores(state) {
    morph(by("scores"), state.sides.map((side) => make("li", {
      "data-seats": side.seats.join(" "),
      class: side.seats.includes(state.turn.seat ?? -1) && !state.over ? "on-turn" : side.winner ? "winner" : "",
    },
    make("span", { class: "signs" }, ...sideSigns(state, side.side)),
    make("span", { class: "name" }, sideName(state, side.side),
      ...side.seats.map((seat) => this.about(state.seats[seat])).filter((words) => words).map((words) => make("span", { class: "about" }, words))),
    make("span", { class: "points figures" }, points(side.points)))));
  }

  /** What others should know of who sits there. @param {Seat | undefined} seat */
  about(seat) {
    if (!seat || seat.kind !== "person") return "";
    return seat.sits_in ? this.words["sits_in"] ?? "" : seat.here ? "" : this.words["away"] ?? "";
  }

  /** @param {State} state */
  showLobby(state) {
    morph(by("lobby-seats"), state.seats.map((seat) => make("li", { class: seat.kind },
      sign(seat.shape, seat.seat),
      make("span", { class: "name" }, seat.kind === "open" ? this.words["open"] ?? "" : seat.name),
      seat.bot ? make("span", { class: "about" }, seat.bot) : null)));
  }

  /** What is being told; nothing any more: then the last move stays in sight. @param {Entry[]} entries */
  tell(entries) {
    const { state } = this.table;
    if (!state) return;
    this.told = entries;
    this.root.classList.toggle("telling", entries.length > 0);
    const shown = entries.length ? entries : state.log.filter((entry) => entry.kind === "move" && !entry.undone).slice(-1);
    fill(by("told"), shown.map((entry) => make("li", {},
      entry.seat === null ? make("span", { class: "sign" }) : sign(state.seats[entry.seat]?.shape ?? "disc", entry.seat),
      make("span", {}, entry.words.join(" ")))));
    this.showStage(state);
  }

  /** Who won, with all points. @param {State} state */
  showEnding(state) {
    const sides = [...state.sides].sort((a, b) => b.points - a.points);
    const tied = sides.filter((side) => side.winner).length > 1;
    const won = (/** @type {number} */ seats) => this.words[tied ? (seats > 1 ? "share" : "shares") : (seats > 1 ? "win" : "wins")] ?? "";
    fill(by("ending-sides"), sides.map((side) => make("li", { class: side.winner ? "winner" : "" },
      make("span", { class: "signs" }, ...sideSigns(state, side.side)),
      make("span", { class: "name" }, sideName(state, side.side), side.winner ? make("span", { class: "about" }, won(side.seats.length)) : null),
      make("span", { class: "points figures" }, points(side.points)))));
  }

  /** By what they won, and when. @param {import("./types").Result} result */
  showSources(result) {
    if (this.table.state) showSources(this.table.state, result, this.rules, this.words);
  }

  /** How the line is. @param {import("./wire.js").Status} status */
  showLine(status) {
    by("line").textContent = this.words[status] ?? "";
    this.root.dataset["line"] = status;
    if (status !== "gone" && status !== "barred") return;
    by("gone-title").textContent = this.words[status] ?? "";
    const box = /** @type {HTMLDialogElement} */ (by("gone"));
    if (!box.open) box.showModal();
  }

  /** Let a screen reader say something. @param {string} text */
  announce(text) {
    by("live").textContent = text.trim();
  }
}
