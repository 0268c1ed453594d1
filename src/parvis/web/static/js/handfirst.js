// A phone where a public screen shows the board: it is a hand first, and the board comes when it is asked for, or when
// one has to pick there. Of the view; imports dom.js.

import { by } from "./dom.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */

const PATIENCE = 20000; // milliseconds for which a screen may be away: it is loaded anew, or a game begins elsewhere

export class HandFirst {
  /** @param {MediaQueryList} small @param {() => void} changed the page is to be painted anew */
  constructor(small, changed) {
    this.small = small;
    this.changed = changed;
    this.root = by("table");
    this.button = by("look");
    /** Whether a public screen shows the table, or did just now. */
    this.shown = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** What was wished for at this question; null: what it needs. @type {"board" | "hand" | null} */
    this.wish = null;
    this.asked = "";
    this.button.addEventListener("click", () => {
      this.wish = this.root.classList.contains("board-open") ? "hand" : "board";
      changed();
    });
  }

  /** @param {State} state */
  follow(state) {
    if (state.screen) {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.shown = true;
    } else if (this.shown) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.shown = false;
        this.changed();
      }, PATIENCE);
    }
  }

  /** Before anything is measured on the board. @param {State} state @param {Play} play @param {Panels} panels */
  show(state, play, panels) {
    const on = this.shown && this.small.matches && state.seat !== null && !state.over;
    const asked = play.treeText + JSON.stringify(play.walk?.path ?? []);
    if (asked !== this.asked) this.wish = null;
    this.asked = asked;
    const { hand, ground } = wanted(play, panels);
    const open = this.wish === null ? ground && !hand : this.wish === "board";
    this.root.classList.toggle("hand-first", on);
    this.root.classList.toggle("board-open", on && open);
    // What is shown in place of the board is what the page is about.
    if (on && !open) by("hand").setAttribute("role", "main");
    else by("hand").removeAttribute("role");
    this.button.hidden = !on;
    this.button.setAttribute("aria-pressed", String(open));
    const asks = ground && !open;
    this.button.classList.toggle("asks", asks);
    const words = this.button.dataset[open ? "hand" : asks ? "asked" : "board"] ?? "";
    const label = /** @type {Element} */ (this.button.lastElementChild);
    if (label.textContent !== words) label.textContent = words;
  }
}

/** Where one can pick now, or where what was picked lies. @param {Play} play @param {Panels} panels */
function wanted(play, panels) {
  const { question, walk } = play;
  const turning = question?.kind === "cycle" || play.ready;
  const picks = turning ? walk?.path ?? [] : question?.kind === "pick" ? question.choices.filter((each) => !each.button).map((each) => each.pick) : [];
  const places = picks.flatMap((pick) => panels.at(pick));
  return { hand: !turning && places.some((place) => place.closest("#hand")), ground: places.some((place) => place.closest("#ground")) };
}
