// Marks along the outlines of places: what is marked, and how. A mark that stays keeps its node, so
// that focus and clicks survive whatever else changes. Of the view; imports nothing, but reads the
// state, the picks and the panels it is given.

/** @typedef {import("./state.js").TableState} TableState */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {{element: SVGGraphicsElement, kind: string, name: string, label?: string}} Wanted */

const SHAPES = "rect, path, polygon, circle, ellipse";
/** Of an outline, what a mark does not take over. */
const OWN = new Set(["id", "data-place", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points", "d", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "filter",
  "style", "class", "role", "tabindex", "aria-label", "fill-opacity"]);
/** What makes something reachable by key. */
const REACH = ["data-reach", "role", "tabindex", "aria-label"];

export class Marks {
  /** @param {Panels} panels */
  constructor(panels) {
    this.panels = panels;
    /** Those that stand, by what they mark and how. @type {Map<string, SVGElement>} */
    this.standing = new Map();
    /** What places are called without what merely could be. @type {Map<string, string>} */
    this.names = new Map();
    /** What a line of ledger or log speaks of. @type {string[]} */
    this.spoken = [];
  }

  /** Take the marks off a fragment that is about to change; `show` puts the same ones back.
   * @param {Element} fragment */
  lift(fragment) {
    for (const mark of fragment.querySelectorAll(".mark")) mark.remove();
  }

  /** Mark what can be picked, what is picked, what is spoken of, and grey the rest.
   * @param {TableState} table @param {Play} play @param {Element | null} focused where the focus stood */
  show(table, play, focused = document.activeElement) {
    if (!table.state) return;
    if (!play.ghost) this.names.clear();
    const wanted = this.wanted(table, play);
    const classes = classesOf(wanted);
    greyed(table, play, wanted, classes);
    setClasses(classes);
    this.draw(wanted, focused);
  }

  /** @param {TableState} table @param {Play} play @returns {Wanted[]} */
  wanted(table, play) {
    /** @type {Wanted[]} */
    const wanted = [];
    const want = (/** @type {string} */ place, /** @type {string} */ kind, /** @type {string} */ label = "") => {
      for (const [i, element] of this.panels.at(place).entries()) {
        wanted.push({ element, kind, name: `${kind} ${place} ${i}`, ...(label ? { label } : {}) });
      }
    };
    const lesson = table.state?.lesson;
    for (const place of lesson?.state === "asked" ? lesson.places : []) want(place, "taught");
    for (const place of this.spoken) want(place, "spoken");
    for (const place of table.cited) want(place, "cited");
    for (const place of table.state?.last ?? []) want(place, "last");
    const question = play.question;
    const picked = play.sent ? play.walk?.picked ?? [] : play.walk?.held ?? [];
    const turning = question?.kind === "cycle" || play.ready;
    for (const choice of picked) {
      want(choice.pick, "picked", turning && choice === picked.at(-1) ? this.label(choice) : "");
    }
    for (const choice of question?.kind === "pick" ? question.choices : []) {
      if (!choice.button) want(choice.pick, "legal", this.label(choice));
    }
    for (const choice of question ? play.walk?.comings ?? [] : []) {
      // What is in the hand; of the board that would be a frame around every place.
      if (this.panels.at(choice.pick)[0]?.closest(".hand")) want(choice.pick, "ahead", this.label(choice));
    }
    if (table.askedPlace) want(table.askedPlace, "asked");
    return wanted;
  }

  /** @param {import("./types").Choice} choice */
  label(choice) {
    return choice.label || this.name(choice.pick);
  }

  /** A place keeps its name while a ghost lies there. @param {string} place */
  name(place) {
    const known = this.names.get(place) ?? this.panels.label(place);
    if (known) this.names.set(place, known);
    return known;
  }

  /** Whether something is a place that can be pointed at, even if a ghost has taken it away. @param {string} pick */
  drawn(pick) {
    return this.names.has(pick) || this.panels.at(pick).length > 0;
  }

  /** Bring the marks to what is wanted. All outlines are measured before anything is changed, because
   * a measure after a change makes the browser lay everything out anew.
   * @param {Wanted[]} wanted @param {Element | null} focused */
  draw(wanted, focused) {
    const shapes = wanted.map(({ element }) => outline(element));
    const names = new Set(wanted.map(({ name }) => name));
    for (const [name, mark] of this.standing) {
      if (names.has(name)) continue;
      mark.remove();
      this.standing.delete(name);
    }
    // Tab comes to one place: where the focus is, or else to the first.
    const reachable = wanted.filter(({ label }) => label !== undefined);
    const at = reachable.find(({ name }) => this.standing.get(name) === focused) ?? reachable[0];
    /** @type {Set<Element>} */
    const reached = new Set();
    for (const [i, want] of wanted.entries()) {
      const { element, kind, name, label } = want;
      const shape = shapes[i];
      /** @type {Record<string, string>} */
      const reach = label === undefined ? {} : { "data-reach": "", role: "button", "aria-label": label, tabindex: want === at ? "0" : "-1" };
      if (!shape) {
        if (label === undefined) continue;
        setAttributes(element, reach);
        reached.add(element);
        continue;
      }
      let mark = this.standing.get(name);
      if (!mark) {
        mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
        this.standing.set(name, mark);
      }
      /** @type {Record<string, string>} */
      const attributes = { class: `mark mark-${kind}`, d: line(shape), ...reach };
      for (const { name: own, value } of shape.attributes) if (!OWN.has(own)) attributes[own] = value;
      if (label !== undefined) attributes["data-for"] = element.dataset["place"] ?? "";
      setAttributes(mark, attributes, true);
      const parent = /** @type {Element} */ (shape.parentElement);
      if (shape === element) {
        if (mark.parentElement !== parent) shape.after(mark);
      } else if (mark.parentElement !== parent) parent.append(mark);
    }
    for (const element of document.querySelectorAll(".panel [data-place][data-reach]")) {
      if (!reached.has(element)) unreach(/** @type {SVGElement} */ (element));
    }
    // A node that was lifted out has lost the focus, and is put back with it.
    const stood = [...this.standing.values()].find((mark) => mark === focused);
    if (stood && document.activeElement !== stood && !document.activeElement?.matches("input, textarea")) {
      stood.focus({ preventScroll: true });
    }
  }
}

/** The classes of what is marked. @param {Wanted[]} wanted */
function classesOf(wanted) {
  /** @type {Map<Element, Set<string>>} */
  const classes = new Map();
  for (const { element, kind } of wanted) add(classes, element, `is-${kind}`);
  return classes;
}

/** @param {Map<Element, Set<string>>} classes @param {Element} element @param {string} name */
function add(classes, element, name) {
  const known = classes.get(element);
  if (known) known.add(name);
  else classes.set(element, new Set(["marked", name]));
}

/** What can be dragged, and what cannot be picked; when one goes through everything by key, the latter
 * can be reached too. @param {TableState} table @param {Play} play @param {Wanted[]} wanted
 * @param {Map<Element, Set<string>>} classes */
function greyed(table, play, wanted, classes) {
  const question = play.question;
  const offered = new Set(wanted.filter(({ kind }) => kind === "legal" || kind === "ahead").map(({ element }) => element));
  const leads = new Map((question?.choices ?? []).map((choice) => [choice.pick, choice.then !== undefined]));
  for (const element of offered) {
    const inHand = element.closest(".panel")?.getAttribute("data-role") === "hand";
    if (inHand || leads.get(element.dataset["place"] ?? "")) add(classes, element, "is-draggable");
  }
  if (!table.state?.tree) return;
  const picked = wanted.filter(({ kind }) => kind === "picked").map(({ element }) => element);
  const sorts = new Set([...offered, ...picked].filter((each) => each.closest(".hand")).map(sortOf));
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const element of /** @type {NodeListOf<SVGGraphicsElement>} */ (document.querySelectorAll(".panel [data-place]"))) {
    if (offered.has(element)) continue;
    add(classes, element, "is-grey");
    // Of the hand, what is like something that can be picked, and cannot.
    if (sorts.has(sortOf(element)) && element.closest(".hand") && !play.walk?.offer(element.dataset["place"] ?? "")) {
      add(classes, element, "is-barred");
    }
    if (!table.exploring || !question) continue;
    const place = element.dataset["place"] ?? "";
    const label = element.dataset["name"] || place;
    const i = seen.get(place) ?? 0;
    seen.set(place, i + 1);
    add(classes, element, "is-seen");
    wanted.push({ element, kind: "seen", name: `seen ${place} ${i}`, label });
  }
}

/** What sort of thing a place is: a card, a tile. @param {SVGGraphicsElement} element */
function sortOf(element) {
  return (element.dataset["place"] ?? "").split("-")[0];
}

/** @param {Map<Element, Set<string>>} classes */
function setClasses(classes) {
  for (const element of document.querySelectorAll(".panel .marked")) {
    if (!classes.has(element)) classes.set(element, new Set());
  }
  for (const [element, names] of classes) {
    const others = [...element.classList].filter((name) => name !== "marked" && !name.startsWith("is-"));
    const wanted = [...others, ...names].join(" ");
    if (wanted) setAttributes(element, { class: wanted });
    else element.removeAttribute("class");
  }
}

/** What could be reached is a thing with a name again. @param {SVGElement} element */
function unreach(element) {
  for (const name of REACH) element.removeAttribute(name);
  const name = element.dataset["name"];
  if (name) setAttributes(element, { role: "group", "aria-label": name });
}

/** Change only what differs. @param {Element} element @param {Record<string, string>} attributes
 * @param {boolean} [all] whether it is to have no others */
function setAttributes(element, attributes, all = false) {
  if (all) {
    for (const name of element.getAttributeNames()) {
      if (!(name in attributes) && name !== "aria-describedby") element.removeAttribute(name);
    }
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** The line around a shape, as a path: so a mark stays the same node whatever its place is drawn as. What
 * has the focus may get another outline just because of it, as a ghost.
 * @param {Element} shape @returns {string} */
export function line(shape) {
  const is = (/** @type {string} */ name) => Number(shape.getAttribute(name) ?? 0);
  switch (shape.tagName) {
    case "path": return shape.getAttribute("d") ?? "";
    case "polygon": return `M${shape.getAttribute("points")}z`;
    case "circle": return round(is("cx"), is("cy"), is("r"), is("r"));
    case "ellipse": return round(is("cx"), is("cy"), is("rx"), is("ry"));
  }
  const [x, y, wide, high] = [is("x"), is("y"), is("width"), is("height")];
  const rx = Math.min(is(shape.hasAttribute("rx") ? "rx" : "ry"), wide / 2);
  const ry = Math.min(is(shape.hasAttribute("ry") ? "ry" : "rx"), high / 2);
  if (!rx || !ry) return `M${x} ${y}h${wide}v${high}h${-wide}z`;
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return `M${x + rx} ${y}h${wide - 2 * rx}${corner(rx, ry)}v${high - 2 * ry}${corner(-rx, ry)}`
    + `h${2 * rx - wide}${corner(-rx, -ry)}v${2 * ry - high}${corner(rx, -ry)}z`;
}

/** @param {number} x @param {number} y @param {number} rx @param {number} ry */
function round(x, y, rx, ry) {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
}

/** The outline of a place: its largest shape. @param {Element} element @returns {Element | null} */
function outline(element) {
  if (element.matches(SHAPES)) return element;
  const shapes = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (element.querySelectorAll(SHAPES))]
    .filter((shape) => !shape.classList.contains("mark") && !shape.closest("defs, clipPath, mask"));
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
