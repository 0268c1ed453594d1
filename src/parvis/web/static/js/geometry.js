// Boxes on a screen: which one comes next in a direction, and where there is room beside one. Pure;
// imports nothing.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

const GAP = 10;
const EDGE = 8;
const SPARED = 0.3; // how much it counts to cover what is only looked at

/** @param {Box} box @returns {Point} */
export function middle(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a box on a board came to when the board was moved or enlarged.
 * @param {Box} box @param {Box} before the board @param {Box} after the board @returns {Box} */
export function carried(box, before, after) {
  const across = before.width ? after.width / before.width : 1;
  const down = before.height ? after.height / before.height : 1;
  return { x: after.x + (box.x - before.x) * across, y: after.y + (box.y - before.y) * down,
    width: box.width * across, height: box.height * down };
}

/** The box that comes next in a direction, -1 if none does. Left and right stay on the line; up and down
 * may go aside, to what lies nearest to the goal. @param {Box[]} boxes @param {number} from
 * @param {Direction} direction @param {Point} goal where one began to go this way */
export function nearest(boxes, from, direction, goal) {
  const here = boxes[from];
  if (!here) return -1;
  const sideways = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  const [along, across] = sideways ? /** @type {const} */ (["x", "y"]) : /** @type {const} */ (["y", "x"]);
  const [length, breadth] = sideways ? /** @type {const} */ (["width", "height"]) : /** @type {const} */ (["height", "width"]);
  let best = -1;
  let least = Infinity;
  for (const [i, box] of boxes.entries()) {
    const far = sign * (middle(box)[along] - middle(here)[along]);
    if (i === from || far <= 0.3 * Math.min(box[length], here[length])) continue;
    const aside = Math.max(box[across] - goal[across], goal[across] - box[across] - box[breadth], 0);
    if (aside > (sideways ? 0.2 * Math.min(box[breadth], here[breadth]) : 2 * far)) continue;
    const cost = far + 2 * aside + 0.1 * Math.abs(middle(box)[across] - goal[across]);
    if (cost < least - 0.5) {
      least = cost;
      best = i;
    }
  }
  return best;
}

/** Where something of a size stands beside a thing: within the frame, and over as little as can be of what
 * should stay in sight. @param {Box} thing @param {{width: number, height: number}} size @param {Box} frame
 * @param {Box[]} avoid @param {boolean} [loose] it may also stand away from the thing, at the top or the bottom
 * @param {Box[]} [spare] what it rather covers than that, if it has to cover something
 * @returns {Point} */
export function beside(thing, size, frame, avoid, loose = false, spare = []) {
  const right = frame.x + frame.width - EDGE - size.width;
  const bottom = frame.y + frame.height - EDGE - size.height;
  const within = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.max(low, Math.min(value, high));
  const xs = [thing.x, thing.x + (thing.width - size.width) / 2, thing.x + thing.width - size.width]
    .map((x) => within(x, frame.x + EDGE, right));
  const ys = [thing.y, thing.y + (thing.height - size.height) / 2, thing.y + thing.height - size.height]
    .map((y) => within(y, frame.y + EDGE, bottom));
  /** @type {Point[]} */
  const spots = [
    ...ys.map((y) => ({ x: thing.x + thing.width + GAP, y })), ...ys.map((y) => ({ x: thing.x - GAP - size.width, y })),
    ...xs.map((x) => ({ x, y: thing.y - GAP - size.height })), ...xs.map((x) => ({ x, y: thing.y + thing.height + GAP })),
  ];
  if (loose) spots.push(...xs.flatMap((x) => [{ x, y: frame.y + EDGE }, { x, y: bottom }]));
  const fits = spots.filter(({ x, y }) => x >= frame.x + EDGE && x <= right && y >= frame.y + EDGE && y <= bottom);
  if (!fits.length) {
    // No room on any side: at the end of the screen that is farther away.
    const low = middle(thing).y > frame.y + frame.height / 2;
    return { x: xs[1] ?? 0, y: low ? frame.y + EDGE : Math.max(frame.y + EDGE, bottom) };
  }
  const covered = (/** @type {Point} */ spot, /** @type {Box[]} */ boxes) => boxes.reduce((sum, box) => sum + overlap({ ...spot, ...size }, box), 0);
  const costs = fits.map((spot) => covered(spot, [thing, ...avoid]) + SPARED * covered(spot, spare));
  return /** @type {Point} */ (fits[costs.indexOf(Math.min(...costs))]);
}

/** The area that two boxes share. @param {Box} a @param {Box} b */
export function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}
