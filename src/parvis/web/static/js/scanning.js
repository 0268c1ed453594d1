// Playing with two keys: one goes through all that can be done now, the other does it; or with one, where the
// page goes on by itself at a set pace. Of the actions; imports dom.js, focus.js and prefs.js.

import { by } from "./dom.js";
import { focusOn, placeName, reach } from "./focus.js";
import { prefs } from "./prefs.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {HTMLElement[]} Stop one thing, or several that are gone through when they are chosen */

const MANY = 9; // answers beyond which one goes through them by groups
const PRESSED = "button, a[href], summary, input[type=checkbox], select";
/** What can be done beside the answers, in this order. */
const BESIDE = ["#nudges", "#undo-asked", "#why", "#round", "#told", "#lesson", ".bench", "#after", "#offer", ".tools", ".top"];

export class Scanning {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.at = -1;
    /** The group that one is in. @type {Stop | null} */
    this.inside = null;
    /** What was asked when one began. */
    this.asked = "";
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  listen() {
    // Before anything else of the page: these two keys mean nothing else then.
    addEventListener("keydown", (event) => {
      if (!prefs.twoKeys || event.ctrlKey || event.metaKey || event.altKey || by("ease").dataset["setting"]) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest("input:not([type=checkbox]), textarea")) return;
      const next = event.key === prefs.nextKey;
      if (!next && event.key !== prefs.chooseKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.repeat) return;
      if (next) this.next();
      else this.choose();
      this.goOnByItself();
    }, true);
    for (const type of ["scroll", "resize"]) addEventListener(type, () => this.show(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.goOnByItself());
  }

  /** What is asked has changed, or may have. */
  follow() {
    const asked = this.play.treeText + JSON.stringify(this.play.walk?.steps ?? []) + String(this.play.sent !== "");
    if (asked !== this.asked) {
      this.asked = asked;
      this.at = -1;
      this.inside = null;
    }
    this.show();
    this.goOnByItself();
  }

  /** What one goes through now. @returns {Stop[]} */
  stops() {
    if (this.inside) return this.inside.filter((each) => each.isConnected).map((each) => [each]);
    const over = this.over();
    if (over) return pressable(over).map((each) => [each]);
    const answers = reach().filter((each) => !each.closest("[data-seat] .areas"));
    const turns = [...pressable(by("answers"))].filter((each) => !answers.includes(each));
    const others = BESIDE.flatMap((part) => [...document.querySelectorAll(part)]).flatMap(pressable);
    return [...groups(answers), ...[...turns, ...new Set(others)].map((each) => [each])];
  }

  /** What lies over the table, if something does. @returns {Element | null} */
  over() {
    const curtain = by("curtain");
    if (!curtain.hidden) return curtain;
    return document.querySelector("dialog[open]") ?? document.querySelector("#menu[open]");
  }

  /** Go on to what comes next. @returns {void} */
  next() {
    const stops = this.stops();
    if (!stops.length) {
      this.inside = null;
      this.at = -1;
    } else if (this.inside && this.at + 1 >= stops.length) {
      this.inside = null; // through the group: on with the next one
      this.at = -1;
      return this.next();
    } else this.at = (this.at + 1) % stops.length;
    const stop = this.stops()[this.at];
    const [first] = stop ?? [];
    if (first && stop?.length === 1) focusOn(first);
    else first?.scrollIntoView({ block: "nearest" });
    this.show();
  }

  choose() {
    const stop = this.stops()[this.at];
    if (!stop) return this.next();
    const [only] = stop;
    if (!only || stop.length > 1) {
      this.inside = stop;
      this.at = -1;
      return this.next();
    }
    this.at = -1;
    this.inside = null;
    const place = only.closest("svg") ? placeName(only) : "";
    if (place) this.play.pick(place);
    else if (only instanceof HTMLSelectElement) {
      only.selectedIndex = (only.selectedIndex + 1) % only.options.length;
      only.dispatchEvent(new Event("change", { bubbles: true }));
    } else only.click();
    this.show();
  }

  /** The frame around what would be chosen. */
  show() {
    const stop = prefs.twoKeys ? this.stops()[this.at] : undefined;
    const frame = by("scan");
    frame.hidden = !stop?.length;
    if (!stop?.length) return;
    const boxes = stop.map((each) => each.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
    frame.style.left = `${left - 6}px`;
    frame.style.top = `${top - 6}px`;
    frame.style.width = `${Math.max(...boxes.map((box) => box.right)) - left + 12}px`;
    frame.style.height = `${Math.max(...boxes.map((box) => box.bottom)) - top + 12}px`;
    // A dialog lies above all that is not in it.
    const over = this.over();
    (over instanceof HTMLDialogElement ? over : document.body).append(frame);
  }

  /** With one key: go on after a while, as long as something is asked or one has begun. */
  goOnByItself() {
    clearTimeout(this.timer);
    if (!prefs.twoKeys || !prefs.scanPace || document.hidden || by("ease").dataset["setting"]) return;
    if (this.at < 0 && !this.over() && !this.play.question && !this.play.ready) return;
    this.timer = setTimeout(() => {
      this.next();
      this.goOnByItself();
    }, 1000 * prefs.scanPace);
  }
}

/** The buttons and the like in something that can be seen and pressed. @param {Element} part @returns {HTMLElement[]} */
function pressable(part) {
  return /** @type {HTMLElement[]} */ ([...part.querySelectorAll(PRESSED)]).filter((each) => !each.matches(":disabled") && each.getClientRects().length);
}

/** Many things by groups that are next to each other. @param {HTMLElement[]} all @returns {Stop[]} */
function groups(all) {
  if (all.length <= MANY) return all.map((each) => [each]);
  const size = Math.ceil(Math.sqrt(all.length));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
