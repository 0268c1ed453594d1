// The curtain around one screen: it falls when the device goes to somebody else, and only their tap
// lifts it. The server sends nothing of a hand before that; here the page forgets what it said to the
// one before. Of the view; imports dom.js.

import { by, fill, sign } from "./dom.js";

/** @typedef {import("./types").State} State */

/** Let the curtain fall or rise, as a state has it; whether it hangs.
 * @param {State} state @param {Record<string, string>} words */
export function showCurtain(state, words) {
  const curtain = by("curtain");
  const whose = state.curtain === null ? undefined : state.seats[state.curtain];
  const hung = !curtain.hidden;
  curtain.hidden = !whose;
  document.body.classList.toggle("curtained", Boolean(whose));
  by("table").inert = Boolean(whose);
  if (!whose) {
    if (hung) by("ask").focus({ preventScroll: true });
    return false;
  }
  for (const open of document.querySelectorAll("dialog[open]")) {
    if (open.id !== "gone") /** @type {HTMLDialogElement} */ (open).close();
  }
  fill(by("curtain-name"), [sign(whose.shape, whose.seat), whose.name]);
  by("curtain-ask").textContent = state.ask;
  by("curtain-lift").textContent = (words["curtain_lift"] ?? "").replace("{name}", () => whose.name);
  by("curtain-undo").hidden = state.undo.can !== "free";
  if (!hung) by("curtain-lift").focus();
  return true;
}

/** What was said to the one before, wherever it stands unseen. */
export function forgetWhatWasSaid() {
  by("why").replaceChildren();
  by("live").textContent = "";
}
