// Lines for a braille display: as long as it has cells. Pure; imports nothing.

/** A text in lines of at most so many signs, broken between words, within one only if it is longer than a line.
 * @param {string} text @param {number} cells 0: as long as it is */
export function wrapped(text, cells) {
  if (!cells) return text;
  return text.split("\n").flatMap((line) => broken(line, cells)).join("\n");
}

/** @param {string} line @param {number} cells */
function broken(line, cells) {
  /** @type {string[]} */
  const lines = [];
  let last = "";
  for (const word of line.split(/\s+/u)) {
    if (last && last.length + 1 + word.length <= cells) {
      last += ` ${word}`;
      continue;
    }
    if (last) lines.push(last);
    last = word;
    for (; last.length > cells; last = last.slice(cells)) lines.push(last.slice(0, cells));
  }
  return [...lines, last];
}
