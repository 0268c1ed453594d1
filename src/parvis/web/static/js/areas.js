// Another player's area, large: on hover, tap or Enter. Of the actions; imports dom.js.

import { by } from "./dom.js";

const COMING = 180; // milliseconds on a seat before its area opens: who only passes by opens none
const GOING = 120;

/** @param {MediaQueryList} tall whether the screen is a phone's */
export function listenToAreas(tall) {
  const seats = by("seats");
  let waiting = 0;
  seats.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || tall.matches) return;
    const item = seatOf(event);
    clearTimeout(waiting);
    waiting = setTimeout(() => enlarge(item), item?.classList.contains("large") ? 0 : COMING);
  });
  seats.addEventListener("pointerleave", (event) => {
    clearTimeout(waiting);
    if (event.pointerType !== "touch" && !tall.matches) waiting = setTimeout(() => enlarge(null), GOING);
  });
  seats.addEventListener("click", (event) => {
    const item = seatOf(event);
    if (!item || !(event.target instanceof Element) || !event.target.closest(".who")) return;
    enlarge(item.classList.contains("large") && tall.matches ? null : item);
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("#seats")) enlarge(null);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") enlarge(null);
  });
}

/** @param {Event} event */
function seatOf(event) {
  return /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("li") : null);
}

/** Show one seat's area large, and no other. @param {HTMLElement | null} item */
function enlarge(item) {
  for (const other of document.querySelectorAll("#seats > li.large")) {
    if (other === item) continue;
    other.classList.remove("large");
    other.firstElementChild?.setAttribute("aria-expanded", "false");
  }
  if (!item || !item.querySelector(".panel")) return;
  item.classList.add("large");
  item.firstElementChild?.setAttribute("aria-expanded", "true");
}
