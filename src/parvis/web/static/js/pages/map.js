// A map that people lay out tile by tile, for an option that is written as a text: letters by row. It
// knows the sizes of tiles and no rule; the server says what is wrong with a map. Imports nothing.

const SIDE = 12; // cells of the board
const CELL = 60; // units a cell
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{ letter: string, x: number, y: number, turned: boolean }} Laid */

const frame = document.getElementById("map");
if (frame) layOut(/** @type {HTMLDetailsElement} */ (frame));

/** @param {HTMLDetailsElement} frame */
function layOut(frame) {
  const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const board = find("map-board");
  const state = find("map-state");
  const text = /** @type {HTMLTextAreaElement} */ (frame.querySelector("textarea"));
  const buttons = /** @type {HTMLButtonElement[]} */ ([...frame.querySelectorAll(".palette button")]);
  const [ground, above] = [document.createElementNS(SVG, "g"), document.createElementNS(SVG, "g")];
  board.replaceChildren(ground, above);
  const maps = JSON.parse(find("maps").textContent ?? "{}");
  /** @type {Laid[]} */
  let laid = [];
  let chosen = buttons[0];
  let turned = false;
  /** The cell that keys are at, or the pointer. @type {{ x: number, y: number } | null} */
  let at = null;

  const kind = (/** @type {string} */ letter) => buttons.find((one) => one.dataset["letter"] === letter);
  const left = (/** @type {HTMLButtonElement} */ button) =>
    Number(button.dataset["count"]) - laid.filter((tile) => tile.letter === button.dataset["letter"]).length;
  const canTurn = (/** @type {HTMLButtonElement | undefined} */ button) => (button?.querySelectorAll("svg").length ?? 0) > 1;

  /** @param {Laid} tile @returns {[number, number]} its cells across and down */
  function size(tile) {
    const button = kind(tile.letter);
    const sides = [Number(button?.dataset["wide"]), Number(button?.dataset["high"])];
    return /** @type {[number, number]} */ (tile.turned ? sides.reverse() : sides);
  }

  /** @param {Laid} tile @param {number} x @param {number} y */
  function covers(tile, x, y) {
    const [wide, high] = size(tile);
    return x >= tile.x && x < tile.x + wide && y >= tile.y && y < tile.y + high;
  }

  /** Whether a tile lies on the board and on no other. @param {Laid} tile */
  function fits(tile) {
    const [wide, high] = size(tile);
    if (tile.x + wide > SIDE || tile.y + high > SIDE) return false;
    for (let dx = 0; dx < wide; dx++) {
      for (let dy = 0; dy < high; dy++) {
        if (laid.some((other) => covers(other, tile.x + dx, tile.y + dy))) return false;
      }
    }
    return true;
  }

  /** The chosen tile with its corner at a cell. @param {{ x: number, y: number }} cell @returns {Laid | null} */
  function offered(cell) {
    if (!chosen || left(chosen) < 1) return null;
    return { letter: chosen.dataset["letter"] ?? "", ...cell, turned: turned && canTurn(chosen) };
  }

  /** Lay the chosen tile, or take up the one that lies there. @param {{ x: number, y: number }} cell */
  function press(cell) {
    const there = laid.find((tile) => covers(tile, cell.x, cell.y));
    if (there) {
      laid = laid.filter((tile) => tile !== there);
      chosen = kind(there.letter) ?? chosen;
      turned = there.turned;
    } else {
      const tile = offered(cell);
      if (!tile || !fits(tile)) return;
      laid.push(tile);
      if (chosen && left(chosen) < 1) chosen = buttons.find((button) => left(button) > 0) ?? chosen;
    }
    changed();
  }

  /** What is laid, as letters by row. */
  function written() {
    const rows = Array.from({ length: SIDE }, (_, y) => Array.from({ length: SIDE }, (__, x) =>
      laid.find((tile) => covers(tile, x, y))?.letter ?? "."));
    return rows.map((row) => row.join("")).join("\n");
  }

  /** @param {string} map letters by row, rows parted by strokes or lines */
  function read(map) {
    const rows = map.trim().split(/[\/\n]+/);
    laid = [];
    const high = rows.length;
    const wide = Math.max(...rows.map((row) => row.length));
    if (!map.trim() || high > SIDE || wide > SIDE) return;
    const [left0, top0] = [Math.floor((SIDE - wide) / 2), Math.floor((SIDE - high) / 2)];
    rows.forEach((row, y) => [...row].forEach((letter, x) => {
      const cell = { x: left0 + x, y: top0 + y };
      const button = kind(letter);
      if (!button || left(button) < 1 || laid.some((tile) => covers(tile, cell.x, cell.y))) return;
      const down = canTurn(button) && rows[y + 1]?.[x] === letter && row[x + 1] !== letter;
      laid.push({ letter, ...cell, turned: down });
    }));
  }

  /** Something was laid or taken up: only a whole map is sent. */
  function changed() {
    const missing = buttons.reduce((sum, button) => sum + left(button), 0);
    text.value = missing ? "" : written();
    state.textContent = missing ? (state.dataset["left"] ?? "").replace("{n}", String(missing)) : state.dataset["done"] ?? "";
    drawGround();
    draw();
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {Laid} tile @param {string} look */
  function picture(tile, look) {
    const model = kind(tile.letter)?.querySelectorAll("svg")[tile.turned ? 1 : 0];
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", look);
    group.setAttribute("transform", `translate(${tile.x * CELL} ${tile.y * CELL})`);
    if (model) group.append(...[...model.cloneNode(true).childNodes]);
    return group;
  }

  /** What lies there, made anew only when it changes. */
  function drawGround() {
    const grid = document.createElementNS(SVG, "path");
    const lines = Array.from({ length: SIDE + 1 }, (_, n) => `M0 ${n * CELL}H${SIDE * CELL}M${n * CELL} 0V${SIDE * CELL}`);
    grid.setAttribute("d", lines.join(""));
    grid.setAttribute("class", "grid");
    ground.replaceChildren(grid, ...laid.map((tile) => picture(tile, "laid")));
  }

  /** What would be laid, and which tile is chosen. */
  function draw() {
    /** @type {Element[]} */
    const parts = [];
    const ghost = at && !laid.some((tile) => covers(tile, /** @type {any} */ (at).x, /** @type {any} */ (at).y)) ? offered(at) : null;
    if (ghost) parts.push(picture(ghost, fits(ghost) ? "ghost" : "ghost barred"));
    if (at) {
      const cursor = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries({ x: at.x * CELL, y: at.y * CELL, width: CELL, height: CELL, class: "cursor" })) {
        cursor.setAttribute(name, String(value));
      }
      parts.push(cursor);
    }
    above.replaceChildren(...parts);
    for (const button of buttons) {
      const count = left(button);
      button.setAttribute("aria-pressed", String(button === chosen));
      button.disabled = !count;
      /** @type {Element} */ (button.querySelector(".left")).textContent = Number(button.dataset["count"]) > 1 ? `×${count}` : "";
    }
    /** @type {HTMLButtonElement} */ (find("map-turn")).disabled = !canTurn(chosen);
  }

  /** @param {PointerEvent | MouseEvent} event */
  function cellAt(event) {
    const box = board.getBoundingClientRect();
    const place = (/** @type {number} */ share) => Math.max(0, Math.min(SIDE - 1, Math.floor(share * SIDE)));
    return { x: place((event.clientX - box.left) / box.width), y: place((event.clientY - box.top) / box.height) };
  }

  function turn() {
    turned = !turned;
    draw();
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      chosen = button;
      draw();
    });
  }
  board.addEventListener("click", (event) => press(cellAt(event)));
  board.addEventListener("pointermove", (event) => {
    at = cellAt(event);
    draw();
  });
  board.addEventListener("pointerleave", () => {
    at = null;
    draw();
  });
  board.addEventListener("keydown", (event) => {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const here = at ?? { x: SIDE / 2, y: SIDE / 2 };
    const within = (/** @type {number} */ value) => Math.max(0, Math.min(SIDE - 1, value));
    if (step) at = at ? { x: within(here.x + step[0]), y: within(here.y + step[1]) } : here;
    else if (event.key === "Enter" || event.key === " ") press(here);
    else if (event.key === "r" || event.key === "R") turned = !turned;
    else return;
    event.preventDefault();
    draw();
  });
  find("map-turn").addEventListener("click", turn);
  find("map-clear").addEventListener("click", () => {
    laid = [];
    changed();
  });
  find("map-from").addEventListener("click", () => {
    const picked = /** @type {HTMLInputElement | null} */ (document.querySelector("form.form input[type=radio]:checked[value]"));
    const layout = [...document.querySelectorAll("form.form input[type=radio]:checked")]
      .map((one) => /** @type {HTMLInputElement} */ (one).value).find((value) => value in maps);
    read(maps[layout ?? picked?.value ?? ""] ?? Object.values(maps)[0] ?? "");
    changed();
  });

  frame.hidden = false;
  read(text.value);
  changed();
}
