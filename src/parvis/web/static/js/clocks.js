// How much time a seat has, from what the server said and how long ago; and how often that is worth
// painting. Pure; imports nothing.

/** @typedef {import("./types").Clocks} Clocks */

const MINUTE = 60, HOUR = 3600, DAY = 86400;
/** From here down seconds are counted, in seconds. */
const CLOSE = 10 * MINUTE;
/** When each was heard, in milliseconds. @type {WeakMap<Clocks, number>} */
const heard = new WeakMap();

/** Clocks have come, or come to be known again. @param {Clocks | null} clocks @param {number} now milliseconds */
export function hearClocks(clocks, now) {
  if (clocks && !heard.has(clocks)) heard.set(clocks, now);
}

/** How many seconds have passed since clocks were heard. @param {Clocks} clocks @param {number} now milliseconds */
export function passed(clocks, now) {
  return Math.max(0, (now - (heard.get(clocks) ?? now)) / 1000);
}

/** Whether clocks stand still for the night, some seconds after they were heard. @param {Clocks} clocks @param {number} after */
export function isStill(clocks, after) {
  const [from = 0, to = 0] = clocks.still ?? [];
  return after >= from && after < to;
}

/** The seconds that a seat has left then; null: no clock is kept for it.
 * @param {Clocks} clocks @param {number} seat @param {number} after */
export function secondsLeft(clocks, seat, after) {
  const left = clocks.left[seat] ?? null;
  if (left === null || clocks.running !== seat) return left;
  const [from = 0, to = 0] = clocks.still ?? [];
  const slept = Math.max(0, Math.min(after, to) - Math.max(0, from));
  return left - (after - slept);
}

/** A while as it is told: in which unit, how many; close to its end in minutes and seconds.
 * @param {number} seconds @returns {{ unit: "day" | "hour" | "minute" | "second", count: number }} */
export function told(seconds) {
  if (seconds >= DAY) return { unit: "day", count: Math.floor(seconds / DAY) };
  if (seconds >= HOUR) return { unit: "hour", count: Math.floor(seconds / HOUR) };
  if (seconds >= CLOSE) return { unit: "minute", count: Math.floor(seconds / MINUTE) };
  return { unit: "second", count: Math.max(0, Math.ceil(seconds)) };
}

/** After how many seconds what is told of these clocks is another; Infinity: as long as nothing is heard.
 * @param {Clocks} clocks @param {number} after */
export function nextChange(clocks, after) {
  const { running } = clocks;
  const left = running === null ? null : secondsLeft(clocks, running, after);
  const edges = (clocks.still ?? []).filter((edge) => edge > after).map((edge) => edge - after);
  if (left === null || left <= 0) return Math.min(Infinity, ...edges);
  return Math.min(left <= CLOSE + MINUTE ? 1 : MINUTE / 2, ...edges);
}
