// A table of one's own where anything can be tried: setting up or playing, from which seat one looks, the
// position as text. Of the actions; imports dom.js.

import { by, dialog } from "./dom.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./wire.js").Wire} Wire */

export class Trying {
  /** @param {Wire} wire @param {() => State | null} state @param {Record<string, string>} words */
  constructor(wire, state, words) {
    this.wire = wire;
    this.state = state;
    this.words = words;
    /** The text that was sent to be set up, until it is answered. */
    this.sent = "";
  }

  /** What is said first when the line was lost: where one was. @returns {object} */
  hello() {
    const trying = this.state()?.trying;
    return trying ? { position: trying.text, editing: trying.editing } : {};
  }

  listen() {
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-try]") : null;
      if (button instanceof HTMLElement) this.press(button);
    });
    by("try-seat").addEventListener("change", () => {
      this.wire.command("look", { seat: Number(/** @type {HTMLSelectElement} */ (by("try-seat")).value) });
    });
    by("try-setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.problem("");
      this.sent = this.wire.command("setup", { text: this.field.value.trim() });
    });
  }

  get field() {
    return /** @type {HTMLTextAreaElement} */ (by("try-text"));
  }

  /** @param {HTMLElement} button */
  press(button) {
    switch (button.dataset["try"]) {
      case "edit": return void this.wire.command("mode", { editing: true });
      case "play": return void this.wire.command("mode", { editing: false });
      case "open": return this.open();
      case "clear": return this.leave("clear", {});
      case "shuffle": return this.leave("shuffle", { moves: Number(/** @type {HTMLInputElement} */ (by("try-moves")).value) || 0 });
      case "copy": return this.copy(this.field.value, button);
      case "share": return this.copy(this.address(), button);
    }
  }

  open() {
    this.problem("");
    this.field.value = this.state()?.trying?.text ?? "";
    dialog("bench").showModal();
  }

  /** @param {string} type @param {object} body */
  leave(type, body) {
    this.wire.command(type, body);
    dialog("bench").close();
  }

  /** The address of what lies there now. */
  address() {
    return `${location.origin}${location.pathname}?position=${encodeURIComponent(this.state()?.trying?.text ?? "")}`;
  }

  /** @param {string} text @param {HTMLElement} button which says that it is done */
  copy(text, button) {
    const said = () => { /** @type {Element} */ (button.lastElementChild).textContent = this.words["copied"] ?? ""; };
    if (navigator.clipboard) return void navigator.clipboard.writeText(text).then(said);
    // At home, without https: by way of the field.
    const before = this.field.value;
    this.field.value = text;
    this.field.select();
    if (document.execCommand("copy")) said();
    this.field.value = before;
  }

  /** @param {string} words */
  problem(words) {
    by("try-problem").textContent = words;
    by("try-problem").hidden = !words;
    this.field.setAttribute("aria-invalid", String(Boolean(words)));
  }

  /** The server answered; whether it was what was set up here. @param {string} id @param {string} words why not */
  answered(id, words) {
    if (id !== this.sent) return false;
    this.sent = "";
    this.problem(words);
    if (!words) dialog("bench").close();
    else this.field.focus();
    return true;
  }

  /** A new state is shown. @param {State} state */
  follow(state) {
    const { trying } = state;
    if (!trying) return;
    by("table").classList.toggle("editing", trying.editing);
    for (const button of document.querySelectorAll(".modes [data-try]")) {
      const edits = /** @type {HTMLElement} */ (button).dataset["try"] === "edit";
      button.setAttribute("aria-pressed", String(edits === trying.editing));
    }
    const seats = /** @type {HTMLSelectElement} */ (by("try-seat"));
    if (seats.options.length !== state.seats.length) {
      seats.replaceChildren(...state.seats.map((seat) => new Option(seat.name, String(seat.seat))));
    }
    seats.value = String(state.seat ?? 0);
    /** @type {HTMLInputElement} */ (by("try-position")).value = trying.text;
    // Whoever loads the page again, or keeps its address, finds what lies there.
    history.replaceState(null, "", this.address());
  }
}
