// The drawing: panels in their zones, fragments morphed when they change. Of the view; imports only
// what is vendored.

import { Idiomorph } from "../vendor/idiomorph.js";

/** @typedef {import("./types").Panel} Panel */

const SVG = "http://www.w3.org/2000/svg";

export class Panels {
  /** @param {(panel: {role: string, seat: number | null}) => Element} zone where a panel stands
   * @param {(fragment: Element) => void} changing called before a fragment changes
   * @param {(panel: Panel) => Element[]} [tools] what stands beside the title of a new panel */
  constructor(zone, changing, tools = () => []) {
    this.zone = zone;
    this.changing = changing;
    this.tools = tools;
    /** What each fragment shows now. @type {Map<string, string>} */
    this.drawn = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.stands = new Map();
  }

  /** Show these panels. @param {Panel[]} panels */
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
      const caption = document.createElement("figcaption");
      const title = document.createElement("span");
      title.className = "title";
      caption.append(title, ...this.tools(panel));
      stand.append(caption, svg);
      this.stands.set(panel.id, stand);
    }
    const svg = /** @type {SVGSVGElement} */ (stand.lastElementChild);
    const caption = /** @type {HTMLElement} */ (stand.querySelector(".title"));
    stand.dataset["role"] = panel.role;
    stand.classList.toggle("wide-area", panel.role === "area" && panel.width > 1.3 * panel.height);
    const box = `0 0 ${panel.width} ${panel.height}`;
    // A hand may stand in other rows than it was drawn in: its box changes only when it is drawn anew.
    if (stand.dataset["width"] !== String(panel.width) || stand.dataset["height"] !== String(panel.height)) svg.setAttribute("viewBox", box);
    stand.dataset["width"] = String(panel.width);
    stand.dataset["height"] = String(panel.height);
    if (panel.seat === null || panel.seat === undefined) delete stand.dataset["seat"];
    else stand.dataset["seat"] = String(panel.seat);
    if (caption.textContent !== panel.title) caption.textContent = panel.title;
    svg.setAttribute("aria-label", panel.title);
    this.put(stand, this.zone(panel));

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
        element = parse(id, text);
        svg.insertBefore(element, at);
      } else {
        if (element !== at) svg.insertBefore(element, at);
        if (this.drawn.get(id) !== text) {
          this.changing(element);
          Idiomorph.morph(element, parse(id, text), { morphStyle: "outerHTML" });
          element = svg.querySelector(`:scope > [id="${CSS.escape(id)}"]`) ?? element;
        }
      }
      this.drawn.set(id, text);
      at = element.nextElementSibling;
    }
  }

  /** @param {HTMLElement} stand @param {Element} zone */
  put(stand, zone) {
    if (stand.parentElement === zone) return;
    stand.removeAttribute("style"); // the size it had elsewhere
    zone.append(stand);
  }

  /** Zones are others now: let every panel go to its own. */
  settle() {
    for (const stand of this.stands.values()) {
      const { role = "", seat } = stand.dataset;
      this.put(stand, this.zone({ role, seat: seat === undefined ? null : Number(seat) }));
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

  /** What a place is called in the drawing; nothing, if it is not there. @param {string} place @returns {string} */
  label(place) {
    return this.at(place)[0]?.dataset["name"] ?? "";
  }

  /** Where everything is, and the board that it is on, to see what moved.
   * @returns {Map<string, {rect: DOMRect, board: string, frame: DOMRect | null}>} */
  rects() {
    const rects = new Map();
    for (const [id, stand] of this.stands) {
      const board = stand.dataset["role"] === "hand" ? "" : id;
      const frame = board ? /** @type {Element} */ (stand.lastElementChild).getBoundingClientRect() : null;
      for (const each of /** @type {NodeListOf<SVGGraphicsElement>} */ (
        stand.querySelectorAll("[data-place]"))) {
        const place = /** @type {string} */ (each.dataset["place"]);
        if (!rects.has(place)) rects.set(place, { rect: each.getBoundingClientRect(), board, frame });
      }
    }
    return rects;
  }
}

/** A fragment: the group of its id. @param {string} id @param {string} text @returns {Element} */
function parse(id, text) {
  // Inside an svg element, or the parts would be HTML of unknown tags.
  const page = new DOMParser().parseFromString(`<svg xmlns="${SVG}"><g>${text}</g></svg>`, "image/svg+xml");
  const group = document.importNode(/** @type {Element} */ (page.documentElement.firstElementChild), true);
  group.id = id;
  // What a thing is called is told by its explanation, not by a tooltip of the browser over it.
  for (const title of group.querySelectorAll("[data-place] > title")) {
    const named = /** @type {Element} */ (title.parentElement);
    const name = title.textContent ?? "";
    for (const [key, value] of [["data-name", name], ["role", "group"], ["aria-label", name]]) named.setAttribute(key ?? "", value ?? "");
    title.remove();
  }
  return group;
}
