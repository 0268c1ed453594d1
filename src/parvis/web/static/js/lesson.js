// A step of a course beside the board, and what is remarked in a first game. Of the view; imports dom.js.

import { by, fill, make } from "./dom.js";

/** @typedef {import("./types").State} State */

/** What was said of the last move, and what one can do now. @param {State} state @param {string} rules
 * @returns {boolean} whether that is something new */
export function showLesson(state, rules) {
  const { lesson } = state;
  const panel = document.getElementById("lesson");
  if (!lesson || !panel) return false;
  const looks = panel.hasAttribute("data-looks");
  const stands = looks ? "right" : lesson.state;
  fill(by("lesson-says"), [
    ...lesson.says.map((words) => make("p", {}, words)),
    ...(lesson.says.length ? [clauses(lesson.clauses, rules)] : []),
  ]);
  by("lesson-show").hidden = stands !== "asked";
  by("lesson-again").hidden = stands !== "wrong";
  by("lesson-skip").hidden = stands === "right";
  by("lesson-on").hidden = stands !== "right";
  const table = by("table");
  const before = table.dataset["lesson"];
  table.dataset["lesson"] = lesson.state;
  if (before === lesson.state) return false;
  by("asked").scrollTop = 0;
  if (stands === "right") by("lesson-on").focus({ preventScroll: true });
  else if (stands === "wrong") by("lesson-again").focus({ preventScroll: true });
  return true;
}

/** The clauses that something is about, to be looked up. @param {import("./types").ClauseName[]} named @param {string} rules */
function clauses(named, rules) {
  return make("p", { class: "lesson-clauses" }, ...named.map(({ number, title }) =>
    make("a", { class: "clause", href: `${rules}#${number}`, target: "_blank", title, "aria-label": `${number}, ${title}` }, number)));
}

/** Why this decision matters. @param {State} state @param {string} rules */
export function showRemark(state, rules) {
  const { remark } = state;
  by("remark").hidden = !remark;
  const clause = remark?.clause;
  fill(by("remark-words"), remark ? [remark.words, " ",
    ...(clause ? [make("a", { class: "clause", href: `${rules}#${clause.number}`, target: "_blank", title: clause.title }, clause.number)] : [])] : []);
}
