// What lies on the board, not confirmed yet, is dragged to another spot or pushed there by buttons. Of the
// actions; imports dom.js and nudge.js.

import { by } from "./dom.js";
import { nearest, nudged } from "./nudge.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./nudge.js").Point} Point */

const SLACK = 6; // pixels before a press becomes a drag

/** @param {HTMLElement} root @param {Stage} stage */
export function listenToPushing(root, stage) {
  const { play } = stage;
  by("nudges").addEventListener("click", (event) => {
    const way = event.target instanceof Element ? event.target.closest("[data-way]")?.getAttribute("data-way") : null;
    const next = way ? nudged(stage.others(), stage.lying() ?? "", /** @type {import("./nudge.js").Way} */ (way)) : "";
    if (next) play.pick(next);
  });

  /** What is being dragged: from where it was held to the middle of its spot, in units of the board.
   * @type {{id: number, x: number, y: number, off: Point, spots: Map<string, Point>, panel: string, moved: boolean} | null} */
  let held = null;
  let dragged = false;

  /** @param {PointerEvent} event @param {string} panel @returns {Point} */
  function point(event, panel) {
    const svg = stage.panels?.stands.get(panel)?.querySelector("svg");
    const frame = svg?.getBoundingClientRect() ?? { x: 0, y: 0 };
    const unit = stage.unit(panel) || 1;
    return { x: (event.clientX - frame.x) / unit, y: (event.clientY - frame.y) / unit };
  }

  root.addEventListener("pointerdown", (event) => {
    dragged = false;
    const spot = stage.spots.get(stage.lying() ?? "");
    if (!spot || event.button !== 0 || !event.isPrimary) return;
    // Browsers hand a finger's press to something near that can be clicked: what lies under it is looked up.
    const beneath = document.elementsFromPoint(event.clientX, event.clientY);
    if (!stage.ghostly().some((ghost) => beneath.some((element) => ghost.contains(element)))) return;
    const at = point(event, spot.panel);
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, off: { x: at.x - spot.x, y: at.y - spot.y },
      spots: stage.others(), panel: spot.panel, moved: false };
    // A finger that drags does not scroll. What it touched first may be drawn anew meanwhile, and is told all the same.
    const still = (/** @type {Event} */ move) => { if (held) move.preventDefault(); };
    event.target?.addEventListener("touchmove", still, { passive: false });
  });
  root.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    held.moved ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK;
    if (!held.moved) return;
    if (!stage.dragging) root.setPointerCapture(event.pointerId);
    dragged = stage.dragging = true;
    const at = point(event, held.panel);
    const next = nearest(held.spots, { x: at.x - held.off.x, y: at.y - held.off.y });
    if (next && next !== stage.lying()) play.pick(next);
  });
  for (const type of ["pointerup", "pointercancel"]) root.addEventListener(type, () => {
    held = null;
    stage.dragging = false;
  });
  // A drag is no click.
  root.addEventListener("click", (event) => {
    if (!dragged) return;
    dragged = false;
    event.stopPropagation();
  }, { capture: true });
}
