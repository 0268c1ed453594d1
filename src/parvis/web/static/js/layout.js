// Where things stand, reckoned from their sizes: panels on the ground, cards in a hand, areas beside
// their seats. Pure; imports nothing.

/** @typedef {{width: number, height: number}} Size */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{x: number, y: number, width: number}} Spot where a panel stands, and how wide */
/** @typedef {{boards: Size[], stocks: Size[], areas: Size[]}} Things */
/** @typedef {{boards: Spot[], stocks: Spot[], areas: Spot[], scale: number}} Plan */

export const GAP = 14;
export const CAPTION = 20;
const BESIDE = 0.8; // the scale of what lies beside boards that are all alike
const LARGE = 2.4; // nor is what has the whole of a phone
const LARGEST = 1.6; // what lies beside the board is not blown up further
/** Scales at which others' areas are tried, the most readable first. */
const AREAS = [1.3, 1.15, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.44, 0.4];

const most = (/** @type {Size[]} */ all, /** @type {"width" | "height"} */ key) => Math.max(0, ...all.map((each) => each[key]));
const total = (/** @type {Size[]} */ all, /** @type {"width" | "height"} */ key) => all.reduce((sum, each) => sum + each[key], 0);

/** Whether areas are a few facts in a line rather than a board. @param {Size[]} areas */
export const flat = (areas) => areas.every((area) => area.width > 1.3 * area.height);

/** Boards and stocks on the ground, the boards as large as they can be: stocks beside or below them.
 * @param {Size[]} boards @param {Size[]} stocks @param {Size} room @returns {Plan} */
function core(boards, stocks, room) {
  const gaps = Math.max(0, boards.length - 1) * GAP;
  const heads = stocks.length * (GAP + CAPTION) - (stocks.length ? GAP : 0);
  const beside = Math.min(
    (room.width - gaps - (stocks.length ? GAP : 0)) / (total(boards, "width") + most(stocks, "width")),
    room.height / most(boards, "height"),
    stocks.length ? (room.height - heads) / total(stocks, "height") : Infinity);
  const below = Math.min(
    (room.width - gaps) / total(boards, "width"),
    stocks.length ? (room.width - (stocks.length - 1) * GAP) / total(stocks, "width") : Infinity,
    (room.height - (stocks.length ? GAP + CAPTION : 0)) / (most(boards, "height") + most(stocks, "height")));
  const side = beside >= below;
  const small = Math.max(0, Math.min(side ? beside : below, LARGEST));
  // What is left belongs to the boards.
  const taken = { width: stocks.length ? GAP + most(stocks, "width") * small : 0, height: stocks.length ? GAP + CAPTION + most(stocks, "height") * small : 0 };
  const left = side ? { width: room.width - gaps - taken.width, height: room.height } : { width: room.width - gaps, height: room.height - taken.height };
  const scale = Math.max(0, Math.min(left.width / total(boards, "width"), left.height / most(boards, "height")));

  const wide = total(boards, "width") * scale + gaps;
  const high = most(boards, "height") * scale;
  const stocksHigh = total(stocks, "height") * small + heads;
  const stocksWide = total(stocks, "width") * small + Math.max(0, stocks.length - 1) * GAP;
  let x = side ? (room.width - wide - taken.width) / 2 : (room.width - wide) / 2;
  const top = side ? (room.height - high) / 2 : (room.height - high - taken.height) / 2;
  /** @type {Plan} */
  const plan = { boards: [], stocks: [], areas: [], scale };
  for (const board of boards) {
    plan.boards.push({ x, y: top + (high - board.height * scale) / 2, width: board.width * scale });
    x += board.width * scale + GAP;
  }
  let y = side ? (room.height - stocksHigh) / 2 : top + high + GAP;
  if (!side) x = (room.width - stocksWide) / 2;
  for (const stock of stocks) {
    plan.stocks.push({ x, y, width: stock.width * small });
    if (side) y += stock.height * small + CAPTION + GAP;
    else x += stock.width * small + GAP;
  }
  return plan;
}

/** Areas as a block of so many columns. @param {Size[]} areas @param {number} scale @param {number} columns */
function block(areas, scale, columns) {
  const wide = most(areas, "width") * scale;
  const high = most(areas, "height") * scale + CAPTION;
  const rows = Math.ceil(areas.length / columns);
  return { wide, high, width: columns * (wide + GAP) - GAP, height: rows * (high + GAP) - GAP };
}

/** Everything on the ground. Others' areas get room there if the boards lose no more than a little by
 * it, and if they are to be more readable than elsewhere; what is pinned gets room in any case.
 * @param {Things} things @param {Size} room @param {{keep: number, least: number}} [terms] keep: the share
 * of their size that the boards keep; least: the scale from which areas are worth it
 * @returns {Plan | null} null: the areas find no room */
export function groundPlan({ boards, stocks, areas }, room, { keep, least } = { keep: 0, least: 0 }) {
  const alone = core(boards, stocks, room);
  if (!areas.length) return alone;
  let best = /** @type {Plan | null} */ (null);
  const largest = flat(areas) ? 1 : LARGEST;
  for (const scale of AREAS) {
    if (scale < least) break;
    if (scale > largest) continue;
    for (let columns = 1; columns <= areas.length; columns++) {
      const shape = block(areas, scale, columns);
      const row = columns === areas.length;
      for (const beside of row ? [true, false] : [true]) {
        const rest = beside ? { width: room.width - shape.width - GAP, height: room.height }
          : { width: room.width, height: room.height - shape.height - GAP };
        if (shape.height > room.height || shape.width > room.width || rest.width <= 0 || rest.height <= 0) continue;
        const plan = core(boards, stocks, rest);
        if (best && plan.scale <= best.scale) continue;
        best = plan;
        const x = beside ? rest.width + GAP : (room.width - shape.width) / 2;
        const y = beside ? (room.height - shape.height) / 2 : rest.height + GAP;
        plan.areas = areas.map((area, n) => ({
          x: x + (n % columns) * (shape.wide + GAP), y: y + Math.floor(n / columns) * (shape.high + GAP), width: area.width * scale }));
      }
    }
    if (best && best.scale >= keep * alone.scale) return best;
  }
  return keep > 0 && least > 0 ? null : best ?? alone;
}

/** Boards of which none is larger than another, in rows, and stocks beside or below them.
 * @param {Size[]} boards of one width @param {Size[]} stocks @param {Size} room @returns {Plan} */
export function equalPlan(boards, stocks, room) {
  const [wide, high] = [most(boards, "width"), most(boards, "height")];
  let best = /** @type {Plan | null} */ (null);
  for (let columns = 1; columns <= boards.length; columns++) {
    const rows = Math.ceil(boards.length / columns);
    for (const side of stocks.length ? [true, false] : [true]) {
      const between = Math.max(0, stocks.length - 1) * GAP;
      const taken = side
        ? { width: most(stocks, "width"), height: total(stocks, "height") + stocks.length * CAPTION + between }
        : { width: total(stocks, "width") + between, height: most(stocks, "height") + CAPTION };
      // What lies beside gives way rather than hang over the edge.
      const small = stocks.length ? Math.min(BESIDE, room.height / taken.height, room.width / taken.width) : 0;
      const left = side ? { width: room.width - taken.width * small - GAP, height: room.height } : { width: room.width, height: room.height - taken.height * small - GAP };
      const scale = Math.min((left.width - (columns - 1) * GAP) / (columns * wide), (left.height - (rows - 1) * GAP) / (rows * high));
      if (scale <= 0 || (best && scale <= best.scale)) continue;
      const grid = { width: columns * wide * scale + (columns - 1) * GAP, height: rows * high * scale + (rows - 1) * GAP };
      const x = side ? (left.width - grid.width) / 2 : (room.width - grid.width) / 2;
      const y = (left.height - grid.height) / 2;
      let at = side ? { x: x + grid.width + GAP, y: (room.height - taken.height * small) / 2 } : { x: (room.width - taken.width * small) / 2, y: y + grid.height + GAP };
      /** @type {Spot[]} */
      const spots = [];
      for (const stock of stocks) {
        spots.push({ ...at, width: stock.width * small });
        at = side ? { x: at.x, y: at.y + stock.height * small + CAPTION + GAP } : { x: at.x + stock.width * small + GAP, y: at.y };
      }
      best = { boards: boards.map((board, n) => ({ x: x + (n % columns) * (wide * scale + GAP), y: y + Math.floor(n / columns) * (high * scale + GAP), width: board.width * scale })), stocks: spots, areas: [], scale };
    }
  }
  return best ?? { boards: [], stocks: [], areas: [], scale: 0 };
}

/** @typedef {{moves: {x: number, y: number}[], width: number, height: number}} Flow */

/** Whether two things are of one kind, by their heights. @param {Box} one @param {Box} other */
const alike = (one, other) => Math.max(one.height, other.height) <= 1.6 * Math.min(one.height, other.height);

/** Let things that stand in rows flow into rows of another width, in their order, each as large as it is.
 * What stands before them and is of another kind stays there, if enough room is left beside it.
 * @param {Box[]} items @param {number} width @returns {Flow} */
export function flow(items, width) {
  const last = items.at(-1);
  const first = last ? items.findIndex((item) => alike(item, last)) : 0;
  const [before, rest] = [items.slice(0, first), items.slice(first)];
  const edge = Math.max(0, ...before.map((item) => item.x + item.width));
  const begin = rest[0];
  if (!begin || !before.length || edge > begin.x || width - begin.x < 3 * begin.width) return rows(items, width);
  const beside = rows(rest, width - begin.x);
  return {
    moves: [...before.map(() => ({ x: 0, y: 0 })), ...beside.moves.map(({ x, y }) => ({ x: x + begin.x, y }))],
    width: begin.x + beside.width,
    height: Math.max(beside.height, ...before.map((item) => item.y + item.height)),
  };
}

/** The largest scale at which things find room in rows; not below the least. @param {Box[]} items @param {Size} room
 * @param {number} least */
export function largest(items, room, least) {
  for (let scale = LARGE; scale > least; scale -= 0.1) {
    const { width, height } = flow(items, room.width / scale);
    if (width * scale <= room.width && height * scale <= room.height) return scale;
  }
  return least;
}

/** @param {Box[]} items @param {number} width @returns {Flow} */
function rows(items, width) {
  /** @type {Box[][]} */
  const found = [];
  let right = 0;
  items.forEach((item, n) => {
    const before = items[n - 1];
    const space = before ? item.x - before.x - before.width : 0;
    const level = before && before.y < item.y + item.height && item.y < before.y + before.height;
    const gap = level && space >= 2 && space <= 24 ? space : 6;
    const row = found.at(-1);
    // Things of another kind begin a row of their own.
    if (!row || right + gap + item.width > width || !alike(item, row[0] ?? item)) {
      found.push([{ ...item, x: 0 }]);
      right = item.width;
    } else {
      row.push({ ...item, x: right + gap });
      right += gap + item.width;
    }
  });
  let y = 2;
  let wide = 0;
  /** @type {{x: number, y: number}[]} */
  const moves = [];
  for (const row of found) {
    const high = most(row, "height");
    for (const item of row) {
      const from = /** @type {Box} */ (items[moves.length]);
      moves.push({ x: item.x + 2 - from.x, y: y + (high - item.height) / 2 - from.y });
      wide = Math.max(wide, item.x + item.width);
    }
    y += high + 6;
  }
  return { moves, width: wide + 4, height: Math.max(1, y - 4) };
}

const FACTS = 0.72; // the scale from which a few facts in a line can be read

/** How high the highest of the areas in the list of seats may be, and the others in proportion; 0: they are folded away.
 * @param {Size[]} areas @param {number} room what is left for all of them @param {number} width of the list
 * @param {number} row the height of a seat's own row, beside which an upright area stands */
export function areaHeight(areas, room, width, row) {
  if (!areas.length) return 0;
  const natural = most(areas, "height");
  if (flat(areas)) {
    const scale = Math.min(1.2, width / most(areas, "width"), room / total(areas, "height"));
    return scale < FACTS ? 0 : Math.floor(scale * natural);
  }
  const high = Math.floor(Math.min(room / areas.length + row, 0.5 * natural));
  return high < 2 * row ? 0 : high;
}
