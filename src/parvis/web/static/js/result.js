// The end: who won, by what, from when on, and the way on. Of the view; imports course.js, dom.js and seats.js.

import { plot } from "./course.js";
import { by, fill, icon, make, points } from "./dom.js";
import { sideName, sideSigns } from "./seats.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Result} Result */
/** @typedef {Record<string, string>} Words */

const WIDE = 300;
const HIGH = 84;

/** The sides as they came out: who gave up may have the most points, and has not won. @param {State} state */
export function bestFirst(state) {
  return [...state.sides].sort((a, b) => Number(b.winner) - Number(a.winner) || b.points - a.points);
}

/** Whether nobody of a side has played on. @param {State} state @param {import("./types").Side} side */
export function gaveUp(state, side) {
  return side.seats.every((seat) => state.seats[seat]?.given_up);
}

/** Who won, with all points. @param {State} state @param {Words} words */
export function showResult(state, words) {
  const sides = bestFirst(state);
  const tied = sides.filter((side) => side.winner).length > 1;
  const won = (/** @type {number} */ seats) => words[tied ? (seats > 1 ? "share" : "shares") : (seats > 1 ? "win" : "wins")] ?? "";
  by("result-practice").hidden = !state.practice;
  by("result-stopped").hidden = !state.stopped;
  by("result-stopped").textContent = state.stopped?.words ?? "";
  fill(by("result-sides"), sides.map((side) => make("li", { class: side.winner ? "winner" : "" },
    make("span", { class: "signs" }, ...sideSigns(state, side.side)),
    make("span", { class: "name" }, sideName(state, side.side)),
    side.winner ? make("span", { class: "wins" }, won(side.seats.length)) : null,
    gaveUp(state, side) ? make("span", { class: "wins" }, words["given_up"] ?? "") : null,
    make("span", { class: "points figures" }, points(side.points)))));
  fill(by("proof"), state.proof ? [make("dt", {}, words["seed"] ?? ""), make("dd", {}, make("code", {}, state.proof.seed)),
    make("dt", {}, words["salt"] ?? ""), make("dd", {}, make("code", {}, state.proof.salt))] : []);
}

/** What is offered when a game is over: its result, and the next one. In the box of the result, and
 * beside the board when that is closed. @param {State} state @param {Words} words */
export function showAfter(state, words) {
  by("after").hidden = !state.over;
  const next = state.again;
  const seated = state.seat !== null && !state.read_only;
  for (const form of document.querySelectorAll("form.again")) /** @type {HTMLElement} */ (form).hidden = !seated || Boolean(next);
  for (const box of document.querySelectorAll(".asked-again")) {
    const name = state.seats[next?.seat ?? -1]?.name ?? "";
    fill(box, next ? [
      make("p", {}, next.seat === state.seat ? "" : (words["again_asked"] ?? "").replace("{name}", () => name)),
      make("a", { class: "button act", href: next.url }, icon("play"), words["again_join"] ?? ""),
    ] : []);
  }
}

/** By what they won, and from when on. @param {State} state @param {Result} result
 * @param {string} rules @param {Words} words */
export function showSources(state, result, rules, words) {
  const sides = bestFirst(state);
  const most = Math.max(1, ...result.sources.flatMap((source) => source.points.map(Math.abs)));
  const head = make("tr", {}, make("td", {}), ...sides.map((side) => make("th", { scope: "col" },
    make("span", { class: "signs" }, ...sideSigns(state, side.side)),
    make("span", { class: "name" }, sideName(state, side.side)))));
  const body = result.sources.map((source) => make("tr", {},
    make("th", { scope: "row" }, make("a", { href: `${rules}#${source.clause}`, target: "_blank" }, source.title)),
    ...sides.map((side) => cell(source.points[side.side] ?? 0, most, side.seats[0] ?? 0))));
  const foot = make("tr", {}, make("th", { scope: "row" }, words["total"] ?? ""),
    ...sides.map((side) => make("td", { class: "figures" }, points(side.points))));
  fill(by("result-sources"), [
    make("caption", { class: "unseen" }, words["sources"] ?? ""),
    make("thead", {}, head), make("tbody", {}, ...body), make("tfoot", {}, foot)]);
  by("result-sources").style.setProperty("--sides", String(sides.length));
  const told = result.turning?.words ?? [];
  const { tie } = result;
  fill(by("result-turning"), tie ? [
    make("p", { class: "lead" }, tie.words),
    make("p", { class: "small soft" }, tie.text, " ",
      make("a", { class: "clause", href: `${rules}#${tie.clause.number}`, target: "_blank" }, tie.clause.number)),
  ] : told.length ? [
    make("p", { class: "lead" }, told[0] ?? ""),
    ...(told.length > 1 ? [make("p", { class: "small soft" }, told.slice(1).join(" "))] : []),
  ] : []);
  const long = (result.course[0]?.length ?? 0) > 2;
  by("result-course").replaceChildren(...(long ? [figure(state, result, words)] : []));
}

/** Points, with a bar as long as they are many. @param {number} value @param {number} most @param {number} seat */
function cell(value, most, seat) {
  const bar = make("span", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(Math.abs(value) / most));
  bar.style.setProperty("--owner", `var(--owner-${seat % 4})`);
  if (value < 0) bar.classList.add("minus");
  return make("td", { class: "figures" }, value ? points(value) : make("span", { class: "soft" }, "0"), bar);
}

/** The points of all sides over time. @param {State} state @param {Result} result @param {Words} words */
function figure(state, result, words) {
  const svg = plot(state, result.course, { width: WIDE, height: HIGH, margin: 2, after: 14, turn: result.turning?.move ?? 0 });
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words["course"] ?? "");
  return make("figure", {}, make("figcaption", { class: "small soft" }, words["course"] ?? ""), /** @type {any} */ (svg));
}
