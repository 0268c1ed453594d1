// What is asked and answered above the board: the question, its buttons, why not, taking back. Of the
// view; imports dom.js and state.js.

import { by, fill, icon, make, morph } from "./dom.js";
import { makesPractice } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Why} Why */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {Record<string, string>} Words */

/** The one sentence, and the buttons that answer it.
 * @param {State} state @param {Play} play @param {Panels} panels @param {Words} words */
export function showAsked(state, play, panels, words) {
  const question = play.question;
  const walk = play.walk;
  let sentence = state.ask;
  if (state.read_only) sentence = state.read_only;
  else if (play.sent) sentence = words["sending"] ?? "";
  else if (play.ready) sentence = words["ready"] ?? "";
  else if (question && walk?.picked.length) sentence = question.ask;
  if (by("ask").textContent !== sentence) by("ask").textContent = sentence;
  /** @type {HTMLElement[]} */
  const answers = [];
  if (question?.kind === "pick") {
    for (const choice of question.choices) {
      if (!choice.button && panels.at(choice.pick).length) continue;
      answers.push(make("button", { type: "button", class: "choice", "data-pick": choice.pick, "data-reach": true }, choice.label ?? choice.pick));
    }
  } else if (question?.kind === "cycle" && walk) {
    const shown = walk.shown(question);
    answers.push(
      make("button", { type: "button", class: "round", "data-does": "turn-left", "aria-label": words["turn_left"] ?? "", title: words["turn_left"] ?? "" }, icon("back")),
      make("button", { type: "button", class: "round", "data-does": "turn-right", "aria-label": words["turn_right"] ?? "", title: words["turn_right"] ?? "" }, icon("turn")),
      make("button", { type: "button", class: "act", "data-does": "confirm", "data-reach": true, "data-shown": shown.pick }, icon("tick"), shown.label || (words["place"] ?? "")));
  } else if (play.ready) {
    answers.push(make("button", { type: "button", class: "act", "data-does": "confirm", "data-reach": true }, icon("tick"), words["confirm"] ?? ""));
  }
  if (walk?.picked.length && !play.sent) {
    answers.push(make("button", { type: "button", class: "plain", "data-does": "back" }, icon("cross"), words["cancel"] ?? ""));
  }
  // A press and its release must meet one button.
  morph(by("answers"), answers);
}

/** What is being explained, if something is. @param {Why | null} why @param {string} rules @param {Words} words */
export function showWhy(why, rules, words) {
  const box = by("why");
  box.hidden = !why;
  if (!why) return;
  const more = why.text ? make("details", {}, make("summary", {}, words["clause_more"] ?? ""), make("p", {}, why.text)) : null;
  fill(box, [
    make("p", {}, why.words ?? "", " ",
      why.clause ? make("a", { class: "clause", href: `${rules}#${why.clause}`, target: "_blank" }, why.clause) : null),
    ...(more ? [more] : []),
    make("button", { type: "button", class: "plain round close", "data-does": "hush", "aria-label": words["close"] ?? "" }, icon("cross")),
  ]);
}

/** Taking back, whom it is asked of, and the warning that it makes the game practice.
 * @param {State} state @param {Words} words @param {boolean} warning */
export function showUndo(state, words, warning) {
  const { can, asked } = state.undo;
  const button = /** @type {HTMLButtonElement} */ (by("undo"));
  button.hidden = state.seat === null;
  button.disabled = !can || asked !== null;
  const label = words[can === "ask" ? "undo_ask" : makesPractice(state) ? "undo_practice" : "undo"] ?? "";
  button.title = label;
  button.setAttribute("aria-label", label);
  const box = by("undo-asked");
  box.hidden = !asked && !warning;
  if (warning) {
    fill(box, [
      make("p", {}, words["undo_practice_ask"] ?? ""),
      make("div", { class: "answers" },
        make("button", { type: "button", "data-does": "practice-yes" }, words["undo_practice_yes"] ?? ""),
        make("button", { type: "button", "data-does": "practice-no" }, icon("cross"), words["no"] ?? "")),
    ]);
  }
  if (!asked) return;
  const text = asked.mine
    ? (words["undo_waiting"] ?? "").replace("{names}", asked.waiting.join(", "))
    : (words["undo_asked"] ?? "").replace("{name}", asked.name);
  fill(box, [
    make("p", {}, text),
    make("div", { class: "answers" }, ...(asked.mine
      ? [make("button", { type: "button", "data-does": "withdraw" }, words["undo_withdraw"] ?? "")]
      : asked.vote ? [
        make("button", { type: "button", class: "act", "data-does": "vote-yes" }, icon("tick"), words["yes"] ?? ""),
        make("button", { type: "button", "data-does": "vote-no" }, icon("cross"), words["no"] ?? ""),
      ] : [])),
  ]);
}
