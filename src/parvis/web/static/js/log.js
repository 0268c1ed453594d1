// What happened and what was said: log and chat. Of the view; imports dom.js and state.js.

import { by, fill, make, morph, sign } from "./dom.js";
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
      class: ["entry", entry.kind, entry.undone ? "undone" : "", since.has(entry.n) ? "since" : ""].filter(Boolean).join(" "),
      "data-places": JSON.stringify(entry.places),
    },
      entry.seat === null ? make("span", { class: "sign" }) : sign(state.seats[entry.seat]?.shape ?? "disc", entry.seat),
      make("span", {}, entry.words.join(" ")));
    return entry.n === first && since.size
      ? [make("li", { class: "divider" }, words["since"] ?? ""), item] : [item];
  });
  stick(by("log"), items.length ? items : [make("li", { class: "nothing" }, words["no_log"] ?? "")]);
}

/** What happened since my last move, near the question. @param {State} state @param {Words} words */
export function showSince(state, words) {
  const entries = recent(state);
  fill(by("since"), entries.length ? [
    make("p", { class: "unseen" }, words["since"] ?? ""),
    make("ul", {}, ...entries.slice(-4).map((entry) => make("li", { "data-places": JSON.stringify(entry.places) },
      entry.seat === null ? make("span", { class: "sign" }) : sign(state.seats[entry.seat]?.shape ?? "disc", entry.seat),
      make("span", {}, entry.words.join(" "))))),
  ] : []);
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
