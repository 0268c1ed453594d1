// What can be reached by key, and where the focus stands. Of the view; imports nothing.

/** The place or button that something reachable stands for; "" if it stands for none.
 * @param {Element | null} element @returns {string} */
export function placeName(element) {
  const own = /** @type {HTMLElement | null} */ (element?.closest("[data-for]") ?? null);
  const place = /** @type {HTMLElement | null} */ (element?.closest("[data-place]") ?? null);
  return own?.dataset["for"] ?? place?.dataset["place"] ?? "";
}

/** What can be reached now, in reading order. @returns {HTMLElement[]} */
export function reach() {
  const found = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-reach]")]);
  const at = new Map(found.map((element) => [element, element.getBoundingClientRect()]));
  return found.filter((element) => /** @type {DOMRect} */ (at.get(element)).width).sort((a, b) => {
    const p = /** @type {DOMRect} */ (at.get(a));
    const q = /** @type {DOMRect} */ (at.get(b));
    const line = Math.min(p.height, q.height) / 2;
    return Math.abs(p.y - q.y) > line ? p.y - q.y : p.x - q.x;
  });
}

let led = false;

/** Whether the page moves the focus now, and nobody points at anything by it. */
export function focusIsLed() {
  return led;
}

/** The first thing to reach, for when a new question is asked. */
export function focusFirst() {
  const all = reach();
  const first = all.find(placeName) ?? all[0];
  if (!first) return;
  rove(first);
  led = true;
  first.focus({ preventScroll: false });
  led = false;
}

/** Make this the one place that Tab comes to. @param {HTMLElement} element */
export function rove(element) {
  for (const other of document.querySelectorAll("svg [data-reach]")) other.setAttribute("tabindex", "-1");
  if (placeName(element)) element.setAttribute("tabindex", "0");
}
