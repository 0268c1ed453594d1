// Small ways to find, make and fill elements. Of the view; imports only what is vendored.

import { Idiomorph } from "../vendor/idiomorph.js";

/** @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | boolean | null | undefined>} [attributes]
 * @param {...(Node | string | null | undefined)} children @returns {HTMLElementTagNameMap[T]} */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element of the page that is always there. @param {string} id @returns {HTMLElement} */
export function by(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no #${id}`);
  return element;
}

/** A dialog of the page. @param {string} id */
export function dialog(id) {
  return /** @type {HTMLDialogElement} */ (by(id));
}

/** Show these children: all anew, unless they are the same already.
 * @param {Element} element @param {(Node | string)[]} children */
export function fill(element, children) {
  const frame = document.createElement("div");
  frame.append(...children);
  if (frame.innerHTML !== element.innerHTML) element.replaceChildren(...frame.childNodes);
}

/** Show these children by changing those that stand there only where they differ, so that focus,
 * selection and what is pointed at stay. @param {Element} element @param {(Node | string)[]} children */
export function morph(element, children) {
  const frame = document.createElement("div");
  frame.append(...children);
  if (frame.innerHTML === element.innerHTML) return;
  Idiomorph.morph(element, [...frame.childNodes], { morphStyle: "innerHTML" });
}

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
const SIGNS = {
  disc: "M12 3a9 9 0 1 0 .01 0z",
  square: "M4 4h16v16H4z",
  triangle: "M12 2.5L22 20.5H2z",
  diamond: "M12 1.5L22.5 12 12 22.5 1.5 12z",
};

/** The sign of a seat: colour and shape. @param {string} shape @param {number} seat */
export function sign(shape, seat) {
  return picture("sign", SIGNS[shape] ?? "", `var(--owner-${seat % 4})`);
}

/** An icon that stands in the page's template. @param {string} name */
export function icon(name) {
  const model = document.querySelector(`#icons [data-icon="${name}"] path`);
  return picture("icon", model?.getAttribute("d") ?? "", null);
}

/** @param {string} kind @param {string} data @param {string | null} fill */
function picture(kind, data, fill) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", data);
  if (fill) path.setAttribute("fill", fill);
  svg.append(path);
  return svg;
}

/** A number with a real minus sign. @param {number} value */
export function points(value) {
  return value < 0 ? `−${-value}` : String(value);
}

/** A difference with its sign. @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : points(value);
}

/** What a copy must not have: nobody can pick it, and it stands where it is put. */
const PLACED = ["id", "data-place", "data-reach", "data-for", "role", "tabindex", "aria-label"];

/** A picture of one thing of a drawing, alone. @param {Element} element @returns {SVGSVGElement} */
export function pictureOf(element) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const box = /** @type {SVGGraphicsElement} */ (element).getBBox();
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  copy.querySelectorAll("title, .mark").forEach((each) => each.remove());
  for (const name of ["transform", "style", "class"]) copy.removeAttribute(name);
  for (const each of [copy, ...copy.querySelectorAll("*")]) for (const name of PLACED) each.removeAttribute(name);
  picture.setAttribute("viewBox", [box.x - 2, box.y - 2, box.width + 4, box.height + 4].map((each) => Math.round(each * 10) / 10).join(" "));
  picture.setAttribute("aria-hidden", "true");
  picture.append(copy);
  return picture;
}
