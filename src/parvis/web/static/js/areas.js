// Another player's area, large: on hover, tap or Enter; and pinned beside the board. Of the actions;
// imports dom.js.

import { by } from "./dom.js";

/** @typedef {import("./stage.js").Stage} Stage */

const COMING = 180; // milliseconds on a seat before its area opens: who only passes by opens none
const GOING = 120;

/** @param {Stage} stage */
export function listenToAreas(stage) {
  const { tall } = stage;
  const seats = by("seats");
  let waiting = 0;
  /** The seat whose area was opened by a click: it stays until it is closed. */
  let kept = "";
  seats.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || tall.matches || kept) return;
    const seat = seatOf(event);
    clearTimeout(waiting);
    if (seat && stage.pins.has(Number(seat))) return;
    waiting = setTimeout(() => enlarge(seat), areaOf(seat)?.classList.contains("large") ? 0 : COMING);
  });
  seats.addEventListener("pointerleave", (event) => {
    clearTimeout(waiting);
    if (event.pointerType !== "touch" && !tall.matches && !kept) waiting = setTimeout(() => enlarge(""), GOING);
  });
  seats.addEventListener("click", (event) => {
    const seat = seatOf(event);
    if (!seat || !(event.target instanceof Element) || !event.target.closest(".who")) return;
    clearTimeout(waiting);
    kept = kept === seat ? "" : seat;
    enlarge(kept);
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const pin = target?.closest("[data-pin]")?.getAttribute("data-pin");
    if (pin) {
      const held = document.activeElement === target?.closest("[data-pin]");
      enlarge(kept = "");
      stage.pin(Number(pin));
      // The button has moved with its panel.
      if (held) /** @type {HTMLElement | null} */ (document.querySelector(`[data-pin="${pin}"]`))?.focus({ preventScroll: true });
    } else if (!target?.closest("#seats, .panel.large")) enlarge(kept = "");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") enlarge(kept = "");
  });
}

/** The seat of the list that something happened at. @param {Event} event @returns {string} */
function seatOf(event) {
  const item = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("li") : null);
  return item?.dataset["seat"] ?? "";
}

/** @param {string} seat @returns {HTMLElement | null} */
function areaOf(seat) {
  return seat ? document.querySelector(`.panel[data-role="area"][data-seat="${seat}"]`) : null;
}

/** Show one seat's area large, and no other. What stood around it stays where it is.
 * @param {string} seat "": none */
function enlarge(seat) {
  const area = areaOf(seat);
  for (const other of document.querySelectorAll(".panel.large")) {
    if (other === area) continue;
    other.classList.remove("large");
    if (other.parentElement?.matches(".areas")) other.parentElement.removeAttribute("style");
  }
  for (const item of document.querySelectorAll("#seats > li")) {
    item.firstElementChild?.setAttribute("aria-expanded", String(area !== null && item.getAttribute("data-seat") === seat));
  }
  if (!area || area.classList.contains("large")) return;
  const home = area.parentElement;
  if (home?.matches(".areas")) {
    home.style.minWidth = `${home.offsetWidth}px`;
    home.style.minHeight = `${home.offsetHeight}px`;
  }
  area.classList.add("large");
}
