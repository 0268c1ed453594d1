// The keyboard alone. One table says which keys there are, what they do and what the sheet of keys tells of
// them. Of the actions; imports dom.js, focus.js and prefs.js.

import { by, dialog, fill, make } from "./dom.js";
import { focusIsLed, focusOn, placeName, reach, toward } from "./focus.js";
import { prefs } from "./prefs.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./geometry.js").Direction} Direction */

/** @typedef {object} Ways what keys do beside picking
 * @property {() => void} explore let keys reach everything there is, or only what can be picked
 * @property {(element: Element | null) => boolean} explain say what this is
 * @property {() => boolean} skip pass over what is being told; whether something was
 * @property {() => boolean} hush close what is being explained; whether something was */

/** @typedef {object} Pressed a key, and where
 * @property {KeyboardEvent} event @property {HTMLElement | null} here what has the focus, if keys reach it
 * @property {Play} play @property {Ways} ways */

/** @typedef {object} Key
 * @property {string[]} keys as the browser names them
 * @property {string[]} shown as the sheet shows them; words of the page are named by an underscore
 * @property {string} says which words of the page tell what it does
 * @property {boolean} [single] one character alone, which can be switched off
 * @property {(pressed: Pressed) => boolean | void} does false if it is left to the browser */

/** @type {Record<string, Direction>} */
const DIRECTIONS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** @type {Key[]} */
export const KEYS = [
  { keys: Object.keys(DIRECTIONS), shown: ["←", "↑", "↓", "→"], says: "key_arrows", does: go },
  { keys: ["Home", "End"], shown: ["_key_home", "_key_end"], says: "key_ends", does: goToEnd },
  { keys: ["Enter", " "], shown: ["_key_enter", "_key_space"], says: "key_pick", does: pick },
  { keys: ["Escape"], shown: ["_key_escape"], says: "key_back", does: stepBack },
  { keys: ["r", "R"], shown: ["R", "⇧ R"], says: "key_turn", single: true, does: turn },
  { keys: ["i", "I"], shown: ["I"], says: "key_explain", single: true, does: ({ here, ways }) => ways.explain(here) },
  { keys: ["w", "W"], shown: ["W"], says: "key_explore", single: true, does: ({ ways }) => ways.explore() },
  { keys: ["s", "S"], shown: ["S"], says: "key_skip", single: true, does: ({ ways }) => ways.skip() },
  { keys: ["?"], shown: ["?"], says: "key_sheet", single: true, does: () => dialog("keys").showModal() },
];

/** @param {Pressed} pressed */
function go({ event, here, play }) {
  if (event.target instanceof Element && event.target.closest("[role=tablist]")) return false;
  const direction = /** @type {Direction} */ (DIRECTIONS[event.key]);
  const sideways = direction === "left" || direction === "right";
  if (play.question?.kind === "cycle" && (!placeName(here) || sideways)) {
    play.turn(direction === "right" || direction === "down" ? 1 : -1);
    return true;
  }
  const next = toward(here, direction);
  if (next) focusOn(next);
  return next !== null || here !== null;
}

/** @param {Pressed} pressed */
function goToEnd({ event }) {
  if (event.target instanceof Element && event.target.closest("[role=tablist]")) return false;
  const end = reach().at(event.key === "Home" ? 0 : -1);
  if (end) focusOn(end);
  return end !== undefined;
}

/** @param {Pressed} pressed */
function pick({ here, play }) {
  if (!placeName(here)) return false; // a real button does it itself
  play.pick(placeName(here));
  return true;
}

/** @param {Pressed} pressed */
function stepBack({ play, ways }) {
  if (!ways.hush()) play.back();
}

/** @param {Pressed} pressed */
function turn({ event, play }) {
  return play.turn(event.shiftKey ? -1 : 1);
}

/** @param {Play} play @param {Ways} ways */
export function listenToKeys(play, ways) {
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, select, dialog[open], details[open] .menu-list")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = KEYS.find((each) => each.keys.includes(event.key));
    if (!key || (key.single && !prefs.keys)) return;
    const here = /** @type {HTMLElement | null} */ (target?.closest("[data-reach]") ?? null);
    if (key.does({ event, here, play, ways }) !== false) event.preventDefault();
  });

  // The focus points at things as the mouse does, where a key has moved it.
  document.addEventListener("focusin", (event) => {
    if (focusIsLed() || (event.target instanceof Element && !event.target.matches(":focus-visible"))) return;
    const element = event.target instanceof Element ? event.target.closest("[data-reach]") : null;
    if (!element) return;
    const name = placeName(element) || /** @type {HTMLElement} */ (element).dataset["pick"];
    const choice = name ? play.offered(name) : null;
    if (choice) play.hover(choice);
  });
}

/** The sheet of keys, told from the same table. @param {Record<string, string>} words */
export function showKeys(words) {
  fill(by("key-list"), KEYS.map((key) => make("div", key.single ? { "data-single": true } : {},
    make("dt", {}, ...key.shown.map((shown) => make("kbd", {}, shown.startsWith("_") ? words[shown.slice(1)] ?? "" : shown))),
    make("dd", {}, words[key.says] ?? ""))));
}
