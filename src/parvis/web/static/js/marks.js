// Marks along the outlines of places: what is marked, and how. Of the view; imports nothing, but reads
// the state, the picks and the panels it is given.

/** @typedef {import("./state.js").TableState} TableState */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {{element: Element, kind: string, label?: string, first?: boolean}} Wanted */

const SHAPES = "rect, path, polygon, circle, ellipse";

/** Mark what can be picked, what is picked, what is spoken of, and grey the rest.
 * @param {TableState} table @param {Play} play @param {Panels} panels */
export function showMarks(table, play, panels) {
  const { state } = table;
  if (!state) return;
  const question = play.question;
  /** @type {Wanted[]} */
  const wanted = [];
  const want = (/** @type {string} */ place, /** @type {string} */ kind, /** @type {string} */ label = "") => {
    for (const element of panels.at(place)) wanted.push(label ? { element, kind, label, first: true } : { element, kind });
  };
  for (const place of table.cited) want(place, "cited");
  for (const place of state.last) want(place, "last");
  const picked = play.walk?.picked ?? [];
  const turning = question?.kind === "cycle" || play.ready;
  for (const choice of picked) want(choice.pick, "picked", turning && choice === picked.at(-1) ? choice.label || choice.pick : "");
  /** @type {Set<Element>} */
  const offered = new Set();
  for (const choice of question?.kind === "pick" ? question.choices : []) {
    if (choice.button) continue;
    for (const element of panels.at(choice.pick)) {
      const first = !offered.size;
      offered.add(element);
      wanted.push({ element, kind: "legal", label: choice.label || choice.pick, first });
      const inHand = element.closest(".panel")?.getAttribute("data-role") === "hand";
      if (choice.then !== null || inHand) element.classList.add("marked", "is-draggable");
    }
  }
  if (state.tree) {
    for (const element of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".panel [data-place]"))) {
      if (offered.has(element)) continue;
      element.classList.add("marked", "is-grey");
      if (!table.exploring || !question) continue;
      const label = element.querySelector(":scope > title")?.textContent || element.dataset["place"] || "";
      wanted.push({ element, kind: "seen", label });
    }
  }
  if (table.askedPlace) want(table.askedPlace, "asked");
  drawMarks(wanted);
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
