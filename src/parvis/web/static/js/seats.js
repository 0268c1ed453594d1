// Seats and sides: who sits here with how many points, who is still to come. Of the view;
// imports dom.js and timer.js.

import { by, fill, icon, make, morph, points, sign, signed } from "./dom.js";
import { clockOf } from "./timer.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Preview} Preview */
/** @typedef {Record<string, string>} Words */

/** @param {State} state @param {number} side */
export function sideName(state, side) {
  const seats = state.sides.find((each) => each.side === side)?.seats ?? [];
  return seats.map((seat) => state.seats[seat]?.name || "…").join(" + ");
}

/** @param {State} state @param {number} side */
export function sideSigns(state, side) {
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
    item.classList.toggle("clocked", state.clocks !== null);
    item.classList.toggle("given-up", seat.given_up);
    item.classList.toggle("away", seat.kind === "person" && !seat.here && !seat.sits_in);
    const note = state.over && state.winners.includes(seat.seat) ? words[state.sides.filter((side) => side.winner).length > 1 ? "shares" : "wins"]
      : onTurn && state.turn.thinking ? words["thinking"]
      : onTurn ? words["on_turn"]
      : seat.kind === "open" ? words["open"]
      : seat.given_up ? words["given_up"]
      : seat.sits_in ? words["sits_in"]
      : seat.kind === "bot" ? seat.bot ?? words["bot"]
      : !seat.here ? words["away"]
      : seat.seat === state.seat ? words["you"] : "";
    const bar = onTurn && state.turn.thinking ? make("span", { class: "bar" }) : null;
    if (bar) {
      bar.style.setProperty("--from", String(state.turn.progress ?? 0));
      bar.style.setProperty("--seconds", `${state.turn.seconds ?? 2}s`);
    }
    const who = /** @type {HTMLElement} */ (item.firstElementChild);
    who.title = seat.bot ?? "";
    fill(who, [
      sign(seat.shape, seat.seat),
      make("span", { class: "name" },
        ...(seat.face && !seat.sits_in ? [make("img", { class: "face", src: seat.face, alt: "" })] : []), seat.name || (words["open"] ?? "")),
      make("span", { class: "doing" }, ...(onTurn && state.turn.thinking ? [make("span", { class: "dots", "aria-hidden": "true" })] : []), note ?? ""),
      ...(bar ? [bar] : []),
      ...(state.clocks ? [clockOf(seat.seat)] : []),
      make("span", { class: "points figures" }, points(now),
        after !== undefined && after !== now
          ? make("span", { class: after > now ? "delta good" : "delta bad" }, ` ${signed(after - now)}`) : null),
    ]);
  }
}

/** Since when somebody is away, as people write it: the time, before today the day too.
 * @param {number} seconds Unix time */
function since(seconds) {
  const then = new Date(1000 * seconds);
  const today = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(document.documentElement.lang, { ...(today ? {} : { dateStyle: "short" }), timeStyle: "short" });
}

/** What is said of a seat beside its name. @param {Seat} seat @param {Words} words */
function about(seat, words) {
  const away = seat.left === null ? "" : (words["away_since"] ?? "").replace("{time}", since(seat.left));
  const who = seat.kind === "open" ? words["open"] : seat.bot ?? (seat.mine ? words["you"] : "");
  return [who, seat.hosts ? words["host"] : "", seat.given_up ? words["given_up"] : "", away].filter(Boolean).join(" · ");
}

/** Whether it is meant: before somebody loses their seat, or is handed the host's place.
 * @param {Seat} seat @param {"free" | "hand_on"} does @param {Words} words */
function sure(seat, does, words) {
  return make("div", { class: "note sure", role: "alert" },
    make("p", {}, (words[`${does}_ask`] ?? "").replaceAll("{name}", () => seat.name)),
    make("div", { class: "answers" },
      make("button", { type: "button", "data-does": `${does}-yes`, "data-seat": String(seat.seat) }, words[does] ?? ""),
      make("button", { type: "button", "data-does": `${does}-no`, "data-seat": String(seat.seat) }, icon("cross"), words["no"] ?? "")));
}

/** Open seats and how to fill them; the host opens those of others again, and hands the host's place on.
 * @param {State} state @param {Words} words @param {number | null} freeing the seat that is about to be
 * @param {number | null} handing the seat whose person is about to be the host */
export function showInvite(state, words, freeing, handing) {
  const handed = (/** @type {Seat} */ seat) => state.host && !state.over && seat.kind === "person" && !seat.mine && !seat.hosts;
  const free = (/** @type {Seat} */ seat) => seat.kind === "open" && !state.over;
  const shun = by("invite-seats").dataset["shun"];
  // Whoever is about to press a button keeps it, whatever else changes.
  morph(by("invite-seats"), state.seats.map((seat) => make("li", {},
    sign(seat.shape, seat.seat),
    make("span", { class: "name" }, ...(seat.face && !seat.sits_in ? [make("img", { class: "face", src: seat.face, alt: "" })] : []),
      seat.name || (words["open"] ?? ""), " ",
      make("span", { class: "soft small" }, about(seat, words))),
    seat.vacant && !state.over && state.held.length === 0
      ? make("button", { type: "button", class: "act", "data-does": "take", "data-seat": String(seat.seat) }, words["take"] ?? "") : null,
    free(seat) && state.seat !== null
      ? make("button", { type: "button", "data-does": "bot_in", "data-seat": String(seat.seat) }, icon("bot"), words["seat_bot"] ?? "") : null,
    seat.kind === "person" && !seat.here && !seat.mine && !seat.sits_in && state.seat !== null && !state.over
      ? make("button", { type: "button", "data-does": "bot_in", "data-seat": String(seat.seat) }, icon("bot"), words["sit_in"] ?? "") : null,
    seat.sits_in && seat.mine && !seat.given_up && !state.over
      ? make("button", { type: "button", "data-does": "bot_out", "data-seat": String(seat.seat) }, icon("person"), words["sit_out"] ?? "") : null,
    seat.mine && !seat.sits_in && !seat.given_up && !state.over && state.seats.length > 1
      ? make("button", { type: "button", "data-does": "bot_in", "data-seat": String(seat.seat) }, icon("bot"), words["sit_in_me"] ?? "") : null,
    seat.free
      ? make("button", { type: "button", "data-does": "free", "data-seat": String(seat.seat), "aria-expanded": String(freeing === seat.seat) }, icon("person"), words["free"] ?? "") : null,
    shun && seat.kind === "person" && !seat.mine
      ? make("a", { class: "button plain", href: `${shun}#seat-${seat.seat}`, title: words["shun"] ?? "", "aria-label": `${words["shun"] ?? ""} ${seat.name}` }, icon("mute")) : null,
    seat.mine && !seat.given_up && state.hostless
      ? make("button", { type: "button", class: "plain", "data-does": "host_take", "data-seat": String(seat.seat), title: words["host_take_help"] ?? "" }, words["host_take"] ?? "") : null,
    handed(seat)
      ? make("button", { type: "button", class: "plain", "data-does": "hand_on", "data-seat": String(seat.seat), "aria-expanded": String(handing === seat.seat) }, words["hand_on"] ?? "") : null,
    seat.free && freeing === seat.seat ? sure(seat, "free", words) : null,
    handed(seat) && handing === seat.seat ? sure(seat, "hand_on", words) : null,
  )));
}
