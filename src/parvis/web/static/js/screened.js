// The public screen, painted to be read from the sofa: who is to play, the board, the points, what happened, how
// it ended. Of the view; imports arrange.js, dom.js, marks.js, motion.js, panels.js, queue.js, replayed.js,
// result.js, seats.js, state.js and timer.js.

import { arrangeAfar } from "./arrange.js";
import { by, fill, make, morph, points, sign } from "./dom.js";
import { Marks } from "./marks.js";
import { moving, remember, travel } from "./motion.js";
import { Panels } from "./panels.js";
import { newMoves, PACES } from "./queue.js";
import { NOTHING } from "./replayed.js";
import { bestFirst, gaveUp, showSources } from "./result.js";
import { sideName, sideSigns } from "./seats.js";
import { clockOf, showClocks } from "./timer.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./state.js").TableState} TableState */

// The height, and the width of the board's ground, for which things are drawn as large as for who sits before them.
const HIGH = 640, WIDE = 710;
const NOTICES = 2; // what happened besides moves: so much of it stays in sight
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
    showClocks(next, this.words);
    this.showLobby(next);
    this.showTold(next);
    this.panels.draw(next.panels);
    this.showStage(next);
    this.fit();
    this.marks.show(this.table, NOTHING);
    if (before) travel(this.panels, before, places, this.mover(entries), PACES.slow.glide);
    if (next.over) this.showEnding(next);
    const newest = old?.log.at(-1)?.n ?? Infinity;
    const news = next.log.filter((entry) => entry.n > newest && !entry.undone);
    if (news.length) this.announce(news.flatMap((entry) => entry.words).join(" "));
  }

  /** Where what is new comes from. @param {Entry[]} entries */
  mover(entries) {
    return document.querySelector(`#scores .who[data-seat="${entries.at(-1)?.seat}"] .sign`)?.getBoundingClientRect() ?? null;
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
    const far = Math.min(innerHeight / HIGH, this.ground.clientWidth / WIDE);
    this.root.style.setProperty("--far", String(far));
    arrangeAfar(this.ground, far);
  }

  /** @param {State} state */
  showTurn(state) {
    const seat = state.over ? undefined : state.seats[state.turn.seat ?? -1];
    const name = by("turn-name");
    name.parentElement?.toggleAttribute("hidden", !seat);
    by("thinking").hidden = !state.turn.thinking;
    by("turn-clock").hidden = !seat || !state.clocks;
    if (!seat) return;
    fill(name, [sign(seat.shape, seat.seat), make("span", {}, seat.name || (this.words["open"] ?? ""))]);
    name.classList.toggle("long", seat.name.length >= LONG);
    fill(by("turn-clock"), state.clocks ? [clockOf(seat.seat)] : []);
  }

  /** @param {State} state */
  showScores(state) {
    morph(by("scores"), state.sides.map((side) => make("li", {
      class: side.seats.includes(state.turn.seat ?? -1) && !state.over ? "on-turn" : side.winner ? "winner" : "",
    },
    make("span", { class: "names" }, ...side.seats.map((seat) => this.who(state, seat))),
    make("span", { class: "points figures" }, points(side.points)))));
  }

  /** A name, and below it what others should know of who sits there. @param {State} state @param {number} number */
  who(state, number) {
    const seat = state.seats[number];
    if (!seat) return null;
    const about = this.about(seat);
    return make("span", { class: "who", "data-seat": String(number) },
      sign(seat.shape, number),
      make("span", { class: "name" }, seat.name || "…"),
      about || state.clocks ? make("span", { class: "about" }, about ? make("span", {}, about) : null, state.clocks ? clockOf(number) : null) : null);
  }

  /** @param {Seat} seat */
  about(seat) {
    if (seat.kind === "open") return this.words["open"] ?? "";
    if (seat.kind !== "person") return "";
    return (seat.given_up ? this.words["given_up"] : seat.sits_in ? this.words["sits_in"] : seat.here ? "" : this.words["away"]) ?? "";
  }

  /** @param {State} state */
  showLobby(state) {
    morph(by("lobby-seats"), state.seats.map((seat) => make("li", { class: seat.kind },
      sign(seat.shape, seat.seat),
      make("span", { class: "name" }, seat.kind === "open" ? this.words["open"] ?? "" : seat.name),
      seat.bot ? make("span", { class: "about" }, seat.bot) : null)));
  }

  /** What is being told; nothing any more. @param {Entry[]} entries */
  tell(entries) {
    const { state } = this.table;
    if (!state) return;
    this.told = entries;
    this.root.classList.toggle("telling", entries.length > 0);
    this.showTold(state);
    this.showStage(state);
  }

  /** The last move stays in sight, and what else happened since a person played: an offer to stop, somebody who gives up.
   * @param {State} state */
  showTold(state) {
    const standing = state.log.filter((entry) => !entry.undone);
    const move = standing.findLast((entry) => entry.kind === "move");
    const played = standing.findLastIndex((entry) => entry.kind === "move" && state.seats[entry.seat ?? -1]?.bot === null);
    const notices = standing.slice(played + 1).filter((entry) => entry.kind !== "move").slice(-NOTICES);
    const shown = this.told.length ? this.told : [...(move ? [move] : []), ...notices].sort((a, b) => a.n - b.n);
    fill(by("told"), shown.map((entry) => make("li", {},
      entry.seat === null ? make("span", { class: "sign" }) : sign(state.seats[entry.seat]?.shape ?? "disc", entry.seat),
      make("span", {}, entry.words.join(" ")))));
  }

  /** Who won, with all points. @param {State} state */
  showEnding(state) {
    const sides = bestFirst(state);
    const tied = sides.filter((side) => side.winner).length > 1;
    const won = (/** @type {number} */ seats) => this.words[tied ? (seats > 1 ? "share" : "shares") : (seats > 1 ? "win" : "wins")] ?? "";
    by("ending-stopped").hidden = !state.stopped;
    by("ending-stopped").textContent = state.stopped?.words ?? "";
    fill(by("ending-sides"), sides.map((side) => make("li", { class: side.winner ? "winner" : "" },
      make("span", { class: "signs" }, ...sideSigns(state, side.side)),
      make("span", { class: "name" }, sideName(state, side.side),
        side.winner ? make("span", { class: "about" }, won(side.seats.length)) : null,
        gaveUp(state, side) ? make("span", { class: "about" }, this.words["given_up"] ?? "") : null),
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
