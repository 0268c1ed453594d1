// What this browser remembers of courses and first games: which steps were done, where one was, at which
// tables a game was played first. Imports nothing.

/** @typedef {{at: string, done: string[]}} Progress where one was, and the steps that were done */

const FIRST_GAMES = 2; // of a game, in which remarks are made

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(`parvis.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
function write(name, value) {
  try {
    localStorage.setItem(`parvis.${name}`, JSON.stringify(value));
  } catch {
    // Private windows may forbid it; the address still tells where one is.
  }
}

/** How far one is in a game's course. @param {string} game @returns {Progress} */
export function progressOf(game) {
  const known = read(`learn.${game}`);
  const texts = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.filter((each) => typeof each === "string") : []);
  return { at: typeof known?.at === "string" ? known.at : "", done: texts(known?.done) };
}

/** One is at this step now. @param {string} game @param {string} step */
export function comeTo(game, step) {
  write(`learn.${game}`, { ...progressOf(game), at: step });
}

/** This step is done, and the next one is where one goes on. @param {string} game @param {string} step @param {string} next */
export function finish(game, step, next) {
  const { done } = progressOf(game);
  write(`learn.${game}`, { at: next, done: [...new Set([...done, step])] });
}

/** Whether a game is new to who plays at this table. @param {string} game @param {string} table */
export function isNew(game, table) {
  const played = read(`played.${game}`);
  return !Array.isArray(played) || played.length < FIRST_GAMES || played.slice(0, FIRST_GAMES).includes(table);
}

/** How many tables of a game one has played at. @param {string} game @returns {number} */
export function countPlayed(game) {
  const played = read(`played.${game}`);
  return Array.isArray(played) ? played.length : 0;
}

/** One plays at this table; beyond the first few nobody needs to know which. @param {string} game @param {string} table */
export function notePlayed(game, table) {
  const known = read(`played.${game}`);
  const played = Array.isArray(known) ? known : [];
  if (played.length <= FIRST_GAMES && !played.includes(table)) write(`played.${game}`, [...played, table]);
}
