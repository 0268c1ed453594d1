// Ending a game before its end: what the menu offers, what is asked first, and an offer to stop
// together. Of the view; imports dom.js and state.js.

import { by, fill, icon, make } from "./dom.js";
import { endsGame } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {Record<string, string>} Words */
/** @typedef {"" | "resign" | "stop" | "close-table"} Ending what one is asked whether to do */

/** What may be done now. @param {State} state @returns {Record<string, boolean>} */
export function endings(state) {
  const own = state.seats[state.seat ?? -1];
  const plays = !state.over && !state.read_only && own !== undefined && own.mine && !own.given_up;
  const others = state.seats.some((seat) => seat.kind === "person" && !seat.mine && !seat.given_up);
  return {
    "resign": plays,
    "stop": plays && others && state.stopping === null,
    "close-table": state.host && !state.over && !state.read_only,
  };
}

/** @param {State} state @param {Ending} ending @param {Words} words */
export function showEnding(state, ending, words) {
  const can = endings(state);
  for (const [does, may] of Object.entries(can)) {
    const button = /** @type {HTMLElement | null} */ (by("menu").querySelector(`[data-does="${does}"]`));
    if (button) button.hidden = !may;
  }
  const box = by("ending");
  const asked = ending && can[ending] ? sure(state, ending, words) : state.stopping ? offered(state.stopping, words) : null;
  box.hidden = asked === null;
  fill(box, asked ?? []);
}

/** @param {State} state @param {Exclude<Ending, "">} ending @param {Words} words */
function sure(state, ending, words) {
  const key = ending.replace("-", "_");
  const resigns = ending !== "resign" ? "" : !endsGame(state, state.seat ?? -1) ? "_more" : state.sides.length > 2 ? "_last" : "";
  return [
    make("p", {}, words[`${key}_ask${resigns}`] ?? ""),
    make("div", { class: "answers" },
      make("button", { type: "button", "data-does": `${ending}-yes` }, words[key] ?? ""),
      make("button", { type: "button", "data-does": "ending-no" }, icon("cross"), words["no"] ?? "")),
  ];
}

/** @param {import("./types").StopOffered} offer @param {Words} words */
function offered(offer, words) {
  const key = offer.mine ? "stop_waiting" : offer.vote ? "stop_asked" : "stop_watching";
  const text = (words[key] ?? "").replace("{name}", () => offer.name).replace("{names}", () => offer.waiting.join(", "));
  return [
    make("p", {}, text),
    make("div", { class: "answers" }, ...(offer.mine
      ? [make("button", { type: "button", "data-does": "stop-no" }, words["undo_withdraw"] ?? "")]
      : offer.vote ? [
        make("button", { type: "button", "data-does": "stop-yes" }, icon("tick"), words["yes"] ?? ""),
        make("button", { type: "button", "data-does": "stop-no" }, icon("cross"), words["no"] ?? ""),
      ] : [])),
  ];
}
