// Folding an update into the state. Pure, so that two tabs always agree; imports nothing.

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Update} Update */
/** @typedef {import("./types").Panel} Panel */
/** @typedef {import("./types").Panels} Panels */

/** How many entries of log and chat are kept, as the server does (docs/protocol.md). */
export const MOST_LINES = 60;

/** The state after an update; null if they do not fit and the whole state is needed.
 * @param {State} state @param {Update} update @returns {State | null} */
export function fold(state, update) {
  if (update.from !== state.n) return null;
  const { panels, panels_order, tree, ledger, log, chat, log_all, chat_all, from: _from, ...rest } = update;
  /** @type {State} */
  const next = { ...state, ...rest, panels: state.panels };
  if (tree !== undefined) next.tree = tree && resolve(tree, state.tree ?? []);
  if (ledger) next.ledger = resolve(ledger, state.ledger);
  if (log) next.log = (log_all ? log : [...state.log, ...log]).slice(-MOST_LINES);
  if (chat) next.chat = (chat_all ? chat : [...state.chat, ...chat]).slice(-MOST_LINES);
  if (panels || panels_order) next.panels = overlay(state.panels, panels ?? {}, panels_order);
  return next;
}

/** A list in which a number stands for an entry of the one before.
 * @template {object} T @param {(T | number)[]} list @param {T[]} before @returns {T[]} */
function resolve(list, before) {
  return list.flatMap((entry) => (typeof entry === "number" ? before[entry] ?? [] : entry));
}

/** Panels with some of them, or some of their fragments, replaced.
 * @param {Panel[]} panels @param {Panels} changes @param {string[]} [order] @returns {Panel[]} */
export function overlay(panels, changes, order) {
  const known = new Map(panels.map((panel) => [panel.id, panel]));
  for (const [id, change] of Object.entries(changes)) {
    const old = known.get(id);
    const fragments = { ...old?.fragments, ...change.fragments };
    known.set(id, /** @type {Panel} */ ({ ...old, ...change, id, fragments }));
  }
  const ids = order ?? [...known.keys()];
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Panels with a ghost on them, in which a place still stands that the ghost would take away: what is pointed at
 * or has the focus stays there. @param {Panel[]} panels @param {Panel[]} ghostly @param {string} place @returns {Panel[]} */
export function staying(panels, ghostly, place) {
  const has = (/** @type {string | undefined} */ text) => Boolean(text?.includes(`data-place='${place}'`));
  return ghostly.map((panel) => {
    const before = panels.find((each) => each.id === panel.id);
    const kept = before?.order.find((id) => has(before.fragments[id]));
    if (!before || !kept || panel.order.some((id) => has(panel.fragments[id]))) return panel;
    const order = panel.order.includes(kept) ? panel.order : [...panel.order, kept];
    return { ...panel, order, fragments: { ...panel.fragments, [kept]: before.fragments[kept] ?? "" } };
  });
}
