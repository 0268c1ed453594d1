// The drawing: panels in their zones, fragments morphed when they change, marks on places.

import { Idiomorph } from "../vendor/idiomorph.js";

/** @typedef {import("./types").Panel} Panel */
/** @typedef {{element: Element, kind: string, label?: string, first?: boolean}} Wanted */

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = "rect, path, polygon, circle, ellipse";

export class Panels {
  /** @param {(panel: Panel) => Element} zone where a panel stands */
  constructor(zone) {
    this.zone = zone;
    /** What each fragment shows now. @type {Map<string, string>} */
    this.drawn = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.stands = new Map();
  }

  /** Show these panels. Marks have to be off while it happens. @param {Panel[]} panels */
  draw(panels) {
    const ids = new Set(panels.map((panel) => panel.id));
    for (const [id, stand] of this.stands) {
      if (ids.has(id)) continue;
      for (const each of stand.querySelectorAll("svg > g[id]")) this.drawn.delete(each.id);
      stand.remove();
      this.stands.delete(id);
    }
    for (const panel of panels) this.drawPanel(panel);
  }

  /** @param {Panel} panel */
  drawPanel(panel) {
    let stand = this.stands.get(panel.id);
    if (!stand) {
      stand = document.createElement("figure");
      stand.className = "panel";
      stand.dataset["panel"] = panel.id;
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("role", "group");
      stand.append(document.createElement("figcaption"), svg);
      this.stands.set(panel.id, stand);
    }
    const svg = /** @type {SVGSVGElement} */ (stand.lastElementChild);
    const caption = /** @type {HTMLElement} */ (stand.firstElementChild);
    stand.dataset["role"] = panel.role;
    stand.classList.toggle("wide-area", panel.role === "area" && panel.width > 1.3 * panel.height);
    stand.dataset["width"] = String(panel.width);
    stand.dataset["height"] = String(panel.height);
    if (panel.seat === null || panel.seat === undefined) delete stand.dataset["seat"];
    else stand.dataset["seat"] = String(panel.seat);
    if (caption.textContent !== panel.title) caption.textContent = panel.title;
    svg.setAttribute("aria-label", panel.title);
    svg.setAttribute("viewBox", `0 0 ${panel.width} ${panel.height}`);
    const zone = this.zone(panel);
    if (stand.parentElement !== zone) {
      stand.removeAttribute("style"); // the size it had elsewhere
      zone.append(stand);
    }

    const order = new Set(panel.order);
    for (const each of [...svg.children]) {
      if (order.has(each.id)) continue;
      this.drawn.delete(each.id);
      each.remove();
    }
    let at = svg.firstElementChild;
    for (const id of panel.order) {
      const text = panel.fragments[id] ?? "";
      let element = svg.querySelector(`:scope > [id="${CSS.escape(id)}"]`);
      if (!element) {
        element = parse(text);
        if (!element) continue;
        svg.insertBefore(element, at);
      } else {
        if (element !== at) svg.insertBefore(element, at);
        if (this.drawn.get(id) !== text) {
          const fresh = parse(text);
          if (fresh) Idiomorph.morph(element, fresh, { morphStyle: "outerHTML" });
          element = svg.querySelector(`:scope > [id="${CSS.escape(id)}"]`) ?? element;
        }
      }
      this.drawn.set(id, text);
      at = element.nextElementSibling;
    }
  }

  /** The elements that show a place, the nearest to the player first.
   * @param {string} place @returns {SVGGraphicsElement[]} */
  at(place) {
    /** @type {SVGGraphicsElement[]} */
    const found = [];
    for (const stand of this.stands.values()) {
      found.push(.../** @type {NodeListOf<SVGGraphicsElement>} */ (
        stand.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)));
    }
    return found;
  }

  /** Where everything is, to see what moved. @returns {Map<string, DOMRect>} */
  rects() {
    const rects = new Map();
    for (const stand of this.stands.values()) {
      for (const each of /** @type {NodeListOf<SVGGraphicsElement>} */ (
        stand.querySelectorAll("[data-place]"))) {
        const place = /** @type {string} */ (each.dataset["place"]);
        if (!rects.has(place)) rects.set(place, each.getBoundingClientRect());
      }
    }
    return rects;
  }
}

/** @param {string} text @returns {Element | null} */
function parse(text) {
  // Inside an svg element, or the parts would be HTML of unknown tags.
  const page = new DOMParser().parseFromString(
    `<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  const element = page.documentElement.firstElementChild;
  return element && document.importNode(element, true);
}

/** The outline of a place: its largest shape. @param {Element} element @returns {Element | null} */
function outline(element) {
  if (element.matches(SHAPES)) return element;
  const shapes = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (element.querySelectorAll(SHAPES))]
    .filter((shape) => !shape.closest("defs, clipPath, mask"));
  if (shapes.length < 2) return shapes[0] ?? null;
  let best = null;
  let area = 0;
  for (const shape of shapes) {
    const box = shape.getBBox();
    // Of two that are as large the later one lies on top and has the sharper edge.
    if (box.width * box.height >= area) {
      area = box.width * box.height;
      best = shape;
    }
  }
  return best;
}

/** Draw marks along the outlines of places. All are measured before any is drawn, because a
 * measure after a change makes the browser lay everything out anew. A mark with a label can be
 * reached by key and is what a screen reader calls the place.
 * @param {Wanted[]} wanted */
export function drawMarks(wanted) {
  const shapes = wanted.map(({ element }) => outline(element));
  for (const [i, { element, kind, label, first }] of wanted.entries()) {
    element.classList.add("marked", `is-${kind}`);
    const shape = shapes[i];
    if (!shape) {
      if (label !== undefined) reachable(element, label, first);
      continue;
    }
    const copy = /** @type {Element} */ (shape.cloneNode(false));
    for (const name of ["id", "data-place", "fill", "stroke", "stroke-width", "stroke-dasharray",
      "opacity", "filter", "style", "class", "role", "tabindex", "aria-label", "fill-opacity"]) {
      copy.removeAttribute(name);
    }
    copy.setAttribute("class", `mark mark-${kind}`);
    if (label !== undefined) {
      reachable(copy, label, first);
      copy.setAttribute("data-for", /** @type {SVGElement} */ (element).dataset["place"] ?? "");
    }
    if (shape === element) element.after(copy);
    else shape.parentElement?.append(copy);
  }
}

/** @param {Element} element @param {string} label @param {boolean} [first] */
function reachable(element, label, first = false) {
  element.setAttribute("data-reach", "");
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", first ? "0" : "-1");
  element.setAttribute("aria-label", label);
}

/** Take all marks off, and what makes places reachable by key. @param {ParentNode} root */
export function clearMarks(root) {
  for (const copy of root.querySelectorAll(".mark")) copy.remove();
  for (const element of root.querySelectorAll(".marked, [data-reach]")) {
    for (const name of [...element.classList]) {
      if (name === "marked" || name.startsWith("is-")) element.classList.remove(name);
    }
    if (!element.classList.length) element.removeAttribute("class");
    for (const name of ["data-reach", "role", "tabindex", "aria-label", "aria-pressed"]) {
      element.removeAttribute(name);
    }
  }
}
