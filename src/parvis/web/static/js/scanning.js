// Playing with two keys: one goes through all that can be done now, the other does it; or with one, where the
// page goes on by itself at a set pace. Of the actions; imports dom.js, focus.js and prefs.js.

import { by } from "./dom.js";
import { focusOn, placeName, reach } from "./focus.js";
import { prefs } from "./prefs.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {HTMLElement[]} Stop one thing, or several that are gone through when they are chosen */

const MANY = 9; // answers beyond which one goes through them by groups
const LOOKED = 250; // milliseconds after which the frame is put where its thing has moved to
const PRESSED = "button, a[href], summary, input[type=checkbox], select";
/** What can be done beside the answers, in this order. */
const BESIDE = ["#nudges", "#undo-asked", "#why", "#round", "#told", "#lesson", ".bench", "#after", "#offer", ".tools", ".top"];

export class Scanning {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** Where one is: how far, and at what; other things may come and go meanwhile. */
    this.at = -1;
    /** @type {Stop | null} */
    this.now = null;
    /** The group that one is in. @type {Stop | null} */
    this.inside = null;
    /** What was asked when one began. */
    this.asked = "";
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.look = undefined;
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
      this.begin();
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

  /** Begin anew. @param {Stop | null} [inside] in a group */
  begin(inside = null) {
    this.inside = inside;
    this.now = null;
    this.at = -1;
  }

  /** Go on to what comes next. @returns {void} */
  next() {
    const stops = this.stops();
    const known = stops.findIndex(([first]) => first === this.now?.[0]);
    const at = (known >= 0 ? known : Math.min(this.at, stops.length - 1)) + 1;
    if (this.inside && at >= stops.length) {
      const group = this.inside;
      this.begin(); // through the group: on with what comes after it
      this.now = group;
      return this.next();
    }
    this.at = stops.length ? at % stops.length : -1;
    this.now = stops[this.at] ?? null;
    if (this.now?.[0]) focusOn(this.now[0]); // of several things, the first
    this.show();
  }

  choose() {
    const stop = this.now;
    if (!stop?.every((each) => each.checkVisibility())) return this.next();
    const [only] = stop;
    this.begin(stop.length > 1 ? stop : null);
    if (!only || this.inside) return this.next();
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
    clearTimeout(this.look);
    const over = this.over();
    const now = prefs.twoKeys ? (this.now ?? []).filter((each) => !over || over.contains(each)) : [];
    const boxes = now.map((each) => each.getBoundingClientRect()).filter((box) => box.width);
    const frame = by("scan");
    frame.hidden = !boxes.length;
    if (!boxes.length) return;
    const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
    frame.style.left = `${left - 6}px`;
    frame.style.top = `${top - 6}px`;
    frame.style.width = `${Math.max(...boxes.map((box) => box.right)) - left + 12}px`;
    frame.style.height = `${Math.max(...boxes.map((box) => box.bottom)) - top + 12}px`;
    // A dialog lies above all that is not in it.
    const home = over instanceof HTMLDialogElement ? over : document.body;
    if (frame.parentElement !== home) home.append(frame);
    // What makes things move does not always say so: a window that turns, a picture that comes.
    this.look = setTimeout(() => this.show(), LOOKED);
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
  return /** @type {HTMLElement[]} */ ([...part.querySelectorAll(PRESSED)]).filter((each) => !each.matches(":disabled") && each.checkVisibility());
}

/** Many things by groups that are next to each other. @param {HTMLElement[]} all @returns {Stop[]} */
function groups(all) {
  if (all.length <= MANY) return all.map((each) => [each]);
  const size = Math.ceil(Math.sqrt(all.length));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
