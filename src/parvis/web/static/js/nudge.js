// Where a thing that lies on the board can be pushed: the spots that one may pick, and which of them is
// next. Pure; imports nothing.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {"left" | "right" | "up" | "down"} Way */

const FINGER = 44; // pixels

/** The ways, as steps. @type {Record<Way, Point>} */
const STEPS = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } };

/** The next spot that way: the nearest one, where what lies aside counts double; "" if there is none.
 * @param {Map<string, Point>} spots @param {string} from @param {Way} way @returns {string} */
export function nudged(spots, from, way) {
  const here = spots.get(from);
  if (!here) return "";
  const step = STEPS[way];
  let best = "";
  let least = Infinity;
  for (const [name, spot] of spots) {
    const dx = spot.x - here.x;
    const dy = spot.y - here.y;
    const ahead = dx * step.x + dy * step.y;
    const aside = Math.abs(dx * step.y + dy * step.x);
    if (name === from || ahead <= 0.5 || aside > 2 * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) {
      least = far;
      best = name;
    }
  }
  return best;
}

/** The spot nearest to a point, if one is near enough. @param {Map<string, Point>} spots @param {Point} point
 * @param {number} [reach] @returns {string} */
export function nearest(spots, point, reach = Infinity) {
  let best = "";
  let least = reach;
  for (const [name, spot] of spots) {
    const far = Math.hypot(spot.x - point.x, spot.y - point.y);
    if (far < least) {
      least = far;
      best = name;
    }
  }
  return best;
}

/** Whether spots lie side by side and are too small for a finger to tell apart: then one pushes.
 * @param {Map<string, Point & {size: number}>} spots @param {number} unit pixels a unit */
export function crowded(spots, unit) {
  const all = [...spots.values()];
  const first = all[0];
  if (!first || first.size * unit >= FINGER) return false;
  return all.some((one, n) => all.some((other, m) => m > n && Math.hypot(one.x - other.x, one.y - other.y) < 1.1 * one.size));
}
