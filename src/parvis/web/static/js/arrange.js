// Puts panels where layout.js wants them: on the ground, in the hand, beside the seats. Of the view;
// imports layout.js.

import { areaHeight, equalPlan, flat, flow, groundPlan, largest } from "./layout.js";

/** @typedef {import("./layout.js").Size} Size */

const READABLE = 12; // pixels
const FINGER = 44;
const ASKED = 248; // pixels that the question and its answers want beside a wide board, if they do not say so
const PAPERS = 120;
const IDLE = 104; // and the hand of a small screen while it is not asked for
const ROW = 37; // a seat's own row
const AFAR = 0.88; // of its size the board keeps where several people look at it from afar
const LEAST_AFAR = 0.6; // and the scale at which facts beside it can still be read from there
const KEPT = 0.93; // of its size the board keeps when areas come to stand beside it; a few facts in a line are read anywhere
const KEPT_FOR_CITIES = 0.8; // a board is drawn large; another's city in the list of seats is a stamp

/** @param {HTMLElement} element @returns {Size} */
function size(element) {
  return { width: Number(element.dataset["width"]), height: Number(element.dataset["height"]) };
}

/** @param {Element} zone @param {string} [role] @returns {HTMLElement[]} */
function panelsIn(zone, role = "") {
  return /** @type {HTMLElement[]} */ ([...zone.querySelectorAll(`:scope > .panel${role && `[data-role="${role}"]`}`)]);
}

/** The room inside an element's padding. @param {HTMLElement} element @returns {Size} */
function inside(element) {
  const style = getComputedStyle(element);
  return {
    width: element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    height: element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
  };
}

/** What stands on the ground, by what it is. @param {HTMLElement} ground */
function standing(ground) {
  return { boards: panelsIn(ground, "board"), stocks: panelsIn(ground, "supply"), areas: panelsIn(ground, "area") };
}

/** The scale from which areas can be read: words, or a city. @param {HTMLElement[]} areas */
function leastArea(areas) {
  return flat(areas.map(size)) ? 0.85 : 0.4;
}

/** What the board keeps of its size beside these. @param {HTMLElement[]} areas */
function kept(areas) {
  return flat(areas.map(size)) ? KEPT : KEPT_FOR_CITIES;
}

/** Whether these areas would be more readable on the ground than in the list, at little cost to the board.
 * @param {HTMLElement} ground @param {HTMLElement[]} areas @param {number} listed how high they are in the list
 * @param {boolean} there whether they stand on the ground already: then they stay more easily */
export function roomFor(ground, areas, listed, there) {
  const { boards, stocks } = standing(ground);
  const tallest = Math.max(...areas.map((area) => size(area).height));
  const scale = listed / tallest;
  if (!areas.length || scale > 0.7) return false;
  const keep = kept(areas) - (there ? 0.08 : 0);
  const terms = { keep, least: Math.max(leastArea(areas), 1.2 * scale) };
  return groundPlan({ boards: boards.map(size), stocks: stocks.map(size), areas: areas.map(size) }, inside(ground), terms) !== null;
}

/** Give everything on the ground its place. @param {HTMLElement} ground @param {boolean} small
 * @param {boolean} pinned whether areas are there because somebody wants them, also if the board loses by it */
export function arrange(ground, small, pinned) {
  const { boards, stocks, areas } = standing(ground);
  if (small) {
    const room = inside(ground);
    for (const panel of [...boards, ...stocks, ...areas]) {
      const { width, height } = size(panel);
      const board = panel.dataset["role"] === "board";
      // A row of cards is pushed along rather than made too small to read.
      const row = panel.dataset["role"] === "supply" && width > 3 * height;
      panel.classList.toggle("row", row);
      panel.tabIndex = row ? 0 : -1; // so that keys can push it too
      if (row) {
        panel.style.cssText = `--row: ${Math.max(width, room.width)}px`;
        continue;
      }
      // As wide as the screen; larger than drawn only as far as it can be seen whole.
      const scale = Math.min(room.width / width, Math.max(1, board ? room.height / height : 1.25));
      panel.style.cssText = `width: calc(${Math.floor(width * scale)}px * ${board ? "var(--zoom, 1)" : "1"})`;
    }
    return;
  }
  const things = { boards: boards.map(size), stocks: stocks.map(size), areas: areas.map(size) };
  const room = inside(ground);
  const plan = (pinned ? null : groundPlan(things, room, { keep: kept(areas), least: leastArea(areas) })) ?? groundPlan(things, room, { keep: 0.7, least: 0 });
  if (plan) place(ground, [[boards, plan.boards], [stocks, plan.stocks], [areas, plan.areas]]);
}

/** @param {HTMLElement} ground @param {[HTMLElement[], import("./layout.js").Spot[]][]} placed @param {number} [far] */
function place(ground, placed, far = 1) {
  const style = getComputedStyle(ground);
  const [left, top] = [parseFloat(style.paddingLeft), parseFloat(style.paddingTop)];
  for (const [panels, spots] of placed) {
    for (const [n, panel] of panels.entries()) {
      const spot = spots[n];
      if (!spot) continue;
      panel.style.cssText = `left: ${Math.round(left + far * spot.x)}px; top: ${Math.round(top + far * spot.y)}px; width: ${Math.floor(far * spot.width)}px`;
    }
  }
}

/** Give everything its place for several people who look from further away: what is small is that much larger, and
 * where everybody has a board of their own none is larger than another.
 * @param {HTMLElement} ground @param {number} far how much larger */
export function arrangeAfar(ground, far) {
  const { boards, stocks, areas } = standing(ground);
  const { width, height } = inside(ground);
  const room = { width: width / far, height: height / far };
  const own = boards.some((board) => board.dataset["seat"] !== undefined);
  for (const panel of [...boards, ...areas]) panel.classList.toggle("own-board", own);
  if (own) {
    const all = [...boards, ...areas];
    const wide = Math.max(...all.map((each) => size(each).width));
    const equal = all.map(size).map((each) => ({ width: wide, height: (each.height * wide) / each.width }));
    const plan = equalPlan(equal, stocks.map(size), room);
    return place(ground, [[all, plan.boards], [stocks, plan.stocks]], far);
  }
  const things = { boards: boards.map(size), stocks: stocks.map(size), areas: areas.map(size) };
  const plan = groundPlan(things, room, { keep: AFAR, least: LEAST_AFAR }) ?? groundPlan(things, room, { keep: 0.7, least: 0 });
  if (plan) place(ground, [[boards, plan.boards], [stocks, plan.stocks], [areas, plan.areas]], far);
}

/** The smallest scale at which everything in a drawing can be read, and touched where one touches.
 * @param {SVGSVGElement} svg @param {boolean} touch */
function leastScale(svg, touch) {
  const sizes = [...svg.querySelectorAll("text")].map((text) => Number(text.getAttribute("font-size")) || READABLE);
  let least = Math.max(0.7, READABLE / Math.min(16, ...sizes));
  if (touch) {
    const places = /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll("[data-place]")]).map((place) => place.getBBox());
    const smallest = Math.min(60, ...places.filter((box) => box.height >= 40).map((box) => Math.min(box.width, box.height)));
    least = Math.max(least, FINGER / smallest);
  }
  return Math.min(1.1, least);
}

/** What is measured of a drawing as it will lie, though something in it may still be gliding to its place.
 * @template T @param {SVGSVGElement} svg @param {() => T} measure @returns {T} */
function landed(svg, measure) {
  const flights = svg.getAnimations({ subtree: true }).map((flight) => ({ flight, at: flight.currentTime }));
  for (const { flight } of flights) flight.currentTime = flight.effect?.getComputedTiming().endTime ?? null;
  const found = measure();
  for (const { flight, at } of flights) flight.currentTime = at;
  return found;
}

/** The hand is as high as its things need, so that the board has the rest; what would be too small to be
 * read flows into more rows, and what does not fit then is scrolled to.
 * @param {HTMLElement} hand @param {boolean} small @param {boolean} idle whether nothing in it is asked for
 * @param {boolean} large whether it has the room of the board */
export function arrangeHand(hand, small, idle, large = false) {
  const panels = panelsIn(hand);
  const touch = matchMedia("(pointer: coarse)").matches && !(small && idle);
  const style = getComputedStyle(hand);
  const wide = hand.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const high = small ? (idle ? IDLE : Infinity) : Math.min(150, Math.max(104, innerHeight * 0.175));
  let tallest = 0;
  for (const panel of panels) {
    const svg = /** @type {SVGSVGElement} */ (panel.querySelector("svg"));
    const fragments = /** @type {SVGGraphicsElement[]} */ ([...svg.children]);
    // Few things stand in the middle, however many there is room for.
    const drawn = landed(svg, () => fragments.map((each) => each.getBBox()));
    const width = Math.min(size(panel).width, Math.max(1, ...drawn.map((each) => each.x + each.width)) + 4);
    // A small screen has no room for what is not there.
    const height = Math.min(size(panel).height, small ? Math.max(1, ...drawn.map((each) => each.y + each.height)) + 4 : Infinity);
    const share = (wide - (panels.length - 1) * (parseFloat(style.columnGap) || 0)) / panels.length;
    const least = leastScale(svg, touch);
    const natural = Math.min(small ? 1.1 : 1.25, share / width, high / height);
    let scale = Math.max(natural, Math.min(least, share / width));
    let box = { width, height };
    /** @type {{x: number, y: number}[]} */
    let moves = [];
    if (large || share / width < least) {
      const items = drawn.map(({ x, y, width, height }) => ({ x, y, width, height }));
      const most = large ? largest(items, { width: share, height: inside(hand).height / panels.length }, least) : least;
      const rows = flow(items, share / most);
      scale = Math.min(most, share / rows.width);
      box = rows;
      moves = rows.moves;
    }
    for (const [n, each] of fragments.entries()) {
      const move = moves[n];
      if (move) each.style.cssText = `transform: translate(${move.x.toFixed(1)}px, ${move.y.toFixed(1)}px)`;
      else each.removeAttribute("style");
    }
    svg.classList.toggle("flowed", moves.length > 0);
    svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    svg.style.cssText = `width: ${(box.width * scale).toFixed(1)}px; height: ${(box.height * scale).toFixed(1)}px`;
    tallest = Math.max(tallest, box.height * scale);
  }
  const most = small ? Infinity : innerHeight * 0.3;
  hand.style.setProperty("--hand", `${Math.round(Math.min(most, tallest + 18))}px`);
}

/** How large the areas in the list of seats are, so that the question is never pushed off the screen.
 * @param {HTMLElement} seats @param {HTMLElement} hand @returns {number} 0: they are folded away */
export function arrangeAreas(seats, hand) {
  const areas = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.panel[data-role="area"]')]).map(size);
  const count = seats.children.length;
  const asked = Number(document.getElementById("asked")?.dataset["room"] ?? ASKED);
  const room = innerHeight - seats.getBoundingClientRect().top - count * ROW - asked - Math.max(PAPERS, hand.offsetHeight);
  const high = areaHeight(areas, room, seats.clientWidth - 52, ROW);
  seats.style.setProperty("--area", `${high}px`);
  // Each is as wide as the highest can be: those that are lower take no more than their share.
  const tallest = areas.find((area) => area.height === Math.max(...areas.map(({ height }) => height)));
  seats.style.setProperty("--area-width", tallest ? `${Math.floor((high * tallest.width) / tallest.height)}px` : "100%");
  seats.classList.toggle("folded", !high);
  return high;
}
