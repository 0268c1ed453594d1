// What one holds while one looks where it goes: its picture and its name, beside the question. Of the
// view; imports dom.js.

import { by, fill, make, pictureOf } from "./dom.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */

/** Show the things that were picked; the place where they go is seen on the board, and what is being turned there too.
 * @param {Play} play @param {Panels} panels */
export function showHeld(play, panels) {
  const walk = play.sent || play.question?.kind === "cycle" ? null : play.walk;
  const ends = walk?.picked.at(-1)?.then === undefined ? walk?.picked.at(-1) : null; // the move
  const things = (walk?.steps.length ? walk.held : []).filter((each) => {
    const [element] = panels.at(each.pick);
    return element && (each !== ends || !element.closest('[data-role="board"]'));
  });
  // As they were when they were picked: the ghost may have taken them from where they lay.
  const box = by("held");
  const picks = JSON.stringify(things.map((each) => each.pick));
  if (box.dataset["for"] === picks) return;
  box.dataset["for"] = picks;
  fill(box, things.map((each) => make("div", { class: "held-thing" },
    pictureOf(/** @type {Element} */ (panels.at(each.pick)[0])),
    make("span", {}, each.label || panels.label(each.pick)))));
}
