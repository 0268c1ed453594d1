// What this browser remembers: sounds, keys, explanations, remarks in a first game, whether a move has to be confirmed and the screen stays on, the pace of the
// others' moves; whether the table is in words, contrast, size, two keys. Imports nothing.

/** @typedef {import("./queue.js").Pace} Pace */

const PACE_NAMES = /** @type {const} */ (["slow", "normal", "fast", "none"]);

const coarse = matchMedia("(pointer: coarse)");

/** @param {string} name @returns {string | null} */
function read(name) {
  try {
    return localStorage.getItem(`parvis.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function write(name, value) {
  try {
    localStorage.setItem(`parvis.${name}`, value);
  } catch {
    // Private windows may forbid it; the setting then lasts as long as the page.
  }
}

export const prefs = {
  sound: read("sound") === "on",
  /** A finger has no hover: there one sees what a move brings before it is played. */
  confirm: (read("confirm") ?? (coarse.matches ? "on" : "off")) === "on",

  /** Keys of one character, which speech input may press unawares, can be switched off. */
  keys: read("keys") !== "off",
  /** What one rests on explains itself. */
  explain: read("explain") !== "off",
  /** The table in words instead of pictures. */
  words: read("words") === "on",
  /** There: signs of a keyboard only, for braille. */
  plain: read("plain") === "on",
  /** And how many of them fit on a line of the display; 0: any number. */
  cells: Number(read("cells") ?? 40) || 0,
  /** Stronger colours, and larger things to press. */
  contrast: read("contrast") === "on",
  large: read("large") === "on",
  /** Two keys: to go through what can be done, and to do it; seconds until the page goes on by itself, 0: never. */
  twoKeys: read("twoKeys") === "on",
  nextKey: read("nextKey") ?? " ",
  chooseKey: read("chooseKey") ?? "Enter",
  scanPace: Math.max(0, Number(read("scanPace")) || 0),
  /** In a first game, why a decision matters. */
  remarks: read("remarks") !== "off",

  /** A phone that lies on the table would fall asleep between two moves. */
  awake: (read("awake") ?? (coarse.matches ? "on" : "off")) === "on",

  /** How the others' moves are shown. @type {Pace} */
  pace: PACE_NAMES.find((name) => name === read("pace")) ?? "normal",

  /** @param {string} name */
  setPace(name) {
    this.pace = PACE_NAMES.find((each) => each === name) ?? "normal";
    write("pace", this.pace);
  },

  /** @param {"sound" | "confirm" | "keys" | "explain" | "remarks" | "awake" | "words" | "plain" | "contrast" | "large" | "twoKeys"} name @param {boolean} on */
  set(name, on) {
    this[name] = on;
    write(name, on ? "on" : "off");
  },
  /** @param {Partial<Record<"nextKey" | "chooseKey", string> & Record<"scanPace" | "cells", number>>} given */
  setKeys(given) {
    Object.assign(this, given);
    for (const [name, value] of Object.entries(given)) write(name, String(value));
  },
};
