// Going on at another device: the secret link of the seat one looks from, to copy or to point a camera
// at. Of the view; imports dom.js.

import { by } from "./dom.js";

/** @param {import("./types").State} state */
export function showOwnLink(state) {
  const box = /** @type {HTMLDetailsElement} */ (by("device"));
  const link = state.seat === null ? null : state.seats[state.seat]?.link ?? null;
  box.hidden = !link;
  const address = link ? (box.dataset["base"] ?? location.origin) + link : "";
  const field = /** @type {HTMLInputElement} */ (by("device-address"));
  if (field.value !== address) field.value = address;
  const code = /** @type {HTMLImageElement} */ (by("device-qr"));
  // Asked for only when it is looked at: it lets in whoever sees it.
  box.ontoggle = draw;
  draw();

  function draw() {
    const source = box.open && link ? `${link}/qr.svg` : "";
    if ((code.getAttribute("src") ?? "") !== source) {
      if (source) code.setAttribute("src", source);
      else code.removeAttribute("src");
    }
  }
}
