// What moved from where to where: 200 ms, and nothing for those who want no motion. Of the view;
// imports nothing.

const TIME = 200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether motion is welcome. */
export function moving() {
  return !still.matches;
}

/** Let places glide from where they were.
 * @param {import("./panels.js").Panels} panels @param {Map<string, DOMRect>} before
 * @param {string[]} fresh places of the last move: what was nowhere before fades in
 * @param {DOMRect | null} from where it comes from */
export function glide(panels, before, fresh, from) {
  for (const [place, now] of panels.rects()) {
    const old = before.get(place) ?? (fresh.includes(place) ? from : null);
    if (!old || !now.width) continue;
    const dx = old.x + old.width / 2 - now.x - now.width / 2;
    const dy = old.y + old.height / 2 - now.y - now.height / 2;
    if (Math.abs(dx) + Math.abs(dy) < 6) continue;
    const element = panels.at(place)[0];
    const parent = /** @type {SVGGraphicsElement | null} */ (element?.parentElement ?? null);
    const matrix = parent?.getScreenCTM?.();
    if (!element || !matrix) continue;
    // Into the units that the element is drawn in.
    const inverse = matrix.inverse();
    const x = inverse.a * dx + inverse.c * dy;
    const y = inverse.b * dx + inverse.d * dy;
    element.animate(
      [{ translate: `${x}px ${y}px`, opacity: before.has(place) ? 1 : 0.2 }, { translate: "0px 0px", opacity: 1 }],
      { duration: TIME, easing: "cubic-bezier(.2, .7, .2, 1)" });
  }
}
