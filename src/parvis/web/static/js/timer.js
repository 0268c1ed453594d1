// The clocks beside the seats and names, painted when what they tell is another. Of the view; imports clocks.js
// and dom.js.

import { isStill, nextChange, passed, secondsLeft, told } from "./clocks.js";
import { by, make } from "./dom.js";

/** @typedef {import("./types").State} State */
/** @typedef {Record<string, string>} Words */

let timer = 0;

/** @param {State} state @param {Words} words */
export function showClocks(state, words) {
  clearTimeout(timer);
  const { clocks } = state;
  const language = document.documentElement.lang;
  const after = clocks ? passed(clocks, Date.now()) : 0;
  for (const seat of state.seats) {
    const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`.clock[data-seat="${seat.seat}"]`));
    const left = clocks ? secondsLeft(clocks, seat.seat, after) : null;
    for (const place of places) place.hidden = left === null;
    if (left === null || !clocks) continue;
    const runs = clocks.running === seat.seat;
    const up = runs && left <= 0;
    const still = runs && !up && isStill(clocks, after);
    const short = up ? words["time_up"] ?? "" : still ? `☾ ${amount(left, language, "short")}` : amount(left, language, "short");
    const long = up ? words["time_up"] ?? ""
      : [(words["time_left"] ?? "").replace("{time}", amount(left, language, "long")), ...(still ? [words["time_still"] ?? ""] : [])].join(", ");
    for (const place of places) {
      place.classList.toggle("runs", runs && !still);
      place.classList.toggle("close", runs && !up && told(left).unit === "second");
      place.classList.toggle("up", up);
      // Who listens is told when they come to it, not every second.
      fillClock(place, short, long);
    }
  }
  if (!clocks) return;
  const wait = nextChange(clocks, after);
  if (wait < Infinity) timer = window.setTimeout(() => showClocks(state, words), Math.max(100, 1000 * wait));
}

/** Where a seat's time is to be told, empty yet. @param {number} seat */
export function clockOf(seat) {
  return make("span", { class: "clock figures", "data-seat": String(seat), hidden: true },
    make("span", { "aria-hidden": "true" }), make("span", { class: "unseen" }));
}

/** @param {HTMLElement} place @param {string} short @param {string} long */
function fillClock(place, short, long) {
  const [seen, said] = /** @type {HTMLElement[]} */ ([...place.children]);
  if (seen && seen.textContent !== short) seen.textContent = short;
  if (said && said.textContent !== long) said.textContent = long;
  if (place.title !== long) place.title = long;
}

/** A while in the reader's language. @param {number} seconds @param {string} language @param {"short" | "long"} display */
function amount(seconds, language, display) {
  const { unit, count } = told(seconds);
  const write = (/** @type {string} */ each, /** @type {number} */ value) =>
    new Intl.NumberFormat(language, { style: "unit", unit: each, unitDisplay: display }).format(value);
  if (unit !== "second") return write(unit, count);
  const minutes = Math.floor(count / 60), rest = count % 60;
  if (display === "short") return `${minutes}:${String(rest).padStart(2, "0")}`;
  return minutes ? write("minute", minutes) : write("second", rest);
}

/** What was agreed on time, in the list of people. @param {State} state */
export function showTiming(state) {
  const box = by("timing");
  const words = state.clocks?.words ?? [];
  box.hidden = !words.length;
  /** @type {Element} */ (box.lastElementChild).replaceChildren(...words.map((each) => {
    const item = document.createElement("li");
    item.textContent = each;
    return item;
  }));
}
