// How large the board of a small screen is: pinched, tapped larger, or fitted to what is asked. Of the
// view; imports nothing.

const LARGEST = 3;
const FINGER = 44; // pixels that a finger needs
const WORTH = 1.12; // times as large: below that nothing is enlarged
const FOUND = 36; // pixels that a finger finds, if not at once
const MARGIN = 16;

export class Zoom {
  /** @param {HTMLElement} ground */
  constructor(ground) {
    this.ground = ground;
    this.zoom = 1;
    /** Whether it is as somebody wanted it, and not as was thought best. */
    this.chosen = false;
    /** Called when the zoom has changed. @type {() => void} */
    this.changed = () => undefined;
    this.listen();
  }

  /** @param {number} value @param {number} x a point of the screen that stays @param {number} y */
  set(value, x, y) {
    const { ground } = this;
    const next = Math.min(LARGEST, Math.max(1, value));
    const rect = ground.getBoundingClientRect();
    const ratio = next / this.zoom;
    const left = (ground.scrollLeft + x - rect.left) * ratio - (x - rect.left);
    const top = (ground.scrollTop + y - rect.top) * ratio - (y - rect.top);
    this.apply(next);
    ground.scrollTo(left, top);
  }

  /** @param {number} zoom */
  apply(zoom) {
    this.zoom = zoom;
    this.ground.style.setProperty("--zoom", String(zoom));
    this.changed();
  }

  /** The whole board, unless somebody wants it otherwise. */
  relax() {
    if (!this.chosen && this.zoom !== 1) this.apply(1);
  }

  toggle() {
    const rect = this.ground.getBoundingClientRect();
    this.chosen = true;
    this.set(this.zoom > 1 ? 1 : 2, rect.left + rect.width / 2, rect.top + rect.height / 2);
  }

  /** Show these places of the board so that a finger finds each, as far as all of them can be seen.
   * @param {Element[]} elements @param {number} [size] of the smallest of them, in pixels at the zoom of now
   * @param {number} [enough] pixels with which nothing is enlarged */
  fit(elements, size, enough = FINGER) {
    if (this.chosen || !elements.length) return;
    const rects = elements.map((element) => element.getBoundingClientRect());
    const frame = this.ground.getBoundingClientRect();
    const left = Math.min(...rects.map((rect) => rect.left));
    const top = Math.min(...rects.map((rect) => rect.top));
    const width = Math.max(...rects.map((rect) => rect.right)) - left;
    const height = Math.max(...rects.map((rect) => rect.bottom)) - top;
    const least = size ?? Math.min(...rects.map((rect) => Math.min(rect.width, rect.height)));
    if (!width || !height || !least) return;
    const room = Math.min((frame.width - 2 * MARGIN) / width, (frame.height - 2 * MARGIN) / height);
    const wanted = Math.min(LARGEST, this.zoom * Math.min(FINGER / least, room));
    // What stays too small however far all of it is enlarged is looked at whole: the first tap enlarges it.
    const small = size === undefined && least * wanted < FOUND * this.zoom;
    const zoom = wanted < WORTH || small || least >= enough * this.zoom ? 1 : wanted;
    const seen = zoom === this.zoom && left >= frame.left && top >= frame.top && left + width <= frame.right && top + height <= frame.bottom;
    const panel = elements[0]?.closest(".panel");
    if (seen || !panel) return;
    // Where the middle of them is on their panel, which stands elsewhere once it is larger.
    const before = panel.getBoundingClientRect();
    const across = (left + width / 2 - before.left) / before.width;
    const down = (top + height / 2 - before.top) / before.height;
    const high = (height / this.zoom) * zoom;
    this.apply(zoom);
    const after = panel.getBoundingClientRect();
    const x = after.left + across * after.width;
    const y = after.top + down * after.height;
    // What is higher than the screen is shown from its beginning.
    const up = high > frame.height ? y - high / 2 - MARGIN - frame.top : y - frame.top - frame.height / 2;
    this.ground.scrollTo(this.ground.scrollLeft + x - frame.left - frame.width / 2, this.ground.scrollTop + up);
  }

  /** Two fingers. */
  listen() {
    const { ground } = this;
    let start = 0;
    let from = 1;
    ground.addEventListener("touchstart", (event) => {
      if (event.touches.length !== 2) return;
      start = span(event.touches).size;
      from = this.zoom;
    }, { passive: true });
    ground.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2 || !start) return;
      const { size, x, y } = span(event.touches);
      this.chosen = true;
      this.set((from * size) / start, x, y);
      event.preventDefault();
    }, { passive: false });
    ground.addEventListener("touchend", () => { start = 0; });
  }
}

/** @param {TouchList} touches */
function span(touches) {
  const [a, b] = [touches[0], touches[1]];
  if (!a || !b) return { size: 0, x: 0, y: 0 };
  return { size: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}
