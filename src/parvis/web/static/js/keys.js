// The keyboard alone. One table says which keys there are on which page, what they do and what the sheet of keys
// tells of them. Of the actions; imports dom.js, focus.js and prefs.js.

import { by, dialog, fill, make } from "./dom.js";
import { focusIsLed, focusOn, placeName, reach, toward } from "./focus.js";
import { prefs } from "./prefs.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./geometry.js").Direction} Direction */

/** @typedef {object} Ways what keys do beside picking
 * @property {() => void} explore let keys reach everything there is, or only what can be picked
 * @property {(element: Element | null) => boolean} explain say what this is
 * @property {() => boolean} skip pass over what is being told; whether something was
 * @property {() => void} inWords the table in words, or in pictures
 * @property {() => boolean} type to the line in which one types, if there is one
 * @property {(key: string) => boolean} ask say a part of the table, where it is in words
 * @property {(number: number) => boolean} number pick by the number of a list, if there is one
 * @property {() => boolean} hush close what is being explained; whether something was */

/** @typedef {object} Stepping what keys do where a game is looked through
 * @property {(by: number) => void} step @property {(at: number) => void} go from the end, if it is below 0
 * @property {(way: string) => void} seek to a turn or the end of a round
 * @property {() => void} play or pause @property {() => void} look as a seat knew it, or all open */

/** @typedef {"table" | "replay"} Page */

/** @typedef {object} Pressed a key, and where
 * @property {KeyboardEvent} event @property {HTMLElement | null} here what has the focus, if keys reach it
 * @property {Play} play @property {Ways} ways @property {Stepping} steps */

/** @typedef {object} Key
 * @property {string[]} keys as the browser names them
 * @property {string[]} shown as the sheet shows them; words of the page are named by an underscore
 * @property {string} says which words of the page tell what it does
 * @property {Page} [on] the page that has it; left out: all
 * @property {boolean} [single] one character alone, which can be switched off
 * @property {(pressed: Pressed) => boolean | void} does false if it is left to the browser */

/** @type {Record<string, Direction>} */
const DIRECTIONS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** @type {Key[]} */
export const KEYS = [
  { keys: Object.keys(DIRECTIONS), shown: ["←", "↑", "↓", "→"], says: "key_arrows", on: "table", does: go },
  { keys: ["Home", "End"], shown: ["_key_home", "_key_end"], says: "key_ends", on: "table", does: goToEnd },
  { keys: ["Enter", " "], shown: ["_key_enter", "_key_space"], says: "key_pick", on: "table", does: pick },
  { keys: ["Escape"], shown: ["_key_escape"], says: "key_back", on: "table", does: stepBack },
  { keys: ["r", "R"], shown: ["R", "⇧ R"], says: "key_turn", single: true, on: "table", does: turn },
  { keys: ["i", "I"], shown: ["I"], says: "key_explain", single: true, on: "table", does: ({ here, ways }) => ways.explain(here) },
  { keys: ["w", "W"], shown: ["W"], says: "key_explore", single: true, on: "table", does: ({ ways }) => ways.explore() },
  { keys: ["s", "S"], shown: ["S"], says: "key_skip", single: true, on: "table", does: ({ ways }) => ways.skip() },
  { keys: ["t", "T"], shown: ["T"], says: "key_words", single: true, on: "table", does: ({ ways }) => ways.inWords() },
  { keys: ["/", ":"], shown: ["/"], says: "key_type", single: true, on: "table", does: ({ ways }) => ways.type() },
  { keys: [..."123456789"], shown: ["1", "…", "9"], says: "key_number", single: true, on: "table", does: ({ event, ways }) => ways.number(Number(event.key)) },
  { keys: [..."qhbpol"], shown: ["Q", "H", "B", "P", "O", "L"], says: "key_ask", single: true, on: "table", does: ({ event, ways }) => ways.ask(event.key) },
  { keys: ["ArrowLeft", "ArrowRight"], shown: ["←", "→"], says: "key_step", on: "replay", does: leafing(({ event, steps }) => steps.step(event.key === "ArrowLeft" ? -1 : 1)) },
  { keys: ["ArrowUp", "ArrowDown"], shown: ["↑", "↓"], says: "key_turns", on: "replay", does: leafing(({ event, steps }) => steps.seek(event.key === "ArrowUp" ? "turn-back" : "turn-on")) },
  { keys: ["PageUp", "PageDown"], shown: ["_key_page_up", "_key_page_down"], says: "key_rounds", on: "replay", does: leafing(({ event, steps }) => steps.seek(event.key === "PageUp" ? "round-back" : "round-on")) },
  { keys: ["Home", "End"], shown: ["_key_home", "_key_end"], says: "key_bounds", on: "replay", does: leafing(({ event, steps }) => steps.go(event.key === "Home" ? 0 : -1)) },
  { keys: [" "], shown: ["_key_space"], says: "key_play", on: "replay", does: leafing(({ steps }) => steps.play()) },
  { keys: ["o", "O"], shown: ["O"], says: "key_eyes", single: true, on: "replay", does: ({ steps }) => steps.look() },
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

/** Leafing through a game, unless the key means something where the focus is: what is scrolled, a button, a tab.
 * @param {(pressed: Pressed) => void} does @returns {(pressed: Pressed) => boolean} */
function leafing(does) {
  return (pressed) => {
    const { event } = pressed;
    const target = event.target instanceof Element ? event.target : null;
    const along = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (target?.closest(along ? "[role=tablist]" : event.key === " " ? "a, button, summary, .scroll" : ".scroll, .ground[tabindex]")) return false;
    does(pressed);
    return true;
  };
}

/** The keys of a page. @param {Page} page */
export function keysOf(page) {
  return KEYS.filter((key) => !key.on || key.on === page);
}

/** Do what keys say. @param {Page} page @param {(event: KeyboardEvent, target: Element | null) => Pressed} pressed */
function listen(page, pressed) {
  const keys = keysOf(page);
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, select, dialog[open], details[open] .menu-list")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keys.find((each) => each.keys.includes(event.key));
    if (!key || (key.single && !prefs.keys)) return;
    if (key.does(pressed(event, target)) !== false) event.preventDefault();
  });
}

/** Where a game is looked through. @param {Stepping} steps */
export function listenToSteps(steps) {
  listen("replay", (event) => /** @type {Pressed} */ ({ event, here: null, steps }));
}

/** @param {Play} play @param {Ways} ways */
export function listenToKeys(play, ways) {
  listen("table", (event, target) => /** @type {Pressed} */ ({ event, here: target?.closest("[data-reach]") ?? null, play, ways }));

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

/** The sheet of keys, told from the same table. @param {Page} page @param {Record<string, string>} words */
export function showKeys(page, words) {
  fill(by("key-list"), keysOf(page).map((key) => make("div", key.single ? { "data-single": true } : {},
    make("dt", {}, ...key.shown.map((shown) => make("kbd", {}, shown.startsWith("_") ? words[shown.slice(1)] ?? "" : shown))),
    make("dd", {}, words[key.says] ?? ""))));
}
