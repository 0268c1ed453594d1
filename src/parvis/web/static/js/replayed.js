// The page of a replay, painted from a step. Of the view; imports course.js, dom.js, ledger.js, marks.js, motion.js,
// panels.js, queue.js, prefs.js, seats.js, stage.js and state.js.

import { plot } from "./course.js";
import { by, fill, make, morph, points, sign } from "./dom.js";
import { showLedger } from "./ledger.js";
import { Marks } from "./marks.js";
import { moving, remember, travel } from "./motion.js";
import { Panels } from "./panels.js";
import { prefs } from "./prefs.js";
import { PACES } from "./queue.js";
import { showSeats, sideName } from "./seats.js";
import { Stage } from "./stage.js";
import { TableState } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./types").WholeCourse} WholeCourse */
/** @typedef {import("./steps.js").Steps} Steps */
/** @typedef {import("./steps.js").Shown} Shown */

const THUMB = 11; // pixels from the end of the slider to the middle of its thumb there

/** Nobody plays here: nothing can be picked, nothing lies about. */
export const NOTHING = /** @type {import("./play.js").Play} */ (/** @type {unknown} */ ({
  question: null, walk: null, ghost: null, sent: "", ready: false, treeText: "", hovered: null, isLeftover: () => false,
}));

export class Replayed {
  /** @param {Record<string, string>} words */
  constructor(words) {
    this.words = words;
    this.root = by("table");
    this.ground = by("ground");
    this.rules = this.root.dataset["rules"] ?? "";
    this.total = Number(this.root.dataset["total"]);
    this.table = new TableState();
    this.stage = new Stage(NOTHING);
    this.tall = this.stage.tall;
    this.panels = new Panels((panel) => this.stage.zone(panel), (fragment) => this.marks.lift(fragment), handSign);
    this.stage.panels = this.panels;
    this.marks = new Marks(this.panels);
    /** Who wants to know all of it has been told. @type {WholeCourse | null} */
    this.whole = null;
    /** @type {Steps | null} */
    this.steps = null;
    new ResizeObserver(() => this.showPlot()).observe(by("plot"));
  }

  /** @param {Shown} shown */
  show({ state, at, eyes, news }) {
    this.table.state = state;
    const places = news.flatMap((entry) => entry.places);
    const before = news.length && moving() ? remember(this.panels, places) : null;
    this.root.dataset["n"] = this.root.dataset["at"] = String(at);
    this.root.dataset["as"] = eyes;
    this.root.classList.toggle("open-hands", eyes === "all");
    showSeats(state, null, this.words);
    this.panels.draw(state.panels);
    this.marks.show(this.table, NOTHING);
    by("hand").hidden = !by("hand").childElementCount;
    this.stage.fit();
    if (before) travel(this.panels, before, places, this.from(news), PACES[prefs.pace].glide);
    this.bring(places[0] ?? "");
    showLedger(state, null, this.rules, this.words);
    this.showLog(state, at);
    this.showMoment(state, at);
    this.showWays(at, eyes);
    this.showPlot();
  }

  /** Where what is new comes from. @param {Entry[]} news */
  from(news) {
    const seat = news.at(-1)?.seat;
    return document.querySelector(`#seats > li[data-seat="${seat}"] .sign`)?.getBoundingClientRect() ?? null;
  }

  /** On a small screen the board comes to where something happens. @param {string} place */
  bring(place) {
    const spot = this.tall.matches ? this.panels.at(place).find((element) => this.ground.contains(element)) : null;
    if (!spot) return;
    const { left, right, top, bottom } = spot.getBoundingClientRect();
    const frame = this.ground.getBoundingClientRect();
    if (left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom) return;
    spot.scrollIntoView({ block: "center", inline: "center" });
  }

  /** The moves that were looked at, each a way to come back to it. @param {State} state @param {number} at */
  showLog(state, at) {
    const items = state.log.map((entry) => make("li", {
      id: `log-${entry.n}`,
      class: ["entry move", entry.n === at ? "current" : "", entry.n > at ? "later" : ""].filter(Boolean).join(" "),
      "data-places": JSON.stringify(entry.n === at ? entry.places : []),
    },
      sign(state.seats[entry.seat ?? -1]?.shape ?? "disc", entry.seat ?? 0),
      make("a", { href: this.address(entry.n), "data-at": String(entry.n), "aria-current": entry.n === at ? "true" : null },
        make("span", { class: "number figures" }, String(entry.n)), " ", entry.words.join(" "))));
    morph(by("log"), items.length ? items : [make("li", { class: "nothing" }, this.words["begin"] ?? "")]);
    const current = by("log").querySelector(".current");
    const paper = by("paper-log");
    if (current && !paper.hidden && paper.offsetParent) {
      const frame = paper.getBoundingClientRect();
      const line = current.getBoundingClientRect();
      if (line.top < frame.top || line.bottom > frame.bottom) paper.scrollTop += line.top - frame.top - frame.height / 2;
    }
  }

  /** After which move we are, and what it was. @param {State} state @param {number} at */
  showMoment(state, at) {
    const count = (this.words["count"] ?? "").replace("{at}", String(at)).replace("{total}", String(this.total));
    by("count").textContent = count;
    const entry = state.log.find((each) => each.n === at);
    const ended = state.stopped ? make("strong", {}, ` ${state.stopped.words}`) : null;
    fill(by("now"), entry ? [sign(state.seats[entry.seat ?? -1]?.shape ?? "disc", entry.seat ?? 0), make("span", {}, entry.words.join(" "), ended)]
      : [make("span", {}, this.words["begin"] ?? "", ended)]);
    this.announce([count, ...(entry?.words ?? []), state.stopped?.words ?? ""].filter(Boolean).join(". "));
    const scrub = /** @type {HTMLInputElement} */ (by("scrub"));
    scrub.value = String(at);
    scrub.setAttribute("aria-valuetext", count);
  }

  /** Links lead where they would without scripts: they can be copied. @param {number} at @param {string} eyes */
  showWays(at, eyes) {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".stepping a"))) {
      const { at: to, by: step, go } = link.dataset;
      if (to) link.href = this.address(Number(to));
      if (step) link.href = this.address(Math.min(this.total, Math.max(0, at + Number(step))));
      if (go) link.href = `${this.address(at)}&go=${go}`;
      const still = (to && Number(to) === at) || (step && (at + Number(step) < 0 || at + Number(step) > this.total));
      if (still) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".eyes a"))) {
      link.href = `?at=${at}&as=${link.dataset["as"]}`;
      if (link.dataset["as"] === eyes) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    // What else is offered for this moment goes along with it.
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-moment]"))) {
      const address = new URL(link.href);
      address.searchParams.set("at", String(at));
      address.searchParams.set("as", eyes);
      link.href = address.pathname + address.search;
    }
  }

  /** @param {number} at */
  address(at) {
    return `?at=${at}&as=${this.root.dataset["as"]}`;
  }

  /** The points so far; all of them, if one wants to know. */
  showPlot() {
    const { steps, whole } = this;
    const { state } = this.table;
    const { clientWidth: width, clientHeight: height } = by("plot");
    if (!steps || !state || !width) return;
    const course = whole ? whole.course : steps.course.map((line) => [...line].slice(0, steps.furthest + 1));
    const look = { width, height, margin: THUMB, after: THUMB, total: this.total, turn: whole?.turning?.move ?? 0, at: steps.at };
    fill(by("plot"), [plot(state, course, look)]);
  }

  /** How it came out, for who wants to know; null: not any more. @param {WholeCourse | null} whole */
  showWhole(whole) {
    this.whole = whole;
    const { state } = this.table;
    for (const button of document.querySelectorAll('[data-does="whole"]')) {
      if (whole) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    by("outcome").hidden = !whole;
    if (whole && state) {
      const sides = whole.sides.map((side) => `${sideName(state, side.side)} ${points(side.points)}`).join(" · ");
      by("outcome").textContent = `${whole.words} ${sides}`;
      by("outcome").title = whole.turning?.words[0] ?? "";
      by("outcome").scrollIntoView({ block: "nearest" });
    }
    this.showPlot();
  }

  /** @param {"" | "loading" | "failed"} status */
  showStatus(status) {
    const box = by("loading");
    clearTimeout(this.slow);
    if (status === "failed") {
      fill(box, [make("span", { class: "bad" }, this.words["failed"] ?? ""), " ",
        make("button", { type: "button", "data-does": "retry" }, this.words["retry"] ?? "")]);
    } else if (status === "loading") {
      // What comes at once is not announced.
      this.slow = setTimeout(() => fill(box, [this.words["loading"] ?? ""]), 400);
    } else fill(box, []);
  }

  /** @type {number | undefined} */
  slow = undefined;

  /** @param {boolean} playing */
  showPlaying(playing) {
    const button = by("play");
    button.setAttribute("aria-pressed", String(playing));
    button.title = this.words[playing ? "pause" : "play"] ?? "";
  }

  /** Let a screen reader say something. @param {string} text */
  announce(text) {
    by("live").textContent = text.trim();
  }

  /** Mark places that a line speaks of. @param {string[]} places */
  pointOut(places) {
    if (JSON.stringify(places) === JSON.stringify(this.marks.spoken)) return;
    this.marks.spoken = places;
    this.marks.show(this.table, NOTHING);
  }

  /** Nothing is said here that could be missed. */
  showUnread() {}
}

const SHAPES = ["disc", "square", "triangle", "diamond"];

/** Of several hands each has the sign of whose it is. @param {import("./types").Panel} panel */
function handSign({ role, seat }) {
  return role === "hand" && seat !== null ? [make("span", { class: `hand-sign ${SHAPES[seat % 4]} of-${seat % 4}`, "aria-hidden": "true" })] : [];
}
