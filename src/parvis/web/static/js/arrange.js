// Where boards and stocks stand on the ground, so that the board is as large as it can
// be. Of the view; imports nothing.

const GAP = 14;
const CAPTION = 20;

/** @typedef {{element: HTMLElement, width: number, height: number}} Box */

/** @param {HTMLElement} element @returns {Box} */
function box(element) {
  return { element, width: Number(element.dataset["width"]), height: Number(element.dataset["height"]) };
}

/** @param {HTMLElement} ground @param {boolean} tall */
export function arrange(ground, tall) {
  const panels = /** @type {HTMLElement[]} */ ([...ground.querySelectorAll(":scope > .panel")]);
  if (tall) {
    for (const panel of panels) panel.removeAttribute("style");
    return;
  }
  const style = getComputedStyle(ground);
  const width = ground.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const height = ground.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const boards = panels.filter((panel) => panel.dataset["role"] === "board").map(box);
  const stocks = panels.filter((panel) => panel.dataset["role"] !== "board").map(box);
  const total = (/** @type {Box[]} */ all, /** @type {"width" | "height"} */ key) => all.reduce((sum, each) => sum + each[key], 0);
  const most = (/** @type {Box[]} */ all, /** @type {"width" | "height"} */ key) => Math.max(0, ...all.map((each) => each[key]));
  const boardGaps = Math.max(0, boards.length - 1) * GAP;
  const stockGaps = stocks.length * GAP;

  // Everything at one scale: stocks beside the boards, or below them.
  const beside = Math.min(
    (width - boardGaps - (stocks.length ? GAP : 0)) / (total(boards, "width") + most(stocks, "width")),
    height / most(boards, "height"),
    stocks.length ? (height - stockGaps - stocks.length * CAPTION) / total(stocks, "height") : Infinity);
  const below = Math.min(
    (width - boardGaps) / total(boards, "width"),
    stocks.length ? (width - stockGaps) / total(stocks, "width") : Infinity,
    (height - (stocks.length ? GAP + CAPTION : 0)) / (most(boards, "height") + most(stocks, "height")));
  const side = beside >= below;
  const scale = Math.min(side ? beside : below, 1.6);
  ground.dataset["arranged"] = side ? "beside" : "below";
  for (const stock of stocks) stock.element.style.width = `${stock.width * scale}px`;

  // What is left belongs to the boards.
  const free = side
    ? { width: width - boardGaps - (stocks.length ? GAP + most(stocks, "width") * scale : 0), height }
    : { width: width - boardGaps, height: height - (stocks.length ? GAP + CAPTION + most(stocks, "height") * scale : 0) };
  const large = Math.min(free.width / total(boards, "width"), free.height / most(boards, "height"));
  for (const board of boards) {
    board.element.style.width = `${Math.floor(board.width * large)}px`;
  }
  // Boards come first, in whatever order they are drawn.
  for (const stock of stocks) stock.element.style.order = String(stocks.indexOf(stock) + boards.length);
}

/** The hand is as high as its things need, so that the board has the rest.
 * @param {HTMLElement} hand @param {boolean} tall */
export function arrangeHand(hand, tall) {
  const panels = /** @type {HTMLElement[]} */ ([...hand.querySelectorAll(":scope > .panel")]).map(box);
  if (tall || !panels.length) return hand.style.removeProperty("--hand");
  const width = hand.clientWidth - 28 - (panels.length - 1) * 16;
  const wide = panels.reduce((sum, each) => sum + each.width, 0);
  const high = Math.max(...panels.map((each) => each.height));
  const room = Math.min(138, Math.max(100, innerHeight * 0.175));
  const scale = Math.min(1.25, width / wide, room / high);
  hand.style.setProperty("--hand", `${Math.round(high * scale) + 18}px`);
  return "";
}

/** A board on a small screen is pinched or tapped larger. @param {HTMLElement} ground */
export function listenToPinch(ground) {
  let zoom = 1;
  let start = 0;
  let from = 1;
  const set = (/** @type {number} */ value, /** @type {number} */ x, /** @type {number} */ y) => {
    const next = Math.min(3, Math.max(1, value));
    const rect = ground.getBoundingClientRect();
    const ratio = next / zoom;
    const left = (ground.scrollLeft + x - rect.left) * ratio - (x - rect.left);
    const top = (ground.scrollTop + y - rect.top) * ratio - (y - rect.top);
    zoom = next;
    ground.style.setProperty("--zoom", String(zoom));
    ground.scrollTo(left, top);
  };
  const span = (/** @type {TouchList} */ touches) => {
    const [a, b] = [touches[0], touches[1]];
    if (!a || !b) return { size: 0, x: 0, y: 0 };
    return { size: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
  };
  ground.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2) return;
    start = span(event.touches).size;
    from = zoom;
  }, { passive: true });
  ground.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !start) return;
    const { size, x, y } = span(event.touches);
    set((from * size) / start, x, y);
    event.preventDefault();
  }, { passive: false });
  ground.addEventListener("touchend", () => { start = 0; });
  return {
    /** @returns {number} the zoom after the tap */
    toggle() {
      const rect = ground.getBoundingClientRect();
      set(zoom > 1 ? 1 : 2, rect.left + rect.width / 2, rect.top + rect.height / 2);
      return zoom;
    },
  };
}
