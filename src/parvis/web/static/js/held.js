// What one holds while one looks where it goes: its picture and its name, beside the question. Of the
// view; imports dom.js.

import { by, fill, make } from "./dom.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */

/** Show the things that were picked; the place where they go is seen on the board.
 * @param {Play} play @param {Panels} panels */
export function showHeld(play, panels) {
  const walk = play.sent ? null : play.walk;
  const held = walk?.steps.length ? walk.held : [];
  const ends = walk?.picked.at(-1)?.then === undefined ? walk?.picked.at(-1) : null; // the move
  const things = held.filter((each) => {
    const [element] = panels.at(each.pick);
    if (!element) return false;
    const place = each === ends || walk?.cycle(each) || (walk?.question?.kind === "cycle" && each === walk.picked.at(-1));
    return !place || !element.closest('[data-role="board"]');
  });
  fill(by("held"), things.map((each) => make("div", { class: "held-thing" },
    copy(/** @type {SVGGraphicsElement} */ (panels.at(each.pick)[0])),
    make("span", {}, each.label || panels.label(each.pick)))));
}

/** A thing of a drawing as a small picture of its own. @param {SVGGraphicsElement} element @returns {SVGElement} */
function copy(element) {
  const box = element.getBBox();
  const thing = /** @type {SVGElement} */ (element.cloneNode(true));
  thing.querySelectorAll("title, .mark").forEach((each) => each.remove());
  for (const each of [thing, ...thing.querySelectorAll("*")]) {
    for (const name of ["id", "data-place", "data-reach", "data-for", "role", "tabindex", "aria-label", "class"]) each.removeAttribute(name);
  }
  thing.removeAttribute("transform");
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", [box.x - 2, box.y - 2, box.width + 4, box.height + 4].map((each) => Math.round(each * 10) / 10).join(" "));
  picture.setAttribute("aria-hidden", "true");
  picture.append(thing);
  return picture;
}
