// Beside the board: seats and scores, the ledger, the log, the chat.

import { by, fill, icon, make, points, sign, signed } from "./dom.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Line} Line */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Preview} Preview */
/** @typedef {Record<string, string>} Words */

/** @param {State} state @param {number} side */
function sideName(state, side) {
  const seats = state.sides.find((each) => each.side === side)?.seats ?? [];
  return seats.map((seat) => state.seats[seat]?.name || "…").join(" + ");
}

/** @param {State} state @param {number} side */
function sideSigns(state, side) {
  const seats = state.sides.find((each) => each.side === side)?.seats ?? [];
  return seats.map((seat) => sign(state.seats[seat]?.shape ?? "disc", seat));
}

/** Who sits here. Areas of the drawing stand in the same list, so items are kept.
 * @param {State} state @param {Preview | null} ghost @param {Words} words */
export function showSeats(state, ghost, words) {
  const list = by("seats");
  for (const seat of state.seats) {
    let item = /** @type {HTMLElement | null} */ (list.querySelector(`:scope > li[data-seat="${seat.seat}"]`));
    if (!item) {
      item = make("li", { class: "seat", "data-seat": String(seat.seat) },
        make("button", { class: "who", type: "button", "aria-expanded": "false" }), make("div", { class: "areas" }));
      list.append(item);
    }
    const side = state.sides.find((each) => each.side === seat.side);
    const after = ghost?.sides.find((each) => each.side === seat.side)?.points;
    const now = side?.points ?? 0;
    const onTurn = state.turn.seat === seat.seat && !state.over;
    item.classList.toggle("on-turn", onTurn);
    item.classList.toggle("mine", seat.mine);
    item.classList.toggle("winner", state.over && state.winners.includes(seat.seat));
    item.classList.toggle("away", seat.kind === "person" && !seat.here && !seat.sits_in);
    const note = state.over && state.winners.includes(seat.seat) ? words[state.winners.length > 1 ? "shares" : "wins"]
      : onTurn && state.turn.thinking ? words["thinking"]
      : onTurn ? words["on_turn"]
      : seat.kind === "open" ? words["open"]
      : seat.sits_in ? words["sits_in"]
      : seat.kind === "bot" ? words["bot"]
      : !seat.here ? words["away"]
      : seat.mine ? words["you"] : "";
    const bar = onTurn && state.turn.thinking ? make("span", { class: "bar" }) : null;
    if (bar) {
      bar.style.setProperty("--from", String(state.turn.progress ?? 0));
      bar.style.setProperty("--seconds", `${state.turn.seconds ?? 2}s`);
    }
    fill(/** @type {HTMLElement} */ (item.firstElementChild), [
      sign(seat.shape, seat.seat),
      make("span", { class: "name" }, seat.name || (words["open"] ?? "")),
      make("span", { class: "doing" }, ...(onTurn && state.turn.thinking ? [make("span", { class: "dots", "aria-hidden": "true" })] : []), note ?? ""),
      ...(bar ? [bar] : []),
      make("span", { class: "points figures" }, points(now),
        after !== undefined && after !== now
          ? make("span", { class: after > now ? "delta good" : "delta bad" }, ` ${signed(after - now)}`) : null),
    ]);
  }
}

/** @param {Line} line @param {string} rules @param {string} [extra] */
function lineItem(line, rules, extra = "") {
  return make("li", { class: `line ${line.status} ${extra}`.trim(), "data-places": JSON.stringify(line.places) },
    make("span", { class: "points figures" },
      line.status === "open" ? `${points(line.low)}…${points(line.high)}` : signed(line.points)),
    make("span", { class: "words" }, line.words, " ",
      make("a", { class: "clause", href: `${rules}#${line.clause}`, target: "_blank" }, line.clause)));
}

/** @param {State} state @param {Preview | null} ghost @param {string} rules @param {Words} words */
export function showLedger(state, ghost, rules, words) {
  const gone = (ghost?.ledger.went ?? []).map((line) => JSON.stringify(line));
  fill(by("ledger"), state.sides.flatMap((side) => {
    const lines = state.ledger.filter((line) => line.side === side.side);
    const came = ghost?.ledger.came.filter((line) => line.side === side.side) ?? [];
    const after = ghost?.sides.find((each) => each.side === side.side)?.points ?? side.points;
    const items = lines.map((line) => {
      const at = gone.indexOf(JSON.stringify(line));
      if (at >= 0) gone.splice(at, 1);
      return lineItem(line, rules, at >= 0 ? "went" : "");
    });
    return [
      make("h2", {}, make("span", { class: "signs" }, ...sideSigns(state, side.side)),
        make("span", { class: "name" }, sideName(state, side.side)),
        make("span", { class: "points figures" }, points(side.points),
          after !== side.points
            ? make("span", { class: after > side.points ? "delta good" : "delta bad" }, ` ${signed(after - side.points)}`) : null)),
      items.length + came.length
        ? make("ul", {}, ...items, ...came.map((line) => lineItem(line, rules, "came")))
        : make("p", { class: "nothing" }, words["no_points"] ?? ""),
    ];
  }));
}

/** The points that a move would bring, in short. @param {Preview | null} ghost @param {State} state @param {string} rules */
export function showChange(ghost, state, rules) {
  const lines = ghost ? ghost.ledger.came.filter((line) => !ghost.ledger.went.some((old) => old.words === line.words && old.points === line.points && old.side === line.side)) : [];
  fill(by("change"), lines.slice(0, 4).map((line) => {
    const item = lineItem(line, rules);
    item.prepend(...sideSigns(state, line.side).slice(0, 1));
    return item;
  }));
}

/** @param {State} state @param {Words} words */
export function showLog(state, words) {
  const since = new Set(state.since);
  const first = Math.min(...state.since);
  const items = state.log.flatMap((entry) => {
    const item = make("li", {
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
  const since = new Set(state.since);
  const entries = state.log.filter((entry) => since.has(entry.n) && !entry.undone);
  const shown = entries.length ? entries : state.log.filter((entry) => !entry.undone).slice(-1);
  fill(by("since"), shown.length ? [
    make("p", { class: "unseen" }, words["since"] ?? ""),
    make("ul", {}, ...shown.slice(-4).map((entry) => make("li", { "data-places": JSON.stringify(entry.places) },
      entry.seat === null ? make("span", { class: "sign" }) : sign(state.seats[entry.seat]?.shape ?? "disc", entry.seat),
      make("span", {}, entry.words.join(" "))))),
  ] : []);
}

/** @param {State} state @param {Words} words */
export function showChat(state, words) {
  stick(by("chat"), state.chat.length ? state.chat.map((line) => make("li", { class: "said" },
    line.seat === null ? null : sign(state.seats[line.seat]?.shape ?? "disc", line.seat),
    make("span", {}, make("strong", {}, line.name), " ", line.text)))
    : [make("li", { class: "nothing" }, words["no_chat"] ?? "")]);
}

/** Fill a list and stay at its end, if one was there. @param {HTMLElement} list @param {Node[]} items */
function stick(list, items) {
  const scroller = /** @type {HTMLElement} */ (list.closest(".scroll"));
  if (!scroller.offsetParent) return fill(list, items);
  const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
  fill(list, items);
  if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  return undefined;
}

/** Taking back, whom it is asked of, and the warning that it makes the game practice.
 * @param {State} state @param {Words} words @param {boolean} warning */
export function showUndo(state, words, warning) {
  const { can, asked } = state.undo;
  const button = /** @type {HTMLButtonElement} */ (by("undo"));
  button.hidden = state.seat === null;
  button.disabled = !can || asked !== null;
  const label = words[can === "ask" ? "undo_ask" : marks(state) ? "undo_practice" : "undo"] ?? "";
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

/** Whether taking back would make the game practice. @param {State} state */
export function marks(state) {
  return state.undo.can === "practice" && !state.practice;
}

/** Open seats and how to fill them. @param {State} state @param {Words} words */
export function showInvite(state, words) {
  const free = (/** @type {Seat} */ seat) => seat.kind === "open" && !state.over;
  fill(by("invite-seats"), state.seats.map((seat) => make("li", {},
    sign(seat.shape, seat.seat),
    make("span", { class: "name" }, seat.name || (words["open"] ?? ""), " ",
      make("span", { class: "soft small" }, seat.kind === "open" ? words["open"] ?? "" : seat.bot ?? (seat.mine ? words["you"] ?? "" : ""))),
    free(seat) && state.seat === null
      ? make("button", { type: "button", class: "act", "data-does": "take", "data-seat": String(seat.seat) }, words["take"] ?? "") : null,
    free(seat) && state.seat !== null
      ? make("button", { type: "button", "data-does": "bot_in", "data-seat": String(seat.seat) }, icon("bot"), words["seat_bot"] ?? "") : null,
    seat.kind === "person" && !seat.here && !seat.mine && !seat.sits_in && state.seat !== null && !state.over
      ? make("button", { type: "button", "data-does": "bot_in", "data-seat": String(seat.seat) }, icon("bot"), words["sit_in"] ?? "") : null,
    seat.sits_in && (seat.mine || state.host) && !state.over
      ? make("button", { type: "button", "data-does": "bot_out", "data-seat": String(seat.seat) }, icon("person"), words["sit_out"] ?? "") : null,
    seat.mine && !seat.sits_in && !state.over && state.seats.length > 1
      ? make("button", { type: "button", "data-does": "bot_in", "data-seat": String(seat.seat) }, icon("bot"), words["sit_in_me"] ?? "") : null,
  )));
}

/** The end. @param {State} state @param {Words} words */
export function showResult(state, words) {
  const sides = [...state.sides].sort((a, b) => b.points - a.points);
  const tied = sides.filter((side) => side.winner).length > 1;
  const won = (/** @type {number} */ seats) => words[tied ? (seats > 1 ? "share" : "shares") : (seats > 1 ? "win" : "wins")] ?? "";
  by("result-practice").hidden = !state.practice;
  fill(by("result-sides"), sides.map((side) => make("li", { class: side.winner ? "winner" : "" },
    make("span", { class: "signs" }, ...sideSigns(state, side.side)),
    make("span", { class: "name" }, sideName(state, side.side)),
    side.winner ? make("span", { class: "wins" }, won(side.seats.length)) : null,
    make("span", { class: "points figures" }, points(side.points)))));
  fill(by("proof"), state.proof ? [make("dt", {}, words["seed"] ?? ""), make("dd", {}, make("code", {}, state.proof.seed)),
    make("dt", {}, words["salt"] ?? ""), make("dd", {}, make("code", {}, state.proof.salt))] : []);
}
