// What moved from where to where, and nothing for those who want no motion. Of the view; imports geometry.js.

import { carried } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const MOST = 6; // things that fly in at once
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {import("./geometry.js").Box} Box */

/** @typedef {object} Before how things stood before a move was painted
 * @property {ReturnType<Panels["rects"]>} rects where every place was
 * @property {Map<string, string>} drawn what every fragment showed
 * @property {Map<string, number>} parts of how many parts the places of the move were drawn
 * @property {Map<string, {copy: SVGSVGElement, rect: DOMRect}>} copies what may be gone afterwards */

/** Whether motion is welcome. */
export function moving() {
  return !still.matches;
}

/** Remember how things stand. @param {Panels} panels @param {string[]} places of the move that comes
 * @returns {Before} */
export function remember(panels, places) {
  const parts = new Map();
  const copies = new Map();
  for (const place of places) {
    const element = panels.at(place)[0];
    if (!element) continue;
    const rect = element.getBoundingClientRect();
    const copy = rect.width ? overlay(element) : null;
    parts.set(place, element.getElementsByTagName("*").length);
    if (copy) copies.set(place, { copy, rect });
  }
  return { rects: panels.rects(), drawn: new Map(panels.drawn), parts, copies };
}

/** Let places glide from where they were; what is new comes from who moved, what is gone goes there.
 * @param {Panels} panels @param {Before} before @param {string[]} places of the move
 * @param {DOMRect | null} from who moved; null: I did, and put it there myself @param {number} time milliseconds */
export function travel(panels, before, places, from, time) {
  for (const [place, { rect, board, frame }] of panels.rects()) {
    const old = before.rects.get(place);
    if (!old || !rect.width) continue;
    // A board that was scrolled or enlarged meanwhile has carried along what lies on it.
    const same = old.board === board && old.frame && frame;
    const way = away(same ? carried(old.rect, /** @type {DOMRect} */ (old.frame), /** @type {DOMRect} */ (frame)) : old.rect, rect);
    const element = Math.abs(way.x) + Math.abs(way.y) < 6 ? null : panels.at(place)[0];
    if (element) glide(element, way, time);
  }
  if (!from) return;
  for (const element of arrivals(panels, before, places).slice(0, MOST)) {
    const now = element.getBoundingClientRect();
    const copy = now.width ? overlay(element) : null;
    if (!copy) continue;
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
    const { x, y } = away(from, now);
    fly(copy, [{ translate: `${x}px ${y}px`, opacity: 0.4 }, { translate: "0px 0px", opacity: 1 }], time);
  }
  for (const [place, { copy, rect }] of before.copies) {
    if (panels.at(place).length) continue;
    const { x, y } = away(from, rect);
    fly(copy, [{ translate: "0px 0px", opacity: 1 }, { translate: `${x}px ${y}px`, opacity: 0.2 }], time);
  }
}

/** @param {SVGGraphicsElement} element @param {{x: number, y: number}} way @param {number} time */
function glide(element, way, time) {
  const parent = /** @type {SVGGraphicsElement | null} */ (element.parentElement);
  const matrix = parent?.getScreenCTM?.();
  if (!matrix) return;
  // Into the units that the element is drawn in.
  const inverse = matrix.inverse();
  const x = inverse.a * way.x + inverse.c * way.y;
  const y = inverse.b * way.x + inverse.d * way.y;
  element.animate([{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], { duration: time, easing: EASE });
}

/** From the middle of one to the middle of the other. @param {Box} there @param {Box} here */
function away(there, here) {
  return { x: there.x + there.width / 2 - here.x - here.width / 2, y: there.y + there.height / 2 - here.y - here.height / 2 };
}

/** What a move brought to its places: places that were nowhere; what was drawn over one; what one is
 * drawn with now. @param {Panels} panels @param {Before} before @param {string[]} places
 * @returns {SVGGraphicsElement[]} */
function arrivals(panels, before, places) {
  /** @type {SVGGraphicsElement[]} */
  const found = [];
  let filled = false;
  for (const place of new Set(places)) {
    const element = panels.at(place)[0];
    const svg = element?.ownerSVGElement;
    if (!element || !svg) continue;
    if (!before.rects.has(place)) {
      found.push(element);
      continue;
    }
    const over = laidOver(svg, element, before.drawn);
    found.push(...over.filter((each) => !found.includes(each)));
    // What else a move fills (a stock, say) does not come from who moved.
    if (over.length || filled || element.getElementsByTagName("*").length <= (before.parts.get(place) ?? 0)) continue;
    filled = true;
    found.push(element);
  }
  return found;
}

/** Fragments that were empty and now lie over a place.
 * @param {SVGSVGElement} svg @param {Element} element @param {Map<string, string>} drawn */
function laidOver(svg, element, drawn) {
  const spot = element.getBoundingClientRect();
  const x = spot.x + spot.width / 2;
  const y = spot.y + spot.height / 2;
  return /** @type {SVGGraphicsElement[]} */ ([...svg.children]).filter((fragment) => {
    if (fragment.contains(element) || drawn.get(fragment.id) || !fragment.childElementCount) return false;
    const rect = fragment.getBoundingClientRect();
    return rect.x <= x && x <= rect.right && rect.y <= y && y <= rect.bottom;
  });
}

/** A copy that lies exactly over a part of a drawing. @param {SVGGraphicsElement} element
 * @returns {SVGSVGElement | null} */
function overlay(element) {
  const matrix = /** @type {SVGGraphicsElement | null} */ (element.parentElement)?.getScreenCTM?.();
  if (!matrix) return null;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "flying");
  svg.setAttribute("aria-hidden", "true");
  const frame = document.createElementNS(SVG, "g");
  const { a, b, c, d, e, f } = matrix;
  frame.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    if (each.classList.contains("mark")) each.remove();
    // A copy is nothing that one can find, point at or reach.
    for (const name of ["id", "data-place", "data-reach", "data-for", "role", "tabindex", "aria-label"]) each.removeAttribute(name);
  }
  frame.append(copy);
  svg.append(frame);
  return svg;
}

/** @param {SVGSVGElement} copy @param {Keyframe[]} way @param {number} time */
function fly(copy, way, time) {
  document.body.append(copy);
  const flight = copy.animate(way, { duration: time, easing: EASE });
  const land = () => copy.remove();
  flight.finished.then(land, land);
}
