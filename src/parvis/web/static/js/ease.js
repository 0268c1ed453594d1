// How the table suits who plays: contrast, large targets, lines for braille, two keys and which. Of the actions; imports dom.js and
// prefs.js.

import { by } from "./dom.js";
import { prefs } from "./prefs.js";

const TAKEN = ["Tab", "Escape", "Shift", "Control", "Alt", "Meta"]; // keys that others need

/** @param {Record<string, string>} words @param {() => void} changed */
export function listenToEase(words, changed) {
  for (const name of /** @type {const} */ (["contrast", "large", "plain", "twoKeys"])) {
    const box = /** @type {HTMLInputElement} */ (by(`pref-${name}`));
    box.checked = prefs[name];
    box.addEventListener("change", () => {
      prefs.set(name, box.checked);
      const look = document.documentElement.dataset;
      if (name === "contrast") look["contrast"] = box.checked ? "high" : "";
      if (name === "large") look["size"] = box.checked ? "large" : "";
      changed();
    });
  }
  for (const name of /** @type {const} */ (["scanPace", "cells"])) {
    const list = /** @type {HTMLSelectElement} */ (by(`pref-${name}`));
    list.value = String(prefs[name]);
    list.addEventListener("change", () => {
      prefs.setKeys({ [name]: Number(list.value) });
      changed();
    });
  }
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (by("ease").querySelectorAll("[data-key]"));
  const show = () => {
    for (const button of buttons) {
      const which = /** @type {"nextKey" | "chooseKey"} */ (button.dataset["key"]);
      button.textContent = by("ease").dataset["setting"] === which ? words["key_press"] ?? "" : keyName(prefs[which], words);
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      by("ease").dataset["setting"] = button.dataset["key"];
      show();
    });
    button.addEventListener("keydown", (event) => {
      const which = /** @type {"nextKey" | "chooseKey"} */ (button.dataset["key"]);
      if (by("ease").dataset["setting"] !== which) return;
      event.preventDefault();
      event.stopPropagation();
      const other = which === "nextKey" ? prefs.chooseKey : prefs.nextKey;
      if (!TAKEN.includes(event.key) && event.key !== other) prefs.setKeys({ [which]: event.key });
      delete by("ease").dataset["setting"];
      show();
    });
    button.addEventListener("blur", () => {
      delete by("ease").dataset["setting"];
      show();
    });
  }
  show();
}

/** @param {string} key @param {Record<string, string>} words */
function keyName(key, words) {
  if (key === " ") return words["key_space"] ?? "";
  if (key === "Enter") return words["key_enter"] ?? "";
  return key.length === 1 ? key.toUpperCase() : key;
}
