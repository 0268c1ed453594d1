// Mouse, pen and finger: point, click, drag, turn with the wheel. Of the actions; imports dom.js.

import { pictureOf } from "./dom.js";

/** @typedef {import("./play.js").Play} Play */

const SLACK = 7; // pixels before a press becomes a drag
const REACH = 24; // pixels that a finger may be beside what it means
const LARGE = 36; // what is as large as that is hit if it is meant

/** The place that an element belongs to. Places may lie within places: the innermost that can be
 * picked now, or that could have been before; if there is none, the innermost.
 * @param {EventTarget | null} target @param {Play} play @returns {SVGGraphicsElement | null} */
function placeOf(target, play) {
  /** @type {SVGGraphicsElement[]} */
  const all = [];
  for (let at = target instanceof Element ? target.closest("[data-place]") : null; at;
    at = at.parentElement?.closest("[data-place]") ?? null) all.push(/** @type {any} */ (at));
  const now = play.question?.choices ?? [];
  return all.find((each) => now.some((choice) => choice.pick === nameOf(each)))
    ?? all.find((each) => play.walk?.offer(nameOf(each))) ?? all[0] ?? null;
}

/** @param {Element} element @returns {string} */
function nameOf(element) {
  return /** @type {SVGElement} */ (element).dataset["place"] ?? "";
}

/** @param {DOMRect} rect @param {PointerEvent} event */
function inside(rect, event) {
  return event.clientX >= rect.left && event.clientX <= rect.right
    && event.clientY >= rect.top && event.clientY <= rect.bottom;
}

/** What a finger means: what lies under it, whatever the browser took it for; if that is nothing, or small
 * and cannot be picked, the nearest that can. @param {PointerEvent} event @param {Play} play @returns {string} */
function beneath(event, play) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  if (!under?.closest("#ground, #hand")) return "";
  const hit = placeOf(under, play);
  const rect = hit?.getBoundingClientRect();
  if (hit && (play.walk?.offer(nameOf(hit)) || (rect && Math.min(rect.width, rect.height) >= LARGE))) return nameOf(hit);
  let best = hit ? nameOf(hit) : "";
  let least = REACH;
  for (const element of play.question?.kind === "pick" ? document.querySelectorAll(".panel .is-legal") : []) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const far = Math.hypot(Math.max(left - event.clientX, 0, event.clientX - right), Math.max(top - event.clientY, 0, event.clientY - bottom));
    if (far >= least) continue;
    least = far;
    best = nameOf(element);
  }
  return best;
}

/** @param {HTMLElement} root @param {Play} play */
export function listenToPointer(root, play) {
  /** What the pointer is over. It is held by its rectangle, because a ghost may be drawn there.
   * @type {{place: string, rect: DOMRect} | null} */
  let over = null;
  /** @type {{id: number, place: string, x: number, y: number, element: Element,
   *   ghost: HTMLElement | null, picked: boolean} | null} */
  let press = null;
  let dragged = false;

  /** @param {PointerEvent} event */
  function look(event) {
    if (event.pointerType === "touch") return;
    if (over && inside(over.rect, event)) {
      const now = placeOf(event.target, play);
      if (!now || nameOf(now) === over.place) return;
      const offered = play.offered(nameOf(now));
      if (play.ghost && !offered) return; // the ghost itself lies under the pointer
    }
    const element = placeOf(event.target, play);
    const place = element ? nameOf(element) : "";
    if (over?.place === place) return;
    over = element && place ? { place, rect: element.getBoundingClientRect() } : null;
    play.hover(place ? play.offered(place) : null);
  }

  root.addEventListener("pointermove", (event) => {
    if (press && event.pointerId === press.id) drag(event);
    else look(event);
  });
  root.addEventListener("pointerleave", () => {
    over = null;
    if (!press) play.hover(null);
  });

  root.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const element = placeOf(event.target, play);
    if (!element) return;
    press = { id: event.pointerId, place: nameOf(element), x: event.clientX, y: event.clientY,
      element, ghost: null, picked: false };
  });

  /** @param {PointerEvent} event */
  function drag(event) {
    if (!press) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (!press.ghost) {
      if (!far || !press.element.classList.contains("is-draggable")) return;
      press.ghost = lift(press.element);
      press.picked = Boolean(play.walk?.held.some((each) => each.pick === press?.place));
      root.setPointerCapture(press.id);
      dragged = true;
      const offer = play.walk?.offer(press.place);
      if (!press.picked && offer && (offer.ahead || offer.choice.then !== undefined)) play.pick(press.place);
      document.body.classList.add("dragging");
    }
    press.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    const target = under(event);
    const choice = target ? play.offered(nameOf(target)) : null;
    if (choice !== play.hovered) play.hover(choice);
  }

  /** @param {PointerEvent} event @returns {Element | null} */
  function under(event) {
    return placeOf(document.elementFromPoint(event.clientX, event.clientY), play);
  }

  root.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { ghost, place } = press;
    press = null;
    if (!ghost) return;
    ghost.remove();
    document.body.classList.remove("dragging");
    const target = under(event);
    const name = target ? nameOf(target) : "";
    const whole = play.walk?.offer(place);
    if (whole && !whole.ahead && whole.choice.then === undefined && whole.depth === (play.walk?.picked.length ?? 0)) {
      // One thing is the whole move: dropping it on the table plays it.
      const zone = document.elementFromPoint(event.clientX, event.clientY)?.closest("#ground");
      if (zone) play.pick(place);
    } else if (play.question?.kind === "cycle" && play.walk?.picked.at(-1)?.pick === name) {
      // It lies there already, since it can lie nowhere else; it is still to be turned.
    } else if (name && name !== place) play.pick(name);
    else if (name !== place) play.back();
  });
  root.addEventListener("pointercancel", () => {
    press?.ghost?.remove();
    press = null;
    document.body.classList.remove("dragging");
  });

  root.addEventListener("click", (event) => {
    if (dragged) {
      dragged = false;
      return;
    }
    if (event.target instanceof Element && event.target.closest("button")) return; // it may lie over a place
    // Keys make clicks too: those are for the element itself.
    const held = over && event.detail && inside(over.rect, /** @type {PointerEvent} */ (event)) ? over.place : "";
    const element = placeOf(event.target, play);
    const touched = /** @type {PointerEvent} */ (event).pointerType === "touch" ? beneath(/** @type {PointerEvent} */ (event), play) : "";
    const place = held || touched || (element ? nameOf(element) : "");
    if (place && play.isLeftover(event.detail)) return;
    if (place) play.pick(place, event.detail > 1);
    else if (event.target instanceof Element && event.target.closest("#ground") && play.question?.kind !== "cycle") {
      play.handlers.quiet();
    }
  });

  root.addEventListener("wheel", (event) => {
    if (event.ctrlKey || !event.deltaY) return;
    if (play.turn(event.deltaY > 0 ? 1 : -1)) event.preventDefault();
  }, { passive: false });
}

/** A copy of a thing that follows the pointer. @param {Element} element @returns {HTMLElement} */
function lift(element) {
  const rect = element.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "lifted";
  ghost.style.width = `${rect.width}px`;
  ghost.style.height = `${rect.height}px`;
  ghost.append(pictureOf(element));
  document.body.append(ghost);
  return ghost;
}
