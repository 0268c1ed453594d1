// What can be reached by key, and where the focus stands and goes. Of the view; imports geometry.js.

import { middle, nearest } from "./geometry.js";

/** @typedef {import("./geometry.js").Direction} Direction */

/** Where one began to go up or down, so that on staggered rows one comes back to the same column.
 * @type {{at: Element, upright: boolean, goal: {x: number, y: number}} | null} */
let course = null;

/** The place or button that something reachable stands for; "" if it stands for none.
 * @param {Element | null} element @returns {string} */
export function placeName(element) {
  const own = /** @type {HTMLElement | null} */ (element?.closest("[data-for]") ?? null);
  const place = /** @type {HTMLElement | null} */ (element?.closest("[data-place]") ?? null);
  return own?.dataset["for"] ?? place?.dataset["place"] ?? "";
}

/** What can be reached now, in reading order. @returns {HTMLElement[]} */
export function reach() {
  const found = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-reach]")]);
  const at = new Map(found.map((element) => [element, element.getBoundingClientRect()]));
  return found.filter((element) => /** @type {DOMRect} */ (at.get(element)).width).sort((a, b) => {
    const p = /** @type {DOMRect} */ (at.get(a));
    const q = /** @type {DOMRect} */ (at.get(b));
    const line = Math.min(p.height, q.height) / 2;
    return Math.abs(p.y - q.y) > line ? p.y - q.y : p.x - q.x;
  });
}

let led = false;

/** Whether the page moves the focus now, and nobody points at anything by it. */
export function focusIsLed() {
  return led;
}

/** What an arrow leads to from here: what lies nearest in its direction. At the end of a line left and right
 * go on with the line before or after; at the first and the last thing they stay, nothing goes round.
 * @param {HTMLElement | null} here @param {Direction} direction @returns {HTMLElement | null} */
export function toward(here, direction) {
  const all = reach();
  const now = here ? all.indexOf(here) : -1;
  if (!here || now < 0) return all[0] ?? null;
  const boxes = all.map((element) => element.getBoundingClientRect());
  const upright = direction === "up" || direction === "down";
  const goal = course?.at === here && course.upright === upright ? course.goal : middle(/** @type {DOMRect} */ (boxes[now]));
  const beyond = nearest(boxes, now, direction, goal);
  const next = all[beyond >= 0 ? beyond : upright ? -1 : now + (direction === "right" ? 1 : -1)] ?? null;
  course = next && { at: next, upright, goal: beyond >= 0 ? goal : middle(next.getBoundingClientRect()) };
  return next;
}

/** Give something the focus, and make it the one place that Tab comes to. @param {HTMLElement} element */
export function focusOn(element) {
  rove(element);
  element.focus();
}

/** The first thing to reach, for when a new question is asked. */
export function focusFirst() {
  const all = reach();
  const first = all.find(placeName) ?? all[0];
  if (!first) return;
  rove(first);
  led = true;
  first.focus({ preventScroll: false });
  led = false;
}

/** Make this the one place that Tab comes to. @param {HTMLElement} element */
export function rove(element) {
  for (const other of document.querySelectorAll("svg [data-reach]")) other.setAttribute("tabindex", "-1");
  if (placeName(element)) element.setAttribute("tabindex", "0");
}
