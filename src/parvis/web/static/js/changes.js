// What a move would change in the ledger, as differences that sum to what it brings. Pure; imports nothing.

/** @typedef {import("./types").Line} Line */

/** The lines that would come, each with what it brings more than the one whose place it takes; then those
 * that would go for nothing. @param {Line[]} went @param {Line[]} came @returns {Line[]} */
export function changesOf(went, came) {
  const gone = [...went];
  const take = (/** @type {(old: Line) => boolean} */ fits) => {
    const at = gone.findIndex(fits);
    return at < 0 ? null : gone.splice(at, 1)[0] ?? null;
  };
  const news = came.filter((line) => !take((old) => old.side === line.side && old.words === line.words && old.points === line.points));
  const changed = news.map((line) => {
    const old = take((each) => each.side === line.side && each.clause === line.clause);
    return { ...line, points: line.points - (old?.points ?? 0) };
  });
  const lost = gone.map((line) => ({ ...line, points: -line.points }));
  return [...changed, ...lost].filter((line) => line.points || (line.status === "open" && !lost.includes(line)));
}
