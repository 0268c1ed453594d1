// The table page: listens to the server, shows what it says, and hands picks to it.

import { arrange, arrangeHand, listenToPinch } from "./arrange.js";
import { by, fill, icon, make, sign } from "./dom.js";
import { fold } from "./fold.js";
import { focusFirst, listenToKeys, placeName } from "./keys.js";
import { glide, moving } from "./motion.js";
import { clearMarks, drawMarks, Panels } from "./panels.js";
import { Play } from "./play.js";
import { listenToPointer } from "./pointer.js";
import { chime, prefs } from "./prefs.js";
import * as side from "./side.js";
import { Wire } from "./wire.js";
import { Idiomorph } from "../vendor/idiomorph.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Panel} Panel */
/** @typedef {import("./types").Message} Message */
/** @typedef {import("./types").Why} Why */

const root = by("table");
const ground = by("ground");
const rules = root.dataset["rules"] ?? "";
/** @type {Record<string, string>} */
const words = JSON.parse(by("words").textContent ?? "{}");
const tall = matchMedia("(max-width: 820px)");

/** @type {State | null} */
let state = null;
/** Places that are pointed out by a refusal or a hint. @type {string[]} */
let cited = [];
/** The place that was asked about. */
let askedPlace = "";
let exploring = false;
/** Whether one is being warned that taking back makes the game practice. */
let warning = false;
let seenChat = 0;
/** The state that log, chat and the like show. @type {State | null} */
let told = null;
let showing = false;
let again = false;
/** The question asked last, to know when another one is. */
let lastQuestion = "";

const panels = new Panels((panel) => {
  if (panel.role === "hand") return by("hand");
  if (panel.role === "area" && panel.seat !== null) {
    const areas = document.querySelector(`#seats > li[data-seat="${panel.seat}"] > .areas`);
    if (areas) return areas;
  }
  return ground;
});

const wire = new Wire(root.dataset["socket"] ?? "", {
  heard,
  status: (status) => {
    by("line").textContent = status === "on" ? words["online"] ?? "" : words["offline"] ?? "";
    root.dataset["line"] = status;
    if (status === "gone" || status === "barred") {
      by("gone-title").textContent = words[status] ?? "";
      const dialog = /** @type {HTMLDialogElement} */ (by("gone"));
      if (!dialog.open) dialog.showModal();
    }
  },
  hello: () => ({ tall: tall.matches, ...(state ? { last: state.n } : {}) }),
});

const play = new Play(wire, () => prefs.confirm, {
  changed: show,
  refused: showWhy,
  beside: () => {
    // Nothing is wrong with it, but the question is another one: say it again.
    const ask = by("ask");
    announce(ask.textContent ?? "");
    ask.classList.remove("again");
    void ask.offsetWidth;
    ask.classList.add("again");
  },
  quiet: hush,
});

/** @param {Message} message */
function heard(message) {
  if (message.type === "state") follow(/** @type {any} */ (message), true);
  else if (message.type === "update") {
    const next = state && fold(state, /** @type {any} */ (message));
    if (next) follow(next, false);
    else wire.greet();
  } else if (message.type === "done") play.answered(message["id"], false);
  else if (message.type === "refused") {
    play.answered(message["id"], true);
    if (message["words"]) showWhy(/** @type {any} */ (message), "");
  } else if (message.type === "error") announce(message["words"]);
}

/** A new state. @param {State} next @param {boolean} whole */
function follow(next, whole) {
  const old = state;
  const moved = !whole && old !== null && next.last !== old.last;
  const before = moved && moving() ? panels.rects() : null;
  state = next;
  play.follow(next);
  // Around one screen: the next one looks when the others look away.
  if (old && next.seat !== old.seat && next.held.length > 1 && next.panels.some((panel) => panel.role === "hand")) {
    const whose = next.seats[next.seat ?? 0];
    if (whose) by("curtain-name").replaceChildren(sign(whose.shape, whose.seat), whose.name);
    root.classList.add("curtained");
    const curtain = /** @type {HTMLDialogElement} */ (by("curtain"));
    if (!curtain.open) curtain.showModal();
  }
  if (JSON.stringify(next.tree) !== JSON.stringify(old?.tree ?? null)) {
    exploring = false;
    hush();
  }
  show();
  if (before) {
    const entry = next.log.at(-1);
    const from = entry?.seat === null || !entry ? null
      : document.querySelector(`#seats > li[data-seat="${entry.seat}"] .sign`)?.getBoundingClientRect() ?? null;
    glide(panels, before, next.last, from);
  }
  if (old) {
    const newest = old.log.at(-1)?.n ?? -1;
    const told = next.log.filter((entry) => entry.n > newest).flatMap((entry) => entry.words);
    if (next.turn.mine && !old.turn.mine) {
      announce(`${told.join(" ")} ${words["your_turn"] ?? ""} ${next.ask}`);
      chime();
    } else if (told.length || next.ask !== old.ask) announce(`${told.join(" ")} ${next.ask}`);
  }
  if (next.over && !old?.over) {
    const dialog = /** @type {HTMLDialogElement} */ (by("result"));
    if (old && !dialog.open) dialog.show();
  }
  if (whole && !next.over && next.seats.some((seat) => seat.kind === "open")) {
    const dialog = /** @type {HTMLDialogElement} */ (by("invite"));
    if (!dialog.open) dialog.show();
  }
  if (old?.seats.some((seat) => seat.kind === "open") && !next.seats.some((seat) => seat.kind === "open")) {
    /** @type {HTMLDialogElement} */ (by("invite")).close();
  }
}

/** @param {string} text */
function announce(text) {
  by("live").textContent = text.trim();
}

// Showing

/** Show everything; what moving the focus asks for meanwhile is shown once more afterwards. */
function show() {
  if (showing) {
    again = true;
    return;
  }
  showing = true;
  try {
    showOnce();
    if (again) {
      again = false;
      showOnce();
    }
  } finally {
    showing = again = false;
  }
}

function showOnce() {
  if (!state) return;
  const focused = document.activeElement instanceof Element ? document.activeElement : null;
  const focusPlace = placeName(focused);
  const inQuestion = Boolean(focused?.closest("#answers, [data-place]"));
  const ghost = play.ghost;

  clearMarks(root);
  root.dataset["n"] = String(state.n);
  root.dataset["mine"] = String(state.turn.mine);
  root.dataset["over"] = String(state.over);
  root.classList.toggle("ghostly", ghost !== null);
  root.classList.toggle("waits", play.sent !== "");
  side.showSeats(state, ghost, words);
  panels.draw(play.shown(state.panels));
  showMarks();
  showAsked();
  side.showChange(ghost, state, rules);
  side.showLedger(state, ghost, rules, words);
  if (state !== told) {
    told = state;
    side.showLog(state, words);
    side.showSince(state, words);
    side.showChat(state, words);
    warning = warning && side.marks(state);
    side.showUndo(state, words, warning);
    side.showInvite(state, words);
    if (state.over) side.showResult(state, words);
    showUnread();
  }
  by("hint").hidden = !state.tree;
  by("practice").hidden = !state.practice;
  const watching = by("watching");
  watching.hidden = !state.watching;
  /** @type {Element} */ (watching.lastElementChild).textContent = String(state.watching);
  by("say").hidden = state.seat === null;
  by("hand").hidden = !by("hand").childElementCount;
  root.classList.toggle("hand-idle", Boolean(state.tree) && !by("hand").querySelector(".is-legal, .is-picked"));
  const title = `${state.title} · Parvis`;
  document.title = state.turn.mine && !state.over ? `● ${words["your_turn"]} · ${title}` : title;
  fit();

  const question = play.question;
  const key = play.treeText + JSON.stringify(play.walk?.path ?? []);
  // Before the focus moves: moving it shows things again.
  const changed = key !== lastQuestion;
  lastQuestion = key;
  if (inQuestion) {
    const same = focusPlace && root.querySelector(`[data-reach][data-for="${CSS.escape(focusPlace)}"]`);
    if (same && !changed) /** @type {any} */ (same).focus({ preventScroll: true });
    else if ((!document.activeElement?.closest("#answers") || changed) && (question || play.ready)) focusFirst();
  }
  if (changed && question && tall.matches) reveal(question.choices.map((choice) => choice.pick));
}

/** On a small screen, bring what is asked for into view. @param {string[]} picks */
function reveal(picks) {
  const elements = picks.flatMap((pick) => panels.at(pick)).filter((element) => ground.contains(element));
  const first = elements[0];
  if (!first) return;
  const frame = ground.getBoundingClientRect();
  const seen = elements.some((element) => {
    const rect = element.getBoundingClientRect();
    return rect.top >= frame.top && rect.bottom <= frame.bottom;
  });
  if (!seen) first.scrollIntoView({ block: "center", inline: "center" });
}

function showMarks() {
  if (!state) return;
  const question = play.question;
  /** @type {import("./panels.js").Wanted[]} */
  const wanted = [];
  const want = (/** @type {string} */ place, /** @type {string} */ kind, /** @type {string} */ label = "") => {
    for (const element of panels.at(place)) wanted.push(label ? { element, kind, label, first: true } : { element, kind });
  };
  for (const place of cited) want(place, "cited");
  for (const place of state.last) want(place, "last");
  const picked = play.walk?.picked ?? [];
  const turning = question?.kind === "cycle" || play.ready;
  for (const choice of picked) want(choice.pick, "picked", turning && choice === picked.at(-1) ? choice.label || choice.pick : "");
  /** @type {Set<Element>} */
  const offered = new Set();
  for (const choice of question?.kind === "pick" ? question.choices : []) {
    if (choice.button) continue;
    for (const element of panels.at(choice.pick)) {
      const first = !offered.size;
      offered.add(element);
      wanted.push({ element, kind: "legal", label: choice.label || choice.pick, first });
      const inHand = element.closest(".panel")?.getAttribute("data-role") === "hand";
      if (choice.then !== null || inHand) element.classList.add("marked", "is-draggable");
    }
  }
  if (state.tree) {
    for (const element of /** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll(".panel [data-place]"))) {
      if (offered.has(element)) continue;
      element.classList.add("marked", "is-grey");
      if (!exploring || !question) continue;
      const label = element.querySelector(":scope > title")?.textContent || element.dataset["place"] || "";
      wanted.push({ element, kind: "seen", label });
    }
  }
  if (askedPlace) want(askedPlace, "asked");
  drawMarks(wanted);
}

/** The one sentence, and the buttons that answer it. */
function showAsked() {
  if (!state) return;
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
      answers.push(make("button", { type: "button", class: "choice", "data-pick": choice.pick, "data-reach": true }, choice.label));
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
  // Kept where they are the same: a press and its release must meet one button.
  const list = document.createElement("div");
  list.append(...answers);
  Idiomorph.morph(by("answers"), [...list.childNodes], { morphStyle: "innerHTML" });
}

/** @param {Why} why @param {string} place */
function showWhy(why, place) {
  cited = why.places;
  askedPlace = place;
  const box = by("why");
  const more = why.text ? make("details", {}, make("summary", {}, words["clause_more"] ?? ""), make("p", {}, why.text)) : null;
  fill(box, [
    make("p", {}, why.words ?? "", " ",
      why.clause ? make("a", { class: "clause", href: `${rules}#${why.clause}`, target: "_blank" }, why.clause) : null),
    ...(more ? [more] : []),
    make("button", { type: "button", class: "plain round close", "data-does": "hush", "aria-label": words["close"] ?? "" }, icon("cross")),
  ]);
  box.hidden = false;
  clearMarks(root);
  showMarks();
}

/** Take back what was said about places. */
function hush() {
  if (by("why").hidden) return;
  cited = [];
  askedPlace = "";
  by("why").hidden = true;
  clearMarks(root);
  showMarks();
}

function showUnread() {
  if (!state) return;
  const newest = state.chat.at(-1)?.n ?? 0;
  const open = !by("paper-chat").hidden && (!tall.matches || root.classList.contains("papers-open"));
  if (open || !seenChat) seenChat = Math.max(newest, seenChat);
  by("unread").hidden = newest <= seenChat;
}

let fitted = "";
function fit() {
  const key = JSON.stringify([ground.clientWidth, ground.clientHeight, tall.matches,
    [...panels.stands.values()].map((stand) => [stand.dataset["role"], stand.dataset["width"], stand.dataset["height"]])]);
  if (key === fitted) return;
  fitted = key;
  // What scrolls can be scrolled by key.
  if (tall.matches) ground.tabIndex = 0;
  else ground.removeAttribute("tabindex");
  arrangeHand(by("hand"), tall.matches);
  arrange(ground, tall.matches);
}
new ResizeObserver(fit).observe(ground);
tall.addEventListener("change", () => wire.greet());

// Doing

listenToPointer(root, play);
listenToKeys(play, () => {
  exploring = !exploring;
  if (exploring) announce(words["exploring"] ?? "");
  show();
});
const pinch = listenToPinch(ground);
by("zoom").addEventListener("click", () => {
  by("zoom").setAttribute("aria-pressed", String(pinch.toggle() > 1));
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  const pick = button.dataset["pick"];
  if (pick !== undefined) return play.pick(pick);
  const seat = Number(button.dataset["seat"]);
  switch (button.dataset["does"]) {
    case "turn-left": return void play.turn(-1);
    case "turn-right": return void play.turn(1);
    case "confirm": return play.confirm();
    case "back": return void play.back();
    case "hush": return hush();
    case "vote-yes": return void wire.command("vote", { yes: true });
    case "vote-no": return void wire.command("vote", { yes: false });
    case "withdraw": return void wire.command("withdraw");
    case "practice-yes": return takeBack(true);
    case "practice-no": return warn(false);
    case "take": return void wire.command("take", { seat });
    case "bot_in": return void wire.command("bot_in", { seat });
    case "bot_out": return void wire.command("bot_out", { seat });
    case "close": return button.closest("dialog")?.close();
  }
});
// Buttons of the question point at what they would bring, as places do.
by("answers").addEventListener("pointerover", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const choice = play.question?.choices.find((each) => each.pick === button?.dataset["pick"]);
  if (choice) play.hover(choice);
});
by("answers").addEventListener("pointerleave", () => play.hover(null));

by("curtain").addEventListener("close", () => root.classList.remove("curtained"));
by("undo").addEventListener("click", () => takeBack(false));
by("practice").addEventListener("click", () => showWhy({ words: by("practice").title, clause: "", text: "", places: [] }, ""));

/** Take back; what makes the game practice is asked first. @param {boolean} aware */
function takeBack(aware) {
  if (state && side.marks(state) && !aware) return warn(!warning);
  warn(false);
  wire.command("undo", aware ? { practice: true } : {});
}

/** @param {boolean} on */
function warn(on) {
  warning = on;
  if (state) side.showUndo(state, words, warning);
  if (on) /** @type {HTMLElement | null} */ (document.querySelector('[data-does="practice-yes"]'))?.focus();
  else if (document.activeElement === document.body) by("undo").focus();
}
by("hint").addEventListener("click", () => {
  const n = state?.n;
  by("hint").classList.add("busy");
  void wire.question("hint").then((answer) => {
    by("hint").classList.remove("busy");
    if (n !== state?.n || !answer["words"]) return;
    const reasons = answer["words"].join(" · ");
    const lead = words["hint_words"] ?? "";
    // The only move there is needs no reasons.
    const said = reasons ? `${lead} ${reasons}` : lead.replace(/\s*:$/, ".");
    showWhy({ words: said, clause: "", text: "", places: answer["picks"] ?? [] }, "");
  });
});
by("show-invite").addEventListener("click", () => {
  const dialog = /** @type {HTMLDialogElement} */ (by("invite"));
  if (dialog.open) dialog.close();
  else dialog.showModal();
});
by("copy").addEventListener("click", () => {
  const field = /** @type {HTMLInputElement} */ (by("join-address"));
  field.select();
  const said = () => { /** @type {Element} */ (by("copy").lastElementChild).textContent = words["copied"] ?? ""; };
  // The clipboard is for https only; selecting and copying the old way works at home too.
  if (navigator.clipboard) void navigator.clipboard.writeText(field.value).then(said);
  else if (document.execCommand("copy")) said();
});
by("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (by("say-text"));
  const text = field.value.trim();
  if (text) wire.command("chat", { text });
  field.value = "";
});

// Tabs
const tabs = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[role=tab]")]);
/** @param {HTMLElement} chosen */
function openTab(chosen) {
  for (const tab of tabs) {
    const on = tab === chosen;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    by(tab.getAttribute("aria-controls") ?? "").hidden = !on;
  }
  const scroller = by(chosen.getAttribute("aria-controls") ?? "");
  if (chosen.id !== "tab-ledger") (scroller.matches(".scroll") ? scroller : /** @type {Element} */ (scroller.querySelector(".scroll"))).scrollTop = 1e6;
  showUnread();
}
for (const tab of tabs) {
  tab.addEventListener("click", () => openTab(tab));
  tab.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : -1) + tabs.length) % tabs.length];
    if (!next) return;
    openTab(next);
    next.focus();
  });
}
/** @param {boolean} open */
function openPapers(open) {
  root.classList.toggle("papers-open", open);
  by("show-tabs").setAttribute("aria-expanded", String(open));
  showUnread();
}
by("show-tabs").addEventListener("click", () => openPapers(!root.classList.contains("papers-open")));
by("hide-papers").addEventListener("click", () => openPapers(false));

// A line of the ledger or the log shows what it speaks of.
for (const type of ["pointerover", "focusin"]) {
  root.addEventListener(type, (event) => {
    const line = event.target instanceof Element ? event.target.closest("[data-places]") : null;
    const places = line ? JSON.parse(line.getAttribute("data-places") ?? "[]") : null;
    for (const element of root.querySelectorAll(".is-spoken")) element.classList.remove("is-spoken");
    for (const copy of root.querySelectorAll(".mark-spoken")) copy.remove();
    drawMarks((/** @type {string[]} */ (places ?? [])).flatMap((place) => panels.at(place).map((element) => ({ element, kind: "spoken" }))));
  });
}

// Another player's area, large: on hover, tap or Enter.
/** @param {HTMLElement | null} item */
function enlarge(item) {
  for (const other of document.querySelectorAll("#seats > li.large")) {
    if (other === item) continue;
    other.classList.remove("large");
    other.firstElementChild?.setAttribute("aria-expanded", "false");
  }
  if (!item || !item.querySelector(".panel")) return;
  item.classList.add("large");
  item.firstElementChild?.setAttribute("aria-expanded", "true");
}
let waiting = 0;
by("seats").addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch" || tall.matches) return;
  const item = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("li") : null);
  clearTimeout(waiting);
  waiting = setTimeout(() => enlarge(item), item?.classList.contains("large") ? 0 : 180);
});
by("seats").addEventListener("pointerleave", (event) => {
  clearTimeout(waiting);
  if (event.pointerType !== "touch" && !tall.matches) waiting = setTimeout(() => enlarge(null), 120);
});
by("seats").addEventListener("click", (event) => {
  const item = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("li") : null);
  if (!item || !(event.target instanceof Element) || !event.target.closest(".who")) return;
  enlarge(item.classList.contains("large") && tall.matches ? null : item);
});
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("#seats")) enlarge(null);
  const menu = /** @type {HTMLDetailsElement} */ (by("menu"));
  if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  enlarge(null);
  /** @type {HTMLDetailsElement} */ (by("menu")).open = false;
});

// What this browser remembers
for (const name of /** @type {const} */ (["confirm", "sound"])) {
  const box = /** @type {HTMLInputElement} */ (by(`pref-${name}`));
  box.checked = prefs[name];
  box.addEventListener("change", () => {
    prefs.set(name, box.checked);
    if (name === "sound") chime();
  });
}
