// A finger that rests on a card of the hand or the offer sees it large. Of the actions; imports pointer.js.

import { lift } from "./pointer.js";

const LONG = 450; // milliseconds
const STILL = 9; // pixels
const LARGER = 2.4;

/** @param {HTMLElement} root */
export function listenToLoupe(root) {
  let waiting = 0;
  /** @type {HTMLElement | null} */
  let shown = null;
  let from = { x: 0, y: 0 };
  let rested = false;
  const end = () => {
    clearTimeout(waiting);
    shown?.remove();
    shown = null;
  };
  root.addEventListener("pointerdown", (event) => {
    end();
    rested = false;
    const target = event.target instanceof Element ? event.target : null;
    const card = target?.closest('.panel:is([data-role="hand"], [data-role="supply"], [data-role="area"]) [data-place]');
    if (!card || event.pointerType !== "touch" || !event.isPrimary) return;
    from = { x: event.clientX, y: event.clientY };
    waiting = setTimeout(() => {
      rested = true;
      shown = enlarged(card);
    }, LONG);
  });
  root.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) end();
  });
  for (const type of ["pointerup", "pointercancel"]) root.addEventListener(type, end);
  root.addEventListener("contextmenu", (event) => {
    if (rested) event.preventDefault();
  });
  // Who only looked picks nothing.
  root.addEventListener("click", (event) => {
    if (!rested) return;
    rested = false;
    event.stopPropagation();
  }, { capture: true });
}

/** A large copy above the table. @param {Element} card */
function enlarged(card) {
  const { width, height } = card.getBoundingClientRect();
  const scale = Math.min(LARGER, (0.9 * innerWidth) / width, (0.55 * innerHeight) / height);
  const copy = lift(card);
  copy.classList.add("loupe");
  copy.style.width = `${width * scale}px`;
  copy.style.height = `${height * scale}px`;
  return copy;
}
