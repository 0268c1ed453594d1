// The points of all sides over time, as lines: at the end of a game, and below the steps of a replay. Of the
// view; imports dom.js.

import { sign } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const SIGN = 10;

/** Lines are told apart without their colours. */
const DASHES = ["", "6 2", "2 2", "9 2 2 2"];

/** @typedef {Pick<import("./types").State, "sides" | "seats">} Seated */

/** @typedef {object} Look how large, and what is marked
 * @property {number} width @property {number} height
 * @property {number} margin room before the first move @property {number} after and after the last
 * @property {number} [total] how many moves there are, if not all are drawn
 * @property {number} [turn] after which move the winner stayed ahead; 0: that is not marked
 * @property {number} [at] the move that is shown */

/** @param {Seated} state @param {number[][]} course by side: its points at the start and after each move
 * @param {Look} look @returns {SVGSVGElement} */
export function plot(state, course, { width, height, margin, after, total, turn = 0, at }) {
  const all = course.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const known = (course[0]?.length ?? 1) - 1;
  const steps = Math.max(1, total ?? known);
  const x = (/** @type {number} */ move) => margin + ((width - margin - after) * move) / steps;
  const y = (/** @type {number} */ value) => height - 8 - ((height - 16) * (value - low)) / (high - low);
  const svg = /** @type {SVGSVGElement} */ (part("svg", { viewBox: `0 0 ${width} ${height}`, class: "course" }));
  svg.append(part("path", { d: `M${margin} ${y(0)}H${width - after}`, class: "ground-line" }));
  if (known < steps) svg.append(part("rect", { x: x(known), y: 2, width: x(steps) - x(known), height: height - 4, rx: 3, class: "unknown" }));
  if (turn) svg.append(part("path", { d: `M${x(turn)} 4V${height - 4}`, class: "turning-line" }));
  if (at !== undefined) svg.append(part("path", { d: `M${x(at)} 2V${height - 2}`, class: "at-line" }));
  for (const [side, line] of course.entries()) {
    const seat = state.sides[side]?.seats[0] ?? side;
    svg.append(part("path", {
      d: line.map((value, move) => `${move ? "L" : "M"}${x(move).toFixed(1)} ${y(value).toFixed(1)}`).join(""),
      class: "points-line", stroke: `var(--owner-${seat % 4})`, "stroke-dasharray": DASHES[seat % 4] ?? "",
    }));
    const mark = sign(state.seats[seat]?.shape ?? "disc", seat);
    const left = Math.min(x(known) + 2, width - SIGN);
    for (const [name, value] of Object.entries({ x: left, y: y(line.at(-1) ?? 0) - SIGN / 2, width: SIGN, height: SIGN })) {
      mark.setAttribute(name, String(value));
    }
    svg.append(mark);
  }
  return svg;
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function part(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
