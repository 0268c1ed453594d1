// What is asked and answered above the board: the question, its buttons, why not, taking back. Of the
// view; imports dom.js and state.js.

import { by, fill, icon, make, morph, signed } from "./dom.js";
import { makesPractice } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Why} Why */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {Record<string, string>} Words */

/** The one sentence, and the buttons that answer it.
 * @param {State} state @param {Play} play @param {Marks} marks who knows what places are called @param {Words} words */
export function showAsked(state, play, marks, words) {
  const question = play.question;
  const walk = play.walk;
  let sentence = state.ask;
  if (state.read_only) sentence = state.read_only;
  else if (play.sent) sentence = words["sending"] ?? "";
  else if (play.ready && play.begun) sentence = words["ready"] ?? "";
  else if (question && walk?.held.length) sentence = question.ask;
  if (by("ask").textContent !== sentence) by("ask").textContent = sentence;
  const inHand = question?.kind === "cycle" || play.ready;
  by("answers").classList.toggle("in-hand", inHand);
  // A press and its release must meet one button.
  morph(by("answers"), inHand ? moveInHand(state, play, words) : answers(state, play, marks));
  const turned = question?.kind === "cycle" ? walk?.shown(question).label ?? "" : "";
  if (by("turned").textContent !== turned) by("turned").textContent = turned;
}

/** What is picked, to be turned and played or put back. @param {State} state @param {Play} play @param {Words} words */
function moveInHand(state, play, words) {
  const cycle = play.question?.kind === "cycle";
  const back = play.begun
    ? make("button", { type: "button", class: "plain back", "data-does": "back", "aria-label": words["cancel"] ?? "" }, icon("cross"), make("span", {}, words["cancel"] ?? "")) : null;
  return [
    deed(play.walk?.does || (words[cycle ? "place" : "confirm"] ?? ""), gain(state, play.ghost), { "data-does": "confirm" }),
    ...(cycle ? turns(words) : []),
    ...(back ? [back] : []),
  ];
}

/** The arrows that turn what is in hand. @param {Words} words */
export function turns(words) {
  return [["turn-left", "turn_left", "back"], ["turn-right", "turn_right", "turn"]].map(([does = "", key = "", sign = ""]) =>
    make("button", { type: "button", class: "round", "data-does": does, "aria-label": words[key] ?? "", title: words[key] ?? "" }, icon(sign)));
}

/** The buttons of an open question: whole moves first, declining last and quiet.
 * @param {State} state @param {Play} play @param {Marks} marks */
function answers(state, play, marks) {
  const choices = play.question?.choices ?? [];
  const deeds = play.deeds;
  const others = choices.filter((each) => !deeds.includes(each) && (each.button || !marks.drawn(each.pick)));
  return [
    ...deeds.map((each) => deed(each.does || play.question?.does || marks.label(each),
      gain(state, play.foreseen(each)), { "data-does": "deed", "data-pick": each.pick })),
    ...others.filter((each) => !each.quiet).map((each) => answer(each, marks.label(each), "choice")),
    ...others.filter((each) => each.quiet).map((each) => answer(each, marks.label(each), deeds.length ? "plain quiet" : "quiet")),
  ];
}

/** @param {import("./types").Choice} choice @param {string} label @param {string} kind */
function answer(choice, label, kind) {
  return make("button", { type: "button", class: kind, "data-pick": choice.pick, "data-reach": true,
    ...(choice.button ? { "data-does": "deed" } : {}) }, label);
}

/** The button that plays a move: a verb, and what it brings.
 * @param {string} verb @param {number} points @param {Record<string, string>} does */
function deed(verb, points, does) {
  return make("button", { type: "button", class: "act deed", "data-reach": true, ...does,
    ...(points ? { "aria-label": `${verb}, ${signed(points)}` } : {}) },
  icon("tick"), make("span", { class: "does" }, verb), make("span", { class: "gain figures" }, points ? signed(points) : ""));
}

/** What a move would bring to the side that plays it. @param {State} state
 * @param {import("./types").Preview | null} preview */
export function gain(state, preview) {
  const side = state.seats[state.seat ?? -1]?.side;
  const points = (/** @type {import("./types").Side[]} */ sides) => sides.find((each) => each.side === side)?.points ?? 0;
  return preview?.sides.length ? points(preview.sides) - points(state.sides) : 0;
}

/** What is being explained, if something is.
 * @param {import("./state.js").Explained | null} why @param {string} rules @param {Words} words */
export function showWhy(why, rules, words) {
  const box = by("why");
  box.hidden = !why;
  box.classList.toggle("advice", Boolean(why?.hint));
  if (!why) return;
  if (why.hint) return fill(box, advice(why.hint, rules, words));
  const more = why.text ? make("details", {}, make("summary", {}, words["clause_more"] ?? ""), make("p", {}, why.text)) : null;
  fill(box, [
    make("p", {}, why.words ?? "", " ",
      why.clause ? make("a", { class: "clause", href: `${rules}#${why.clause}`, target: "_blank" }, why.clause) : null),
    ...(more ? [more] : []),
    make("button", { type: "button", class: "plain round close", "data-does": "hush", "aria-label": words["close"] ?? "" }, icon("cross")),
  ]);
}

/** A move that is advised: what it is, why, and the button that plays it.
 * @param {import("./types").Hint} hint @param {string} rules @param {Words} words */
function advice(hint, rules, words) {
  const [move, ...others] = hint.says.map((said) => make("p", said.clause ? { class: "reason" } : {}, said.words, " ",
    said.clause ? make("a", { class: "clause", href: `${rules}#${said.clause}`, target: "_blank" }, said.clause) : null));
  return [
    ...(move ? [move] : []),
    ...(others.length ? [make("button", { type: "button", class: "act", "data-does": "follow-hint" },
      icon("tick"), make("span", {}, words["follow_hint"] ?? ""))] : []),
    ...others,
    make("button", { type: "button", class: "plain round close", "data-does": "hush", "aria-label": words["close"] ?? "" }, icon("cross")),
  ];
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
  const what = asked.anew ? "anew" : "undo";
  const text = asked.mine
    ? (words[`${what}_waiting`] ?? "").replace("{names}", () => asked.waiting.join(", "))
    : (words[`${what}_asked`] ?? "").replace("{name}", () => asked.name);
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
