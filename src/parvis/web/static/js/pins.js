// Whose areas stay open beside the board, remembered as long as one is at the table. Imports nothing.

export class Pins {
  /** @param {string} table its address */
  constructor(table) {
    this.key = `parvis.pins ${table}`;
    /** @type {Set<number>} */
    this.seats = new Set(read(this.key));
  }

  /** @param {number | null} seat */
  has(seat) {
    return seat !== null && this.seats.has(seat);
  }

  /** Pin an area, or let it go. @param {number} seat */
  toggle(seat) {
    if (!this.seats.delete(seat)) this.seats.add(seat);
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.seats]));
    } catch {
      // Private windows may forbid it; pins then last as long as the page.
    }
  }
}

/** @param {string} key @returns {number[]} */
function read(key) {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter(Number.isInteger) : [];
  } catch {
    return [];
  }
}
