// Whatever one rests on explains itself: by mouse, by focus, by a long press, by a key. Of the actions;
// imports dom.js, explained.js, focus.js and prefs.js.

import { by } from "./dom.js";
import { enlarge, placeExplained, showExplained } from "./explained.js";
import { placeName } from "./focus.js";
import { prefs } from "./prefs.js";

/** @typedef {import("./types").Explained} Explained */
/** @typedef {import("./state.js").TableState} TableState */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./wire.js").Wire} Wire */
/** @typedef {"hover" | "focus" | "asked"} How why the card is there; what was asked for stays */

const REST = 650; // milliseconds on one thing before it explains itself
const LEAVING = 300; // to come from the thing to the card
const LONG = 500; // of a finger that does not move
const STILL = 9; // pixels

const coarse = matchMedia("(pointer: coarse)");

export class Explain {
  /** @param {TableState} table @param {Pick<View, "root" | "panels" | "rules" | "words" | "announce">} view
   * @param {Play} play @param {Pick<Wire, "question">} wire */
  constructor(table, view, play, wire) {
    this.table = table;
    this.view = view;
    this.play = play;
    this.wire = wire;
    /** What was answered, by place, while nothing has changed. @type {Map<string, Promise<Explained>>} */
    this.known = new Map();
    /** What the card is about. @type {{place: string, element: Element, how: How, pointed: {x: number, y: number} | null} | null} */
    this.about = null;
    /** What one rests on, and may soon want to know of. */
    this.resting = "";
    /** @type {number | undefined} */
    this.timer = undefined;
    /** The same of what has the focus. @type {number | undefined} */
    this.attending = undefined;
    /** @type {number | undefined} */
    this.leaving = undefined;
    /** Where the pointer was pressed last: what was just clicked does not explain itself. @type {{x: number, y: number} | null} */
    this.pressed = null;
    /** A long press was one: the click that ends it picks nothing. */
    this.swallow = false;
  }

  listen() {
    const { root } = this.view;
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerleave", () => this.rest("", null, null));
    root.addEventListener("pointerdown", (event) => this.press(event), true);
    root.addEventListener("pointerup", () => this.release(), true);
    root.addEventListener("pointercancel", () => this.release(), true);
    root.addEventListener("click", (event) => this.click(event), true);
    root.addEventListener("contextmenu", (event) => {
      if (this.swallow || (/** @type {PointerEvent} */ (event).pointerType === "touch" && placeOf(event.target))) event.preventDefault();
    });
    root.addEventListener("scroll", (event) => {
      if (event.target instanceof Element && this.about && event.target.contains(this.about.element)) this.hide();
    }, { capture: true, passive: true });
    const card = by("explained");
    card.addEventListener("pointerenter", () => clearTimeout(this.leaving));
    card.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch" && this.about?.how === "hover") this.leave();
    });
    card.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node) || !card.contains(event.relatedTarget)) this.hide();
    });
    card.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) this.hush();
    });
    document.addEventListener("focusin", (event) => this.focus(event));
  }

  /** A new state came: what was said may not be so any more. @param {import("./state.js").Change} change */
  follow(change) {
    this.known.clear();
    const { about } = this;
    if (!about) return;
    if (change.old?.seat !== change.next.seat) return this.hide(); // it was said to somebody else
    const element = about.element.isConnected ? about.element : this.view.panels.at(about.place)[0];
    if (element) void this.open(about.place, element, about.how, about.pointed);
    else this.hide();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { x, y } = event;
    if (event.pointerType === "touch") {
      if (this.pressed && Math.hypot(x - this.pressed.x, y - this.pressed.y) > STILL) this.drop();
      return;
    }
    if (event.buttons || !prefs.explain) return;
    if (this.pressed && Math.hypot(x - this.pressed.x, y - this.pressed.y) < STILL) return;
    this.pressed = null;
    const element = placeOf(event.target);
    this.rest(element?.dataset["place"] ?? "", element, { x, y });
  }

  /** The pointer rests on this, or on nothing. @param {string} place @param {Element | null} element
   * @param {{x: number, y: number} | null} pointed */
  rest(place, element, pointed) {
    if (place === this.resting) return;
    this.resting = place;
    clearTimeout(this.timer);
    if (this.about?.how === "hover") {
      if (this.about.place === place) clearTimeout(this.leaving);
      else this.leave();
    }
    if (!place || !element || this.about?.how === "asked") return;
    this.timer = setTimeout(() => {
      if (!document.body.classList.contains("dragging")) void this.open(place, element, "hover", pointed);
    }, REST);
  }

  leave() {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.hide(), LEAVING);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.swallow = false;
    clearTimeout(this.attending);
    clearTimeout(this.timer);
    this.hide();
    this.pressed = { x: event.x, y: event.y };
    if (event.pointerType !== "touch") return;
    const element = placeOf(event.target);
    if (!event.isPrimary) return this.drop(); // two fingers pinch
    if (!element) return;
    this.timer = setTimeout(() => {
      this.swallow = true;
      void this.open(element.dataset["place"] ?? "", element, "asked", { x: event.x, y: event.y });
    }, LONG);
  }

  /** The finger moves: it drags or scrolls, it does not ask. */
  drop() {
    clearTimeout(this.timer);
    this.pressed = null;
    if (this.swallow) this.hide();
    this.swallow = false;
  }

  release() {
    clearTimeout(this.timer);
    this.resting = "";
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.swallow) {
      this.swallow = false;
      this.play.isLeftover(1); // a tap right after it is a second one, and meant
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    // When nothing is asked of me, a click asks what this is.
    const element = placeOf(event.target);
    if (element && !this.play.walk) void this.open(element.dataset["place"] ?? "", element, "asked", event.detail ? event : null);
  }

  /** @param {FocusEvent} event */
  focus(event) {
    const element = event.target instanceof Element ? event.target : null;
    if (element?.closest("#explained")) return;
    clearTimeout(this.attending);
    if (this.about && !this.about.pointed && this.about.element !== element) this.hide(); // it came by key and goes by key
    if (!element?.matches("[data-reach]") || !element.matches(":focus-visible") || !prefs.explain) return;
    const place = placeName(element);
    if (!place) return;
    this.attending = setTimeout(() => {
      if (document.activeElement === element) void this.open(place, element, "focus", null);
    }, REST);
  }

  /** A key asks what has the focus is; once more, and the focus goes to the card. @param {Element | null} element */
  ask(element) {
    const place = placeName(element);
    if (!element || !place) return false;
    if (this.about?.place === place && !by("explained").hidden) {
      /** @type {HTMLElement | null} */ (by("explained").querySelector("a, button"))?.focus();
      return true;
    }
    void this.open(place, element, "asked", null).then(() => this.view.announce(by("explained").innerText));
    return true;
  }

  /** A thing that was clicked is not what is asked for, and no rule bars it: say what it is. @param {string} place */
  instead(place) {
    const element = this.view.panels.at(place)[0];
    if (element) void this.open(place, element, "asked", this.pressed);
  }

  /** Close the card, and give back the focus; whether there was one. */
  hush() {
    const { about } = this;
    if (!about) return false;
    const inside = by("explained").contains(document.activeElement);
    this.hide();
    if (inside && about.element instanceof SVGElement) about.element.focus();
    return true;
  }

  hide() {
    clearTimeout(this.leaving);
    this.about?.element.removeAttribute("aria-describedby");
    this.about = null;
    by("explained").hidden = true;
  }

  /** @param {string} place @param {Element} element @param {How} how @param {{x: number, y: number} | null} pointed */
  async open(place, element, how, pointed) {
    const { state } = this.table;
    if (!state || !place) return;
    const before = by("explained").hidden ? null : this.about;
    clearTimeout(this.leaving);
    const about = this.about = { place, element, how, pointed };
    let answer = this.known.get(place);
    if (!answer) {
      answer = /** @type {Promise<any>} */ (this.wire.question("explain", { place }));
      this.known.set(place, answer);
    }
    const said = await answer;
    if (this.about !== about) return;
    if (!said.name) {
      this.known.delete(place);
      return this.hide();
    }
    showExplained(said, place, state, this.change(place), this.view.rules, this.view.words);
    if (coarse.matches) enlarge(element);
    if (before?.element !== element) before?.element.removeAttribute("aria-describedby");
    element.setAttribute("aria-describedby", "explained");
    // What is said anew of the same thing stays where it is.
    if (before?.element !== element) placeExplained(element, pointed, how !== "hover");
  }

  /** The points that picking this would bring my side now, if they are known. @param {string} place */
  change(place) {
    const { play, table } = this;
    const ghost = play.hovered?.pick === place ? play.ghost : null;
    const mine = table.state?.seats.find((seat) => seat.mine && seat.seat === table.state?.seat)?.side;
    const points = (/** @type {import("./types").Side[] | undefined} */ sides) => sides?.find((side) => side.side === mine)?.points ?? 0;
    return ghost ? points(ghost.sides) - points(table.state?.sides) : null;
  }
}

/** The innermost place that an element belongs to. @param {EventTarget | null} target @returns {SVGElement | null} */
function placeOf(target) {
  return target instanceof Element ? target.closest("[data-place]") : null;
}
