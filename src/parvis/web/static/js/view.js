// The page, painted from what is known (state.js) and what is picked (play.js). Imports state.js and
// the other files of the view; never the actions, never the socket.

import { showAsked, showUndo, showWhy } from "./asked.js";
import { showBeside } from "./beside.js";
import { forgetWhatWasSaid, showCurtain } from "./curtain.js";
import { showOwnLink } from "./device.js";
import { by, dialog, icon, make } from "./dom.js";
import { focusFirst } from "./focus.js";
import { HandFirst } from "./handfirst.js";
import { showHeld } from "./held.js";
import { InWords } from "./inwords.js";
import { clings } from "./jumps.js";
import { showChange, showLedger } from "./ledger.js";
import { showLesson, showRemark } from "./lesson.js";
import { placeTold, showChat, showLog, showSince, showTold } from "./log.js";
import { Marks } from "./marks.js";
import { moving, remember, travel } from "./motion.js";
import { Panels } from "./panels.js";
import { prefs } from "./prefs.js";
import { newMoves, PACES } from "./queue.js";
import { showAfter, showResult, showSources } from "./result.js";
import { showEnding } from "./ending.js";
import { showInvite, showSeats } from "./seats.js";
import { showClocks, showTiming } from "./timer.js";
import { play as sound, soundOf } from "./sounds.js";
import { Stage } from "./stage.js";
import { announcement } from "./state.js";
import { roundInWords, Summary } from "./summary.js";

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
    this.handFirst = new HandFirst(this.tall, () => {
      this.stage.followed = ""; // where one may pick on the board was not to be seen
      this.show();
    });
    this.marks = new Marks(this.panels);
    /** Whether the focus is with the question, also while there is none. */
    this.attending = false;
    /** The state that log, chat and the like show. @type {State | null} */
    this.shownState = null;
    this.showing = false;
    this.again = false;
    /** The question shown last, to know when another one is. */
    this.lastQuestion = "";
    this.summary = new Summary();
    /** The same table for who does not see it. */
    this.inWords = new InWords(this.root, play, words);
    /** Whether what is asked is about to be said with what happened. */
    this.telling = false;
    /** Where an advised move goes, to be brought into view. */
    this.sought = "";
    /** Whether the result is shown as soon as the last move has been seen. */
    this.ending = false;
  }

  /** What pins another player's area. @param {Panel} panel */
  pinFor({ role, seat }) {
    if (role !== "area" || seat === null) return [];
    const label = this.words["pin"] ?? "";
    return [make("button", { type: "button", class: "plain round pin", "data-pin": String(seat), "aria-pressed": "false", "aria-label": label, title: label }, icon("pin"))];
  }

  /** A new state is shown: paint it, and let people notice.
   * @param {Change} change @param {import("./queue.js").Step} step */
  follow(change, step) {
    const { next } = change;
    const entries = step.whole ? [] : newMoves(change.old, next);
    const places = entries.flatMap((entry) => entry.places);
    const before = change.moved && moving() && !step.skipped ? remember(this.panels, places) : null;
    const hidden = showCurtain(next, this.words);
    if (hidden || change.old?.curtain != null) this.inWords.forget();
    if (hidden) forgetWhatWasSaid();
    if (change.asksAnew) showWhy(this.table.why, this.rules, this.words);
    this.handFirst.follow(next);
    const news = announcement(change, `${this.words["your_turn"] ?? ""}.`);
    this.telling = news !== null;
    this.show();
    this.telling = false;
    if (before) travel(this.panels, before, places, this.mover(next, entries), PACES[prefs.pace].glide);
    const judged = next.lesson && next.lesson.state !== "asked" && next.lesson.state !== change.old?.lesson?.state;
    if (judged) this.bring(next.last.find((place) => this.panels.at(place).length) ?? "");
    if (next.lesson?.state === "asked" && change.old?.lesson?.state !== "asked") this.teach(next.lesson.places);
    if (!next.lesson) this.summary.follow(next, entries, this.words);
    if (news !== null && !hidden) this.announce(news);
    if (this.inWords.on) this.sayWhatStands(change, entries);
    sound(soundOf(change, entries));
    this.ending ||= change.ended || (change.old === null && next.over);
    // What ended by no move is not told by one.
    if (next.stopped && !this.root.classList.contains("telling")) this.finish();
    if (change.lacksPlayers && !hidden && !next.screen && change.old?.curtain == null && !dialog("invite").open) dialog("invite").show();
    if (change.isComplete) dialog("invite").close();
  }

  /** Where what is new comes from: who moved, if it was not me. @param {State} state
   * @param {import("./types").Entry[]} entries */
  mover(state, entries) {
    const seat = entries.at(-1)?.seat ?? null;
    if (seat === null || state.held.includes(seat)) return null;
    return document.querySelector(`#seats > li[data-seat="${seat}"] .sign`)?.getBoundingClientRect() ?? null;
  }

  /** Say what is being told, and mark it. @param {import("./types").Entry[]} entries @param {number} waiting */
  tell(entries, waiting) {
    showTold(this.table.state, entries, waiting);
    const places = entries.flatMap((entry) => entry.places);
    if (entries.length && !this.tall.matches) {
      placeTold(places.flatMap((place) => this.panels.at(place)), [...this.ground.querySelectorAll(":scope > .panel > svg")]);
    }
    this.root.classList.toggle("telling", entries.length > 0);
    if (!entries.length) this.finish();
    this.bring(places[0] ?? "");
    this.stage.peek(places);
  }

  /** On a small screen the board comes to where something happens, unless that is seen already. @param {string} place */
  bring(place) {
    const spot = this.tall.matches ? this.onBoard(place) : null;
    if (!spot || this.sees(spot)) return;
    spot.scrollIntoView({ block: "center", inline: "center" }); // the ground's scroll padding keeps it off a row at its lower edge
  }

  /** Where a place is on the board. @param {string} place */
  onBoard(place) {
    return this.panels.at(place).find((element) => this.ground.contains(element)) ?? null;
  }

  /** Whether all of it is in view. @param {Element} spot */
  sees(spot) {
    const { left, right, top, bottom } = spot.getBoundingClientRect();
    const frame = this.ground.getBoundingClientRect();
    return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom - this.covered(spot);
  }

  /** How much of the board a row that can be picked from covers: it sticks to the lower edge. @param {Element} spot */
  covered(spot) {
    const row = [...this.ground.querySelectorAll(":scope > .panel.row")]
      .find((each) => !each.contains(spot) && clings(each));
    return row ? Math.max(0, this.ground.getBoundingClientRect().bottom - row.getBoundingClientRect().top) : 0;
  }

  /** On a small screen a step shows some of what it speaks of, without leaving the part where it is answered. @param {string[]} places */
  teach(places) {
    const asks = this.ground.querySelector(".is-legal") !== null;
    const spots = places.filter((place) => {
      const panel = this.onBoard(place)?.closest(".panel");
      return panel && (!asks || panel.querySelector(".is-legal"));
    });
    if (!spots.some((place) => this.sees(/** @type {Element} */ (this.onBoard(place))))) this.bring(spots[0] ?? "");
  }

  /** Bring into view where an advised move goes, once what it would bring is drawn: that takes room. @param {string} place */
  seek(place) {
    this.sought = place;
    this.showSought();
  }

  showSought() {
    if (!this.sought || (this.play.advised !== null && !this.play.ghost)) return;
    this.bring(this.sought);
    this.sought = "";
  }

  /** The last move has been seen: show how the game came out. */
  finish() {
    if (this.ending && !dialog("result").open) dialog("result").show();
    this.ending = false;
  }

  /** @param {import("./types").Result} result */
  showSources(result) {
    if (this.table.state) showSources(this.table.state, result, this.rules, this.words);
  }

  /** In words one voice says what stands in boxes elsewhere. @param {Change} change @param {import("./types").Entry[]} entries */
  sayWhatStands({ old, next }, entries) {
    const { inWords } = this;
    const lesson = next.lesson?.state !== old?.lesson?.state ? next.lesson?.says ?? [] : [];
    inWords.say(lesson);
    if (next.remark && next.remark.words !== old?.remark?.words) inWords.say(next.remark.words);
    if (entries.some((entry) => entry.ends === "round") && !by("round").hidden) {
      inWords.say(roundInWords(by("round")));
    }
    if (next.undo.asked && !old?.undo.asked) inWords.say([...by("undo-asked").querySelectorAll("p")].map(wordsOf));
    if (next.stopping && !old?.stopping) inWords.say([...by("ending").querySelectorAll("p")].map(wordsOf));
    if (next.again && !old?.again) inWords.say([...by("after").querySelectorAll(".asked-again p")].map(wordsOf));
    const newest = old?.chat.at(-1)?.n ?? (old ? -1 : Infinity);
    inWords.say(next.chat.filter((line) => line.n > newest).map((line) => (this.words["says"] ?? "").replace("{name}", line.name).replace("{text}", () => line.text)));
  }

  /** Let a screen reader say something. @param {string} text */
  announce(text) {
    if (this.inWords.on) return this.inWords.say(text);
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
    if (focused && focused !== document.body) this.attending = Boolean(focused.closest("#ask, #answers, #beside, [data-reach]"));
    const ghost = play.ghost;

    root.dataset["n"] = String(state.n);
    root.dataset["mine"] = String(state.turn.mine);
    root.dataset["over"] = String(state.over);
    root.classList.toggle("ghostly", ghost !== null);
    root.classList.toggle("waits", play.sent !== "");
    root.classList.toggle("begun", play.begun);
    showSeats(state, ghost, words);
    showClocks(state, words);
    this.panels.draw(play.shown(state.panels));
    this.handFirst.show(state, play, this.panels);
    this.marks.show(this.table, play, focused);
    showHeld(play, this.panels);
    showAsked(state, play, this.marks, words);
    showChange(ghost, state, rules);
    showLedger(state, ghost, rules, words);
    if (play.sent || play.walk?.picked.length) this.summary.hide();
    if (state !== this.shownState) {
      this.shownState = state;
      this.showNews(state);
    }
    this.inWords.show(state, this.marks, this.telling);
    if (this.inWords.on) return this.keepFocus();
    by("hand").hidden = !by("hand").childElementCount;
    this.stage.foldHand();
    this.stage.fit();
    this.stage.follow();
    this.showSought();
    showBeside(state, play, this.panels, words);
    this.keepFocus();
  }

  /** What changes with the state only, not with what is picked or pointed at. @param {State} state */
  showNews(state) {
    const { words } = this;
    showLog(state, words);
    showSince(state, words);
    showChat(state, words);
    showRemark(state, this.rules);
    showLesson(state, this.rules);
    this.showUndo();
    this.showEnding();
    this.showInvite();
    showTiming(state);
    showOwnLink(state);
    if (state.over) showResult(state, words);
    showAfter(state, words);
    this.showUnread();
    by("hint").hidden = !state.tree;
    by("practice").hidden = !state.practice;
    const watching = by("watching");
    watching.hidden = !state.watching;
    /** @type {Element} */ (watching.lastElementChild).textContent = String(state.watching);
    by("say").hidden = state.seat === null;
    const title = `${state.title} · Parvis`;
    const mine = state.turn.mine && !state.over;
    document.title = mine ? `● ${words["your_turn"]} · ${title}` : title;
    const tab = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    const picture = tab?.dataset[mine ? "turn" : "plain"];
    if (tab && picture && tab.getAttribute("href") !== picture) tab.href = picture;
  }

  /** The focus follows the question, and waits where it is asked. */
  keepFocus() {
    const { play } = this;
    const question = play.question;
    const key = play.treeText + JSON.stringify(play.walk?.steps ?? []);
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
    const { why } = this.table;
    showWhy(why, this.rules, this.words);
    this.marks.show(this.table, this.play);
    if (why?.hint && this.inWords.on) return this.inWords.say([...why.hint.says.map((said) => `${said.words} ${said.clause}`.trim()), this.words["follow_hint_typed"] ?? ""]);
    if (why && this.inWords.on) this.inWords.say([[why.words ?? "", why.clause].filter(Boolean).join(" "), ...(why.clause ? why.places.map((place) => this.panels.label(place)) : [])]);
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

  showEnding() {
    if (this.table.state) showEnding(this.table.state, this.table.confirming, this.words);
  }

  showInvite() {
    if (this.table.state) showInvite(this.table.state, this.words, this.table.freeing, this.table.handing);
  }

  showUnread() {
    if (!this.table.state) return;
    const open = !by("paper-chat").hidden && (!this.tall.matches || this.root.classList.contains("papers-open"));
    by("unread").hidden = !this.table.unread(open);
  }
}

/** What an element says, its parts apart. @param {Element} element */
function wordsOf(element) {
  return [...element.childNodes].map((each) => each.textContent?.trim()).filter(Boolean).join(" ");
}
