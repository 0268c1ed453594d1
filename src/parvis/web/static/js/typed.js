// What somebody types at the table: a number of the list, a command with its words, or a move. Pure; imports
// nothing.

/** @typedef {import("./types").Question} Question */

/** What can be typed, by the name of its words (`command_why`) and its help (`help_why`). */
export const COMMANDS = /** @type {const} */ ([
  "help", "question", "hand", "board", "supply", "others", "table", "score", "log", "around", "why", "preview",
  "yes", "no", "back", "undo", "hint", "stop", "resign", "again", "say", "rules", "result", "people", "pictures",
]);

/** @typedef {typeof COMMANDS[number]} Command */
/** @typedef {{number: number} | {command: Command, rest: string} | {move: string} | null} Typed */

/** Letters without their accents, small. @param {string} text */
export function bare(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words for a command: the reader's own, then English. @param {Command} command
 * @param {Record<string, string>} words @returns {string[]} */
export function wordsFor(command, words) {
  return [...new Set([...(words[`command_${command}`] ?? "").split(" ").filter(Boolean), command])];
}

/** What a line means. @param {string} line @param {Record<string, string>} words of the page
 * @param {number} count how many choices are listed @returns {Typed} */
export function understand(line, words, count) {
  const text = line.trim().replace(/\s+/g, " ");
  if (!text) return null;
  if (text === "?") return { command: "help", rest: "" };
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= count) return { number: Number(text) };
  const [first = "", ...others] = text.split(" ");
  const command = COMMANDS.find((each) => wordsFor(each, words).some((word) => bare(word) === bare(first)));
  return command ? { command, rest: others.join(" ") } : { move: text };
}

/** The commands that begin so. @param {string} line @param {Record<string, string>} words @returns {Command[]} */
export function beginning(line, words) {
  const begun = bare(line.trim());
  return COMMANDS.filter((each) => wordsFor(each, words).some((word) => bare(word).startsWith(begun)));
}

/** The picks that lead to a move. @param {Question[]} tree @param {number} move @param {number} [at]
 * @returns {string[] | null} */
export function pathTo(tree, move, at = 0) {
  for (const choice of tree[at]?.choices ?? []) {
    if (choice.then === undefined) {
      if (choice.add === move) return [choice.pick];
      continue;
    }
    const rest = pathTo(tree, move - choice.add, choice.then);
    if (rest) return [choice.pick, ...rest];
  }
  return null;
}
