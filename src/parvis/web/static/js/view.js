// The page, painted from what is known (state.js) and what is picked (play.js). Imports state.js and
// the other files of the view; never the actions, never the socket.

import { showAsked, showUndo, showWhy } from "./asked.js";
import { by, dialog, icon, make, sign } from "./dom.js";
import { focusFirst } from "./focus.js";
import { showChange, showLedger } from "./ledger.js";
import { showChat, showLog, showSince } from "./log.js";
import { Marks } from "./marks.js";
import { glide, moving } from "./motion.js";
import { Panels } from "./panels.js";
import { chime } from "./prefs.js";
import { showInvite, showResult, showSeats } from "./seats.js";
import { Stage } from "./stage.js";
import { announcement } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Panel} Panel */
/** @typedef {import("./state.js").TableState} TableState */
/** @typedef {import("./state.js").Change} Change */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./wire.js").Status} Status */

export class View {
  /** @param {TableState} table @param {Play} play @param {Record<string, string>} words */
  constructor(table, play, words) {
    this.table = table;
    this.play = play;
    this.words = words;
    this.root = by("table");
    this.ground = by("ground");
    this.rules = this.root.dataset["rules"] ?? "";
    this.stage = new Stage(play);
    /** Whether the screen is a phone's. */
    this.tall = this.stage.tall;
    this.panels = new Panels((panel) => this.stage.zone(panel), (fragment) => this.marks.lift(fragment), (panel) => this.pinFor(panel));
    this.stage.panels = this.panels;
    this.marks = new Marks(this.panels);
    /** Whether the focus is with the question, also while there is none. */
    this.attending = false;
    /** The state that log, chat and the like show. @type {State | null} */
    this.shownState = null;
    this.showing = false;
    this.again = false;
    /** The question shown last, to know when another one is. */
    this.lastQuestion = "";
  }

  /** What pins another player's area. @param {Panel} panel */
  pinFor({ role, seat }) {
    if (role !== "area" || seat === null) return [];
    const label = this.words["pin"] ?? "";
    return [make("button", { type: "button", class: "plain round pin", "data-pin": String(seat), "aria-pressed": "false", "aria-label": label, title: label }, icon("pin"))];
  }

  /** A new state came: paint it, and let people notice. @param {Change} change */
  follow(change) {
    const { next } = change;
    const before = change.moved && moving() ? this.panels.rects() : null;
    if (change.handedOn) this.drawCurtain(next);
    if (change.asksAnew) showWhy(this.table.why, this.rules, this.words);
    this.show();
    if (before) this.letGlide(before, next);
    const news = announcement(change, this.words["your_turn"] ?? "");
    if (news !== null) this.announce(news);
    if (change.myTurn) chime();
    if (change.ended && !dialog("result").open) dialog("result").show();
    if (change.lacksPlayers && !dialog("invite").open) dialog("invite").show();
    if (change.isComplete) dialog("invite").close();
  }

  /** Around one screen: the next one looks when the others look away. @param {State} state */
  drawCurtain(state) {
    const whose = state.seats[state.seat ?? 0];
    if (whose) by("curtain-name").replaceChildren(sign(whose.shape, whose.seat), whose.name);
    this.root.classList.add("curtained");
    if (!dialog("curtain").open) dialog("curtain").showModal();
  }

  /** What is new comes from who moved. @param {Map<string, DOMRect>} before @param {State} state */
  letGlide(before, state) {
    const seat = state.log.at(-1)?.seat ?? null;
    const from = seat === null ? null
      : document.querySelector(`#seats > li[data-seat="${seat}"] .sign`)?.getBoundingClientRect() ?? null;
    glide(this.panels, before, state.last, from);
  }

  /** Let a screen reader say something. @param {string} text */
  announce(text) {
    by("live").textContent = text.trim();
  }

  /** How the line is. @param {Status} status */
  showLine(status) {
    by("line").textContent = this.words[status] ?? "";
    this.root.dataset["line"] = status;
    if (status !== "on") by("hint").classList.remove("busy"); // its answer will not come
    if (status !== "gone" && status !== "barred") return;
    by("gone-title").textContent = this.words[status] ?? "";
    if (!dialog("gone").open) dialog("gone").showModal();
  }

  /** Show everything; what moving the focus asks for meanwhile is shown once more afterwards. */
  show() {
    if (this.showing) {
      this.again = true;
      return;
    }
    this.showing = true;
    try {
      this.showOnce();
      if (this.again) {
        this.again = false;
        this.showOnce();
      }
    } finally {
      this.showing = this.again = false;
    }
  }

  showOnce() {
    const { play, root, rules, words } = this;
    const { state } = this.table;
    if (!state) return;
    const focused = document.activeElement instanceof Element ? document.activeElement : null;
    if (focused && focused !== document.body) this.attending = Boolean(focused.closest("#ask, #answers, [data-reach]"));
    const ghost = play.ghost;

    root.dataset["n"] = String(state.n);
    root.dataset["mine"] = String(state.turn.mine);
    root.dataset["over"] = String(state.over);
    root.classList.toggle("ghostly", ghost !== null);
    root.classList.toggle("waits", play.sent !== "");
    showSeats(state, ghost, words);
    this.panels.draw(play.shown(state.panels));
    this.marks.show(this.table, play, focused);
    showAsked(state, play, this.panels, words);
    showChange(ghost, state, rules);
    showLedger(state, ghost, rules, words);
    if (state !== this.shownState) {
      this.shownState = state;
      this.showNews(state);
    }
    by("hand").hidden = !by("hand").childElementCount;
    root.classList.toggle("hand-idle", Boolean(state.tree) && !by("hand").querySelector(".is-legal, .is-picked"));
    this.stage.fit();
    this.stage.follow();
    this.keepFocus();
  }

  /** What changes with the state only, not with what is picked or pointed at. @param {State} state */
  showNews(state) {
    const { words } = this;
    showLog(state, words);
    showSince(state, words);
    showChat(state, words);
    this.showUndo();
    this.showInvite();
    if (state.over) showResult(state, words);
    this.showUnread();
    by("hint").hidden = !state.tree;
    by("practice").hidden = !state.practice;
    const watching = by("watching");
    watching.hidden = !state.watching;
    /** @type {Element} */ (watching.lastElementChild).textContent = String(state.watching);
    by("say").hidden = state.seat === null;
    const title = `${state.title} · Parvis`;
    document.title = state.turn.mine && !state.over ? `● ${words["your_turn"]} · ${title}` : title;
  }

  /** The focus follows the question, and waits where it is asked. */
  keepFocus() {
    const { play } = this;
    const question = play.question;
    const key = play.treeText + JSON.stringify(play.walk?.path ?? []);
    // Before the focus moves: moving it shows things again.
    const changed = key !== this.lastQuestion;
    this.lastQuestion = key;
    const now = document.activeElement;
    const lost = !now || now === document.body || now === by("ask");
    if (this.attending && (lost || changed)) {
      if (question || play.ready) focusFirst();
      else if (lost) by("ask").focus({ preventScroll: true });
    }
  }

  /** What is explained, and the places it speaks of. */
  showWhy() {
    showWhy(this.table.why, this.rules, this.words);
    this.marks.show(this.table, this.play);
  }

  /** Nothing is wrong, but the question is another one: say it again. */
  askAgain() {
    const ask = by("ask");
    this.announce(ask.textContent ?? "");
    ask.classList.remove("again");
    void ask.offsetWidth; // so that the same animation starts anew
    ask.classList.add("again");
  }

  /** Mark what a line of ledger or log speaks of. @param {string[]} places */
  pointOut(places) {
    this.marks.spoken = places;
    this.marks.show(this.table, this.play);
  }

  showUndo() {
    if (this.table.state) showUndo(this.table.state, this.words, this.table.warning);
  }

  showInvite() {
    if (this.table.state) showInvite(this.table.state, this.words, this.table.freeing);
  }

  showUnread() {
    if (!this.table.state) return;
    const open = !by("paper-chat").hidden && (!this.tall.matches || this.root.classList.contains("papers-open"));
    by("unread").hidden = !this.table.unread(open);
  }
}
