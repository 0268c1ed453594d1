// A state of a table as the server sends it, made small, for tests to change.

/** @param {object} [changes] */
export function state(changes = {}) {
  return {
    n: 41, at: 1763236200, seat: 0, held: [0], curtain: null, title: "Stairs", ask: "Pick a tile.",
    turn: { seat: 0, mine: true, thinking: null, progress: null, seconds: null },
    panels: [panel("city", { role: "board" }), panel("hand", { role: "hand", seat: 0 })],
    tree: [{ ask: "Pick a tile.", kind: "pick", choices: [choice("tile-1")] }],
    seats: [seat(0, "Ada", { mine: true }), seat(1, "Bob")],
    sides: [{ side: 0, seats: [0], points: 3, winner: false }, { side: 1, seats: [1], points: 2, winner: false }],
    ledger: [], log: [entry(40)], since: [40], last: ["slot-7"], chat: [said(12)], watching: 0,
    undo: { can: "free", asked: null }, practice: false, clocks: null, stopping: null, stopped: null, over: false, winners: [], read_only: null,
    commitment: "6e0c", proof: null, bots: [], host: true, hostless: false,
    ...changes,
  };
}

/** @param {string} id @param {object} [changes] */
export function panel(id, changes = {}) {
  return { id, role: "area", title: id, seat: null, width: 600, height: 480, order: [`${id}-a`, `${id}-b`],
    fragments: { [`${id}-a`]: "<g/>", [`${id}-b`]: "<g/>" }, ...changes };
}

/** @param {string} pick @param {object} [changes] */
export function choice(pick, changes = {}) {
  return { pick, label: pick, add: 0, ...changes };
}

/** @param {number} seat @param {string} name @param {object} [changes] */
export function seat(seat, name, changes = {}) {
  return { seat, name, kind: "person", here: true, mine: false, side: seat, shape: "disc", bot: null,
    sits_in: false, left: null, free: false, link: null, ...changes };
}

/** @param {number} n @param {object} [changes] */
export function entry(n, changes = {}) {
  return { n, seat: 1, kind: "move", words: [`Event ${n}.`], places: [], undone: false, ...changes };
}

/** @param {number} n */
export function said(n) {
  return { n, seat: 1, name: "Bob", text: `Line ${n}` };
}
