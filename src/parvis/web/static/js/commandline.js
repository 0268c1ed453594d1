// The line in which one types at the table in words: moves, numbers, commands; with completion. Of the actions;
// imports dom.js, ending.js, prefs.js and typed.js.

import { by, dialog, make, morph } from "./dom.js";
import { endings } from "./ending.js";
import { prefs } from "./prefs.js";
import { beginning, COMMANDS, pathTo, understand, wordsFor } from "./typed.js";

/** @typedef {import("./types").Around} Around */
/** @typedef {import("./types").Explained} Explained */
/** @typedef {import("./types").Reading} Reading */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./wire.js").Wire} Wire */
/** @typedef {import("./actions.js").Actions} Actions */

const PATIENCE = 120; // milliseconds after a letter before moves are looked up
const MOST = 8; // things to complete to
const LATELY = 10; // entries of the log that are told

/** What a command asks of the table. @type {Partial<Record<import("./typed.js").Command, string[]>>} */
const PARTS = { hand: ["hand"], board: ["board"], supply: ["game", "supply"], others: ["seat"], table: [] };
/** Keys that ask, where the table is in words. @type {Record<string, import("./typed.js").Command>} */
export const ASKING = { q: "question", h: "hand", b: "board", p: "score", o: "others", l: "log" };

export class CommandLine {
  /** @param {View} view @param {Play} play @param {Wire} wire @param {Actions} actions */
  constructor(view, play, wire, actions) {
    this.view = view;
    this.play = play;
    this.wire = wire;
    this.actions = actions;
    this.text = view.inWords;
    this.field = /** @type {HTMLInputElement} */ (by("typed"));
    /** What one can complete to. @type {{text: string, words: string}[]} */
    this.offers = [];
    this.chosen = -1;
    this.typing = 0;
    /** A description is on its way. */
    this.asked = false;
    this.stale = false;
    /** @type {number | undefined} */
    this.patience = undefined;
  }

  listen() {
    by("command-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const offer = this.offers[this.chosen];
      const line = offer ? offer.text : this.field.value;
      this.field.value = "";
      this.close();
      if (line.trim()) {
        this.text.echo(line.trim());
        void this.do(line);
      }
    });
    this.field.addEventListener("input", () => this.complete());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => this.close());
    by("completions").addEventListener("pointerdown", (event) => {
      event.preventDefault(); // the focus stays in the line
      const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
      if (!option) return;
      this.field.value = this.offers[Number(option.id.slice(9))]?.text ?? "";
      this.close();
    });
    by("regions").addEventListener("click", (event) => {
      const thing = event.target instanceof Element ? event.target.closest("[data-around]") : null;
      if (thing) void this.around(/** @type {HTMLElement} */ (thing).dataset["around"] ?? "", true);
    });
    // What the focus rests on tells what it would bring; of a way round, that way.
    by("choices").addEventListener("focusin", (event) => {
      const pick = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("[data-pick]"))?.dataset["pick"] : "";
      if (pick) this.play.turnTo(pick);
    });
    for (const link of document.querySelectorAll("[data-does=in-words]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.turn(!this.text.on);
      });
    }
  }

  /** Show the table in words or in pictures, and remember it. @param {boolean} on */
  turn(on) {
    prefs.set("words", on);
    const address = new URL(location.href);
    if (address.searchParams.has("mode")) {
      address.searchParams.delete("mode");
      history.replaceState(history.state, "", address);
    }
    this.text.turn(on);
    this.view.show();
    /** @type {HTMLDetailsElement} */ (by("menu")).open = false;
    if (!on) return by("ask").focus({ preventScroll: true });
    scrollTo(0, 0);
    this.text.say(this.view.words["in_words_on"] ?? "");
    by("ask").focus();
    this.follow();
  }

  /** A state is shown: the table is told anew, one question at a time. */
  follow() {
    if (!this.text.on) return;
    if (this.asked) {
      this.stale = true;
      return;
    }
    this.asked = true;
    void this.wire.question("describe").then((answer) => {
      this.asked = false;
      // Behind a curtain nothing is told.
      this.text.describe(answer.type === "describe" ? /** @type {any} */ (answer).regions : []);
      if (this.stale) {
        this.stale = false;
        this.follow();
      }
    });
  }

  /** The line is there again: what was asked before will not be answered. */
  anew() {
    this.asked = this.stale = false;
  }

  // Completing.

  complete() {
    clearTimeout(this.patience);
    const line = this.field.value;
    const typing = ++this.typing;
    const { words } = this.view;
    const commands = line.trim() ? beginning(line, words).map((each) => ({ text: wordsFor(each, words)[0] ?? each, words: words[`help_${each}`] ?? "" })) : [];
    this.offer(commands);
    if (!line.trim() || !this.play.walk) return;
    this.patience = setTimeout(() => {
      void this.wire.question("read", { text: line.trim() }).then((answer) => {
        if (typing !== this.typing || answer.type !== "read") return;
        this.offer([.../** @type {Reading} */ (/** @type {any} */ (answer)).completions, ...commands]);
      });
    }, PATIENCE);
  }

  /** @param {{text: string, words: string}[]} offers */
  offer(offers) {
    this.offers = offers.slice(0, MOST);
    this.chosen = -1;
    this.showOffers();
  }

  close() {
    clearTimeout(this.patience);
    this.typing++;
    this.offer([]);
  }

  showOffers() {
    const open = this.offers.length > 0;
    by("completions").hidden = !open;
    morph(by("completions"), this.offers.map(({ text, words }, i) => make("li", { id: `complete-${i}`, role: "option", "aria-selected": String(i === this.chosen) },
      make("b", {}, text), " ", make("span", { class: "soft" }, words))));
    this.field.setAttribute("aria-expanded", String(open));
    if (this.chosen >= 0) this.field.setAttribute("aria-activedescendant", `complete-${this.chosen}`);
    else this.field.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const count = this.offers.length;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosen = (this.chosen + step + count + (this.chosen < 0 && step < 0 ? 1 : 0)) % count;
      this.showOffers();
    } else if (event.key === "ArrowRight" && this.chosen >= 0) {
      this.field.value = this.offers[this.chosen]?.text ?? "";
      this.close();
    } else if (event.key === "Escape" && count) this.close();
    else if (event.key === "Escape") this.play.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Doing.

  /** @param {string} line */
  async do(line) {
    const typed = understand(line, this.view.words, this.text.listed.length);
    if (!typed) return;
    if ("number" in typed) return this.choose(typed.number);
    if ("command" in typed) return this.command(typed.command, typed.rest);
    return this.move(typed.move);
  }

  /** @param {number} number of the list */
  choose(number) {
    const listed = this.text.listed[number - 1];
    if (!listed) return false;
    if (listed.does === "confirm") this.play.confirm();
    else if (listed.does === "back") this.play.back();
    else this.play.choose(listed.pick);
    return true;
  }

  /** @param {string} text a move in notation, or what one of the choices is called */
  async move(text) {
    const { play } = this;
    const named = this.text.listed.findIndex(({ label, pick }) => [label, pick].some((each) => each.toLowerCase() === text.toLowerCase()));
    if (named >= 0) return void this.choose(named + 1);
    const move = await this.read(text);
    if (move === null) return this.unknown(text);
    const path = pathTo(play.walk?.tree ?? [], move);
    if (path) return play.lay(path);
    await this.foresee(move);
  }

  /** @param {string} text @returns {Promise<number | null>} */
  async read(text) {
    if (!this.play.walk || this.play.sent) return null;
    const answer = await this.wire.question("read", { text });
    return answer.type === "read" ? /** @type {any} */ (answer).move : null;
  }

  /** @param {string} text */
  unknown(text) {
    const key = this.play.walk ? "unknown" : "unknown_now";
    this.text.say((this.view.words[key] ?? "").replace("{typed}", () => text), "bad");
  }

  /** What a move would bring, or what bars it. @param {number} move */
  async foresee(move) {
    const { state } = this.view.table;
    const answer = await this.wire.question("preview", { move, words: true });
    if (answer.type === "preview" && state) this.text.say(this.text.whole(state, /** @type {any} */ (answer)));
    else if (answer["words"]) this.actions.explain(/** @type {any} */ (answer));
  }

  /** @param {import("./typed.js").Command} command @param {string} rest */
  async command(command, rest) {
    const { text, play, actions } = this;
    const { words, table } = this.view;
    const { state } = table;
    if (!state) return;
    switch (command) {
      case "help": return text.say([words["help_moves"] ?? "", ...COMMANDS.map((each) => `${wordsFor(each, words)[0]}, ${words[`help_${each}`]}`)]);
      case "question": return text.say(text.question());
      case "score": return text.say(text.scores(state));
      case "log": return text.say(state.log.slice(-LATELY).map((entry) => entry.words.join(" ")));
      case "around": return this.around(rest);
      case "why": return this.why(rest);
      case "preview": return this.preview(rest);
      case "yes": return this.answer(true);
      case "no": return this.answer(false);
      case "back": return void (play.back() || this.notNow());
      case "undo": return this.undo();
      case "hint": return state.tree ? actions.askHint() : this.notNow();
      case "stop": case "resign": return endings(state)[command] ? actions.askToEnd(command) : this.notNow();
      case "again": return this.again(state);
      case "say": return void (rest && state.seat !== null ? this.wire.command("chat", { text: rest }) : this.notNow());
      case "rules": return this.rules(rest);
      case "result": return state.over ? actions.showResult() : this.notNow();
      case "people": return dialog("invite").open ? undefined : dialog("invite").showModal();
      case "pictures": return this.turn(false);
      default: return text.say(text.told(PARTS[command] ?? []));
    }
  }

  notNow() {
    this.text.say(this.view.words["not_now"] ?? "", "bad");
  }

  /** Yes or no to whatever is asked: a warning, ending the game, taking back, the move in hand. @param {boolean} yes */
  answer(yes) {
    const { table } = this.view;
    const { undo, stopping } = table.state ?? {};
    if (table.warning) return yes ? this.actions.takeBack(true) : this.actions.warn(false);
    if (table.confirming) return yes ? this.actions.endIt(table.confirming) : this.actions.askToEnd("");
    if (undo?.asked?.vote) return void this.wire.command("vote", { yes });
    if (stopping?.vote || (stopping?.mine && !yes)) return this.actions.end("stop", { yes });
    if (undo?.asked?.mine && !yes) return void this.wire.command("withdraw");
    if (this.play.ready) return yes ? this.play.confirm() : void this.play.back();
    if (yes && table.why?.hint) return this.actions.followHint();
    if (this.play.begun && !yes) return void this.play.back();
    this.notNow();
  }

  /** The next game of the same people: made, or come to where another has made it. @param {import("./types").State} state */
  again(state) {
    const way = /** @type {HTMLElement | null} */ (by("after").querySelector(state.again ? ".asked-again a" : "form.again:not([hidden]) button"));
    if (state.over && way) way.click();
    else this.notNow();
  }

  undo() {
    const { undo } = /** @type {import("./types").State} */ (this.view.table.state);
    if (undo.asked?.mine) return void this.wire.command("withdraw");
    if (!undo.can) return this.notNow();
    this.actions.takeBack(false);
  }

  /** @param {string} text */
  async preview(text) {
    const { play } = this;
    const { state } = this.view.table;
    if (!text && play.ghost && state) return this.text.say(this.text.whole(state, play.ghost));
    const pick = this.text.listed[Number(text) - 1]?.pick;
    const move = pick ? play.walk?.after(pick).outcome ?? null : await this.read(text);
    if (move === null) return text ? this.unknown(text) : this.text.say(this.view.words["help_preview"] ?? "", "bad");
    await this.foresee(move);
  }

  /** Why a place, a move or a choice is not possible; of what is, what it would bring. @param {string} text */
  async why(text) {
    const move = text ? await this.read(text) : null;
    if (move !== null) return this.foresee(move);
    const found = await this.find(text);
    if (!found?.place) return text ? this.unknown(text) : this.text.say(this.view.words["help_why"] ?? "", "bad");
    if (this.text.listed.some(({ pick }) => pick === found.place)) return this.text.say((this.view.words["possible"] ?? "").replace("{name}", found.name));
    this.play.why(found.place);
  }

  /** @param {string} text @returns {Promise<Around | null>} */
  async find(text) {
    const pick = this.text.listed[Number(text) - 1]?.pick ?? text;
    const answer = pick ? await this.wire.question("around", { place: pick }) : null;
    return answer?.type === "around" ? /** @type {any} */ (answer) : null;
  }

  /** What something is, what lies around it and what one can do there. @param {string} text
   * @param {boolean} [reasons] say, too, why it cannot be chosen */
  async around(text, reasons = false) {
    const found = await this.find(text);
    if (!found?.place) return text ? this.unknown(text) : this.text.say(this.view.words["help_around"] ?? "", "bad");
    const about = /** @type {Explained} */ (/** @type {any} */ (await this.wire.question("explain", { place: found.place })));
    const also = found.also?.length ? [(this.view.words["also"] ?? "").replace("{places}", () => (found.also ?? []).join("; "))] : [];
    const clauses = (about.clauses ?? []).map(({ number, title }) => `${number} ${title}`).join("; ");
    this.text.say([found.name, ...found.says, ...(about.says ?? []), clauses, ...also]);
    if (reasons && this.play.walk && !this.play.walk.offer(found.place)) this.play.why(found.place);
  }

  /** @param {string} clause */
  rules(clause) {
    const link = make("a", { href: `${this.view.rules}${clause ? `#${clause.toUpperCase()}` : ""}`, target: "_blank", hidden: true });
    by("command").append(link);
    link.click();
    link.remove();
  }
}
