// What people do, turned into commands and questions: buttons, dialogs, forms. Imports view and state;
// picks go through play.js, all else straight to the wire.

import { by, dialog } from "./dom.js";
import { prefs } from "./prefs.js";
import { play as sound } from "./sounds.js";
import { makesPractice } from "./state.js";

/** @typedef {import("./state.js").TableState} TableState */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./wire.js").Wire} Wire */

export class Actions {
  /** @param {TableState} table @param {View} view @param {Play} play @param {Wire} wire */
  constructor(table, view, play, wire) {
    this.table = table;
    this.view = view;
    this.play = play;
    this.wire = wire;
  }

  /** Listen to everything but what is done on the board itself. */
  listen() {
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const answers = button?.closest("#answers, #beside");
      if (button && !(answers && this.play.isLeftover(event.detail))) this.press(button);
      const menu = /** @type {HTMLDetailsElement} */ (by("menu"));
      if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") /** @type {HTMLDetailsElement} */ (by("menu")).open = false;
    });
    // Buttons of the question point at what they would bring, as places do.
    by("answers").addEventListener("pointerover", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const choice = this.play.offered(button?.dataset["pick"] ?? "");
      if (choice) this.play.hover(choice);
    });
    by("answers").addEventListener("pointerleave", () => this.play.hover(null));
    by("undo").addEventListener("click", () => this.takeBack(false));
    by("practice").addEventListener("click", () => this.note(by("practice").title));
    by("hint").addEventListener("click", () => this.askHint());
    by("show-invite").addEventListener("click", () => {
      if (dialog("invite").open) dialog("invite").close();
      else dialog("invite").showModal();
    });
    by("copy").addEventListener("click", () => this.copy(/** @type {HTMLInputElement} */ (by("join-address")), by("copy")));
    by("device-copy").addEventListener("click", () => this.copy(/** @type {HTMLInputElement} */ (by("device-address")), by("device-copy")));
    by("say").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (by("say-text"));
      const text = field.value.trim();
      if (text) this.wire.command("chat", { text });
      field.value = "";
    });
    this.listenToPrefs();
  }

  /** What this browser remembers. */
  listenToPrefs() {
    for (const name of /** @type {const} */ (["confirm", "sound", "explain", "remarks", "keys", "awake"])) {
      const box = /** @type {HTMLInputElement} */ (by(`pref-${name}`));
      box.checked = prefs[name];
      box.addEventListener("change", () => {
        prefs.set(name, box.checked);
        if (name === "sound") sound("turn");
        if (name === "remarks") this.wire.greet();
      });
    }
    const pace = /** @type {HTMLSelectElement} */ (by("pref-pace"));
    pace.value = prefs.pace;
    pace.addEventListener("change", () => prefs.setPace(pace.value));
  }

  /** Do what a button says it does. @param {HTMLButtonElement} button */
  press(button) {
    const { play, wire } = this;
    const pick = button.dataset["pick"];
    if (pick !== undefined && button.dataset["does"] === "choose") return play.choose(pick);
    if (pick !== undefined) return button.dataset["does"] === "deed" ? play.press(pick) : play.pick(pick);
    const seat = Number(button.dataset["seat"]);
    switch (button.dataset["does"]) {
      case "turn-left": return void play.turn(-1);
      case "turn-right": return void play.turn(1);
      case "confirm": return play.confirm();
      case "back": return void play.back();
      case "hush": return this.hush();
      case "follow-hint": return this.followHint();
      case "lift": return this.lift();
      case "take-back": return this.takeBack(false);
      case "vote-yes": return void wire.command("vote", { yes: true });
      case "vote-no": return void wire.command("vote", { yes: false });
      case "withdraw": return void wire.command("withdraw");
      case "practice-yes": return this.takeBack(true);
      case "practice-no": return this.warn(false);
      case "take": return void wire.command("take", { seat });
      case "free": return this.askToFree(this.table.freeing === seat ? null : seat);
      case "free-no": return this.askToFree(null);
      case "free-yes": return this.free(seat);
      case "hand_on": return this.askToHandOn(this.table.handing === seat ? null : seat);
      case "hand_on-no": return this.askToHandOn(null);
      case "hand_on-yes": case "host_take": return this.handOn(seat);
      case "resign": case "stop": case "close-table": return this.askToEnd(/** @type {"resign"} */ (button.dataset["does"]));
      case "ending-no": return this.askToEnd("");
      case "resign-yes": return this.endIt("resign");
      case "stop-yes": return this.end("stop", { yes: true });
      case "stop-no": return this.end("stop", { yes: false });
      case "close-table-yes": return this.endIt("close-table");
      case "bot_in": return void wire.command("bot_in", { seat });
      case "bot_out": return void wire.command("bot_out", { seat });
      case "close-round": return this.view.summary.hide();
      case "show-result": return this.showResult();
      case "show-how": return this.askHint();
      case "again": return void wire.command("undo");
      case "no-offer": return void button.closest(".offer")?.remove();
      case "keys": return dialog("keys").showModal();
      case "ease": return dialog("ease").showModal();
      case "close": return button.closest("dialog")?.close();
    }
  }

  /** Say something about places. @param {import("./state.js").Explained} why @param {string} [place] the one that was asked about */
  explain(why, place) {
    this.play.advise(null);
    this.table.explain(why, place);
    this.view.showWhy();
  }

  /** Say something that no rule says. @param {string} words @param {string[]} [places] */
  note(words, places = []) {
    this.explain({ words, clause: "", text: "", places });
  }

  /** Take back what was said about places. */
  hush() {
    this.play.advise(null);
    if (this.table.hush()) this.view.showWhy();
  }

  /** Let keys reach everything there is, or only what can be picked. */
  explore() {
    this.table.exploring = !this.table.exploring;
    if (this.table.exploring) this.view.announce(this.view.words["exploring"] ?? "");
    this.view.show();
  }

  /** Around one screen: the one whose turn it is has taken the device. */
  lift() {
    this.table.lifted = this.table.state?.curtain ?? null;
    this.wire.greet();
  }

  /** Take back; what makes the game practice is asked first. @param {boolean} aware */
  takeBack(aware) {
    const { state, warning } = this.table;
    if (state && makesPractice(state) && !aware) return this.warn(!warning);
    this.warn(false);
    this.wire.command("undo", aware ? { practice: true } : {});
  }

  /** @param {boolean} on */
  warn(on) {
    this.table.warning = on;
    this.view.showUndo();
    if (on) /** @type {HTMLElement | null} */ (document.querySelector('[data-does="practice-yes"]'))?.focus();
    else if (document.activeElement === document.body) by("undo").focus();
  }

  /** Somebody loses their seat: that is asked first. @param {number | null} seat */
  askToFree(seat) {
    const before = this.table.freeing;
    this.table.freeing = seat;
    this.view.showInvite();
    const [does, where] = seat === null ? ["free", before] : ["free-yes", seat];
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-does="${does}"][data-seat="${where}"]`))?.focus();
  }

  /** Open a seat again; a refusal is read at the table, so the list of people closes. @param {number} seat */
  free(seat) {
    this.table.freeing = null;
    this.view.showInvite();
    dialog("invite").close();
    this.wire.command("free", { seat });
  }

  /** Another becomes the host: that is asked first. @param {number | null} seat */
  askToHandOn(seat) {
    const before = this.table.handing;
    this.table.handing = seat;
    this.view.showInvite();
    const [does, where] = seat === null ? ["hand_on", before] : ["hand_on-yes", seat];
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-does="${does}"][data-seat="${where}"]`))?.focus();
  }

  /** @param {number} seat */
  handOn(seat) {
    this.table.handing = null;
    this.view.showInvite();
    dialog("invite").close();
    this.wire.command("host", { seat });
  }

  /** What ends the game is asked first, above the board. @param {"" | "resign" | "stop" | "close-table"} ending */
  askToEnd(ending) {
    this.table.confirming = ending;
    this.view.showEnding();
    /** @type {HTMLDetailsElement} */ (by("menu")).open = false;
    if (ending) /** @type {HTMLElement | null} */ (document.querySelector(`#ending [data-does="${ending}-yes"]`))?.focus();
    else by("ask").focus();
    if (ending && this.view.inWords.on) this.view.announce(by("ending").querySelector("p")?.textContent ?? "");
  }

  /** What was asked is meant. @param {"resign" | "stop" | "close-table"} ending */
  endIt(ending) {
    if (ending === "resign") this.end("resign", { seat: this.table.state?.seat });
    else if (ending === "stop") this.end("stop", { yes: true });
    else this.end("close");
  }

  /** @param {string} command @param {Record<string, unknown>} [parts] */
  end(command, parts = {}) {
    this.table.confirming = "";
    this.view.showEnding();
    this.wire.command(command, parts);
  }

  /** What is to be played, of the moves that what is picked so far belongs to? */
  askHint() {
    const n = this.table.state?.n;
    by("hint").classList.add("busy");
    void this.wire.question("hint", { picks: this.play.walk?.steps ?? [] }).then((answer) => {
      by("hint").classList.remove("busy");
      if (n !== this.table.state?.n) return;
      if (answer.type === "why") return this.explain(/** @type {any} */ (answer));
      const hint = /** @type {import("./types").Hint} */ (/** @type {unknown} */ (answer));
      if (!hint.says?.length) return;
      const words = hint.says.map((said) => said.words).join(" ");
      this.explain({ words, clause: "", text: "", places: hint.picks, hint });
      this.play.advise(hint.move);
      by("why").scrollIntoView({ block: "nearest" });
      this.view.seek(hint.picks.findLast((pick) => this.view.panels.at(pick).length) ?? "");
    });
  }

  /** Play what was advised. */
  followHint() {
    const hint = this.table.why?.hint;
    if (hint) this.play.lay(hint.picks, true);
  }

  /** @param {HTMLInputElement} field @param {HTMLElement} button which says that it is done */
  copy(field, button) {
    field.select();
    const said = () => { /** @type {Element} */ (button.lastElementChild).textContent = this.view.words["copied"] ?? ""; };
    // The clipboard is for https only; selecting and copying the old way works at home too.
    if (navigator.clipboard) void navigator.clipboard.writeText(field.value).then(said);
    else if (document.execCommand("copy")) said();
  }

  /** How the game came out, in a box that was closed. */
  showResult() {
    if (!dialog("result").open) dialog("result").show();
    by("result-title").focus();
  }

  /** By what they won, and when; asked for once the game is over. */
  askResult() {
    void this.wire.question("result").then((answer) => {
      if (answer.type === "result") this.view.showSources(/** @type {any} */ (answer));
    });
  }
}
