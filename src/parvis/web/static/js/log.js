// What happened and what was said: log and chat, and what is being told. Of the view; imports dom.js,
// geometry.js and state.js.

import { by, fill, make, morph, sign } from "./dom.js";
import { overlap } from "./geometry.js";
import { recent } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {Record<string, string>} Words */

/** @param {State} state @param {Words} words */
export function showLog(state, words) {
  const since = new Set(state.since);
  const first = Math.min(...state.since);
  const items = state.log.flatMap((entry) => {
    const item = make("li", {
      id: `log-${entry.n}`,
      class: ["entry", entry.kind, entry.undone ? "undone" : "", since.has(entry.n) ? "lately" : ""].filter(Boolean).join(" "),
      "data-places": JSON.stringify(entry.places),
    },
      entry.seat === null ? make("span", { class: "sign" }) : sign(state.seats[entry.seat]?.shape ?? "disc", entry.seat),
      make("span", {}, entry.words.join(" ")));
    return entry.n === first && since.size
      ? [make("li", { class: "divider" }, words["since"] ?? ""), item] : [item];
  });
  stick(by("log"), items.length ? items : [make("li", { class: "nothing" }, words["no_log"] ?? "")]);
}

/** Moves since my last one that are shown near the question; the log has the rest. */
const MOST_CARDS = 12;

/** What happened since my last move, near the question: on a phone one card a move, to be swiped through.
 * @param {State} state @param {Words} words */
export function showSince(state, words) {
  const entries = recent(state).slice(-MOST_CARDS);
  const cards = entries.map((entry, i) => make("li", { "data-places": JSON.stringify(entry.places), id: `card-${entry.n}` },
    entry.seat === null ? make("span", { class: "sign" }) : sign(state.seats[entry.seat]?.shape ?? "disc", entry.seat),
    make("span", {}, entry.words.join(" ")),
    entries.length > 1 ? make("span", { class: "count figures", "aria-hidden": "true" }, `${i + 1}/${entries.length}`) : null));
  const before = by("since").innerHTML;
  fill(by("since"), cards.length ? [
    make("p", { class: "unseen", id: "since-title" }, words["since"] ?? ""),
    make("ul", { tabindex: entries.length > 1 ? "0" : null, "aria-labelledby": "since-title" }, ...cards),
  ] : []);
  // The newest is in sight, however one had swiped before.
  if (by("since").innerHTML !== before) showNewest();
}

/** Scroll what happened to its newest, and begin with a whole entry: the room for it is left below. */
export function showNewest() {
  const list = /** @type {HTMLElement | null} */ (by("since").querySelector("ul"));
  if (!list) return;
  list.style.paddingBottom = "";
  list.scrollTo(1e6, 1e6);
  const cards = /** @type {HTMLElement[]} */ ([...list.children]);
  const first = cards.find((card) => card.offsetTop >= list.scrollTop - 1) ?? cards.at(-1);
  const rest = list.scrollTop ? (first?.offsetTop ?? 0) - list.scrollTop : 0;
  if (rest > 0) list.style.paddingBottom = `${rest}px`;
  list.scrollTop += rest;
}

/** What is being told, and whether more waits. @param {State | null} state
 * @param {import("./types").Entry[]} entries @param {number} waiting */
export function showTold(state, entries, waiting) {
  const box = by("told");
  box.hidden = !entries.length && !waiting;
  by("skip").hidden = !waiting;
  /** @type {HTMLElement} */ (by("skip").lastElementChild).textContent = waiting > 1 ? String(waiting) : "";
  fill(by("told-words"), entries.map((entry) => make("li", {},
    entry.seat === null ? make("span", { class: "sign" }) : sign(state?.seats[entry.seat]?.shape ?? "disc", entry.seat),
    make("span", {}, entry.words.join(" ")))));
}

/** Where the words of a move may stand on the ground, the usual place first. */
const STANDS = ["below", "below left", "below right", "above", "above left", "above right"];

/** What is told stands where it covers least: nothing, if there is room, and what it speaks of last of all. It stays
 * where it was as long as no other place is better. @param {Element[]} spoken @param {Element[]} drawn */
export function placeTold(spoken, drawn) {
  const box = by("told");
  const covers = (/** @type {Element[]} */ all) => [...box.children].reduce((sum, part) => sum
    + all.reduce((more, each) => more + overlap(part.getBoundingClientRect(), each.getBoundingClientRect()), 0), 0);
  let least = Infinity;
  let best = "";
  for (const stand of [box.dataset["stands"] ?? "below", ...STANDS]) {
    box.dataset["stands"] = stand;
    const cost = covers(drawn) + 1e4 * covers(spoken);
    if (cost < least) [least, best] = [cost, stand];
  }
  box.dataset["stands"] = best;
}

/** @param {State} state @param {Words} words */
export function showChat(state, words) {
  stick(by("chat"), state.chat.length ? state.chat.map((line) => make("li", { id: `chat-${line.n}`, class: "said" },
    line.seat === null ? null : sign(state.seats[line.seat]?.shape ?? "disc", line.seat),
    make("span", {}, make("strong", {}, line.name), " ", line.text)))
    : [make("li", { class: "nothing" }, words["no_chat"] ?? "")]);
}

/** Fill a list and stay at its end, if one was there. @param {HTMLElement} list @param {Node[]} items */
function stick(list, items) {
  const scroller = /** @type {HTMLElement} */ (list.closest(".scroll"));
  const atEnd = scroller.offsetParent && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
  morph(list, items);
  if (atEnd) scroller.scrollTop = scroller.scrollHeight;
}
