// The table in words, for who does not see it: what is asked as a list, what lies where, and what is said, once.
// Another view of the same page: question, points, log, chat and boxes are those of any table, in another
// order. Of the view; imports asked.js, braille.js, dom.js, prefs.js and seats.js.

import { gain } from "./asked.js";
import { wrapped } from "./braille.js";
import { by, make, morph, points, signed } from "./dom.js";
import { prefs } from "./prefs.js";
import { sideName } from "./seats.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Region} Region */
/** @typedef {import("./types").Preview} Preview */
/** @typedef {import("./types").Line} Line */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {Record<string, string>} Words */

const MOST_SAID = 60; // texts that stay to be read again
const BREATH = 40; // milliseconds in which what comes together is said together
const APART = 500; // and between two texts: a screen reader that is busy takes what comes sooner in any order
const MOST_LINES = 4; // of a preview that are said unasked
/** In which order one wants to know: what I hold, the ground, how it stands, stocks, the others. */
const TOPICS = ["hand", "board", "game", "supply", "seat"];
/** The parts of the page in the order in which they are read. */
const ORDER = [".top", "#command", "#asked", "#main", "#papers", ".seated", "#hand"];
/** What speaks by itself on the table with pictures; here one voice says everything. */
const VOICES = ["why", "round", "undo-asked", "ending", "remark-words", "turned", "lesson-says", "live"];

export class InWords {
  /** @param {HTMLElement} root @param {Play} play @param {Words} words */
  constructor(root, play, words) {
    this.root = root;
    this.play = play;
    this.words = words;
    this.on = false;
    /** The parts of the page as they stand on the table with pictures. */
    this.parts = [...root.children];
    /** @type {Region[]} */
    this.regions = [];
    /** What is about to be said, and how. @type {string[]} */
    this.unsaid = [];
    this.kind = "";
    /** @type {number | undefined} */
    this.breath = undefined;
    /** When something was said last. */
    this.spoke = -APART;
    /** The last question that was said. */
    this.heard = "";
    /** The last preview that was said, and of which move. */
    this.foretold = "";
    /** Signs that are read badly, and plain ones for them. @type {Record<string, string>} */
    this.signs = JSON.parse(by("signs").textContent ?? "{}");
    this.odd = new RegExp(`[${Object.keys(this.signs).join("")}]`, "gu");
    /** The buttons of the question, by their numbers. @type {{label: string, pick: string, does: string}[]} */
    this.listed = [];
  }

  /** Show the table in words, or in pictures. @param {boolean} on */
  turn(on) {
    this.on = on;
    this.root.classList.toggle("in-words", on);
    document.body.classList.toggle("in-words", on);
    this.root.append(...(on ? ORDER.flatMap((part) => [...this.root.querySelectorAll(`:scope > ${part}`)]) : this.parts));
    by("command").hidden = by("regions").hidden = by("choices").hidden = !on;
    for (const heading of this.root.querySelectorAll(".words-title")) /** @type {HTMLElement} */ (heading).hidden = !on;
    for (const voice of VOICES) {
      const element = document.getElementById(voice);
      if (on) element?.setAttribute("aria-live", "off");
      else if (voice === "remark-words" || voice === "turned" || voice === "live") element?.setAttribute("aria-live", "polite");
      else element?.removeAttribute("aria-live");
    }
    // Papers lie on top of each other there, below each other here.
    for (const paper of this.root.querySelectorAll(".paper")) paper.setAttribute("role", on ? "region" : "tabpanel");
    for (const link of document.querySelectorAll("[data-does=in-words]")) {
      link.lastChild?.replaceWith(this.words[on ? "with_pictures" : "in_words"] ?? "");
    }
  }

  /** In signs of a keyboard and short lines, for braille, if one wants. @param {string} text */
  plain(text) {
    return prefs.plain ? wrapped(text.replace(this.odd, (sign) => this.signs[sign] ?? sign), prefs.cells) : text;
  }

  /** Say something, once; it can be read again. What is said at one moment is one text: a screen reader may take
   * several that come together in any order. @param {string | string[]} told @param {string} [kind] */
  say(told, kind = "") {
    const lines = (Array.isArray(told) ? told : [told]).map((line) => this.plain(line.trim())).filter(Boolean);
    if (!lines.length) return;
    if (kind === "preview" && this.kind === kind) this.unsaid = []; // one has gone on to another choice
    this.unsaid.push(...lines);
    this.kind = this.unsaid.length === lines.length ? kind : "";
    by("spoken").dataset["unsaid"] = "true";
    clearTimeout(this.breath);
    this.breath = setTimeout(() => this.speak(), Math.max(BREATH, this.spoke + APART - performance.now()));
  }

  speak() {
    clearTimeout(this.breath);
    delete by("spoken").dataset["unsaid"];
    if (!this.unsaid.length) return;
    this.write(make("p", this.kind ? { class: this.kind } : {}, this.unsaid.join("\n")));
    this.spoke = performance.now();
    this.unsaid = [];
    this.kind = "";
  }

  /** What was typed, for who looks; who typed it has heard it. @param {string} line */
  echo(line) {
    this.speak();
    this.write(make("p", { class: "typed", "aria-hidden": "true" }, `> ${line}`));
  }

  /** @param {HTMLElement} line */
  write(line) {
    const list = by("spoken");
    list.append(line);
    while (list.childElementCount > MOST_SAID) list.firstElementChild?.remove();
    list.scrollTop = list.scrollHeight;
  }

  /** What was said to the one before, and what they saw. */
  forget() {
    this.unsaid = [];
    this.speak();
    by("spoken").replaceChildren();
    by("choices").replaceChildren();
    this.describe([]);
    this.listed = [];
    this.heard = "";
  }

  /** What can be done now, and what is new about it. @param {State} state @param {Marks} marks @param {boolean} told
   * whether what is asked is being said anyway */
  show(state, marks, told) {
    if (!this.on) return;
    this.listed = this.list(state, marks);
    morph(by("choices"), this.listed.map(({ label, pick, does }, i) => make("li", {}, make("button", {
      type: "button", "data-reach": true, ...(pick ? { "data-pick": pick } : {}), "data-does": does, ...(does === "confirm" ? { class: "act" } : {}),
    }, make("span", { class: "number figures" }, `${i + 1}.`), " ", make("span", {}, this.plain(`${i + 1}. ${label}`).slice(`${i + 1}. `.length))))));
    if (this.play.sent) return;
    const asked = by("ask").textContent ?? "";
    if (asked !== this.heard && !told) this.say(asked);
    this.heard = asked;
    const { ghost, wanted } = this.play;
    if (wanted === null) this.foretold = "";
    if (!ghost) return;
    const brief = this.brief(state, ghost);
    if (this.foretold !== `${wanted} ${brief}`) this.say(brief, "preview");
    this.foretold = `${wanted} ${brief}`;
  }

  /** @param {State} state @param {Marks} marks */
  list(state, marks) {
    const { play, words } = this;
    const question = play.question;
    const back = play.begun ? [{ label: words["cancel"] ?? "", pick: "", does: "back" }] : [];
    if (play.ready) {
      const points = gain(state, play.ghost);
      const verb = play.walk?.does || (words["confirm"] ?? "");
      return [{ label: points ? `${verb}, ${signed(points)}` : verb, pick: "", does: "confirm" }, ...back];
    }
    const choices = [...question?.choices ?? []].sort((a, b) => Number(a.quiet ?? false) - Number(b.quiet ?? false));
    return [...choices.map((each) => ({ label: marks.label(each) || each.does || each.pick, pick: each.pick, does: "choose" })), ...back];
  }

  /** What is asked, and what can be answered. @returns {string[]} */
  question() {
    return [by("ask").textContent ?? "", ...this.listed.map(({ label }, i) => `${i + 1}. ${label}`)];
  }

  /** What a move would bring, in short. @param {State} state @param {Preview} preview */
  brief(state, preview) {
    const lines = this.changes(state, preview).slice(0, MOST_LINES);
    return [this.brings(state, preview), ...lines, ...(preview.unlocks ?? []).map((each) => each.replace(/(?<![.!?])$/u, "."))].join(" ");
  }

  /** What a move would bring, all of it. @param {State} state @param {Preview} preview @returns {string[]} */
  whole(state, preview) {
    return [this.brings(state, preview), ...this.changes(state, preview), ...(preview.says ?? []), ...(preview.unlocks ?? [])];
  }

  /** @param {State} state @param {Preview} preview */
  brings(state, preview) {
    const points = gain(state, preview);
    return points ? (this.words["brings"] ?? "").replace("{points}", signed(points)) : this.words["brings_nothing"] ?? "";
  }

  /** The lines of the ledger that would come and go. @param {State} state @param {Preview} preview */
  changes(state, { ledger }) {
    const told = (/** @type {Line} */ line, /** @type {number} */ by) =>
      `${sideName(state, line.side)}, ${line.status === "open" ? `${points(line.low)}…${points(line.high)}` : signed(by * line.points)}, ${line.words} (${line.clause}).`;
    const came = ledger.came.map((line) => told(line, 1));
    return [...came, ...ledger.went.filter((line) => line.points && !ledger.came.some((each) => each.clause === line.clause && each.side === line.side)).map((line) => told(line, -1))];
  }

  /** All points, and where they come from. @param {State} state @returns {string[]} */
  scores(state) {
    return state.sides.flatMap((side) => [
      `${sideName(state, side.side)}, ${points(side.points)}`,
      ...state.ledger.filter((line) => line.side === side.side).map((line) =>
        `- ${line.status === "open" ? `${points(line.low)}…${points(line.high)}` : signed(line.points)}, ${line.words} (${line.clause})`),
    ]);
  }

  /** The table as the server tells it. @param {Region[]} regions */
  describe(regions) {
    this.regions = [...regions].sort((a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic));
    morph(by("regions"), this.regions.map((region) => make("section", { id: `region-${region.id}`, "data-topic": region.topic, "aria-labelledby": `title-${region.id}` },
      make("h2", { id: `title-${region.id}` }, this.plain(region.title)),
      make("ul", {}, ...region.things.map(({ words, places = [] }) => make("li", {}, places[0]
        ? make("button", { type: "button", class: "thing", "data-around": places[0] }, this.plain(words)) : make("span", { class: "thing" }, this.plain(words))))))));
  }

  /** The parts of the table that speak of something. @param {string[]} topics none: all @returns {string[]} */
  told(topics) {
    return this.regions.filter((region) => !topics.length || topics.includes(region.topic))
      .flatMap((region) => [region.title, ...region.things.map(({ words }) => `- ${words}`)]);
  }
}

/** Whether this page is to show the table in words: by its address, which is remembered, or as it was before. */
export function startsInWords() {
  const mode = new URLSearchParams(location.search).get("mode");
  if (mode !== null) prefs.set("words", mode === "text");
  return prefs.words;
}
