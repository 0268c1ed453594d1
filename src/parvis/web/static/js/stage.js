// The stage: which screen it is, where panels stand on it, and what of the board a small one shows. Of
// the view; imports arrange.js, jumps.js, zoom.js, pins.js, nudge.js and dom.js.

import { arrange, arrangeAreas, arrangeHand, roomFor } from "./arrange.js";
import { by } from "./dom.js";
import { bring, showJumps } from "./jumps.js";
import { crowded } from "./nudge.js";
import { Pins } from "./pins.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./types").Panel} Panel */
/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {import("./nudge.js").Point} Point */

/** A phone, upright or on its side, and windows as small: css/screens.css has the same. */
export const SMALL = "(max-width: 699px), (max-width: 820px) and (max-height: 799px), (max-height: 519px) and (orientation: landscape)";
/** A phone so low that the board has the room only if the rest folds while a move is in hand: css/screens.css has it too. */
const TIGHT = "(max-width: 699px) and (max-height: 700px) and (orientation: portrait)";
/** Pixels of the ground below which nothing stays at its lower edge. */
const LOW = 210;
/** Pixels with which a finger finds what nothing else lies beside. */
const APART = 22;
/** Scale below which nothing that is written on another's city can be read: then it is left out. */
const LEGIBLE = 0.66;
/** What a ghost changes is looked at where it lies: a whole board is not, nor whatever is so many times as large as its spot. */
const AROUND = 6;

/** Which things of a hand there are: what is gone leaves an empty one. @param {HTMLElement} stand */
function filled(stand) {
  return [...stand.querySelectorAll("svg > g")].map((each) => Number(each.childElementCount > 0)).join("");
}

export class Stage {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.ground = by("ground");
    this.hand = by("hand");
    this.seats = by("seats");
    this.tall = matchMedia(SMALL);
    this.tight = matchMedia(TIGHT);
    this.pins = new Pins(location.pathname);
    this.zoom = new Zoom(this.ground);
    /** Whether all areas stand on the ground because there is room. */
    this.roomy = false;
    /** @type {Panels | null} */
    this.panels = null;
    /** What everything was arranged for. */
    this.fitted = "";
    /** Where on the board one may pick, in the board's own units, and how large that is there.
     * @type {Map<string, Point & {size: number, panel: string}>} */
    this.spots = new Map();
    /** Whether something is being dragged over the board, which then stays where it is. */
    this.dragging = false;
    /** What was attended to last. */
    this.followed = "";
    /** The tree that the spots belong to. */
    this.tree = "";
    const sizes = new ResizeObserver(() => this.fit());
    for (const zone of [this.ground, this.hand]) sizes.observe(zone);
  }

  /** Where a panel stands. @param {{role: string, seat: number | null}} panel @returns {Element} */
  zone({ role, seat }) {
    if (role === "hand") return this.hand;
    if (role !== "area" || seat === null || this.onGround(seat)) return this.ground;
    return this.seats.querySelector(`:scope > li[data-seat="${seat}"] > .areas`) ?? this.ground;
  }

  /** Whether a seat's area stands on the ground. @param {number} seat */
  onGround(seat) {
    return this.pins.has(seat) || (this.roomy && !this.tall.matches);
  }

  /** Pin a seat's area beside the board, or let it go. @param {number} seat */
  pin(seat) {
    this.pins.toggle(seat);
    this.panels?.settle();
    this.fit();
    const panel = /** @type {HTMLElement | null} */ (this.ground.querySelector(`:scope > .panel[data-seat="${seat}"]`));
    if (panel && this.tall.matches) bring(this.ground, panel);
  }

  /** Whether nothing in the hand is asked for. */
  get idle() {
    return by("table").classList.contains("hand-idle");
  }

  /** Whether the hand has the room of the board, which a public screen shows. */
  get large() {
    return by("table").matches(".hand-first:not(.board-open)");
  }

  /** The hand gives its room to the board while nothing in it is asked for; where room is scarce, or somebody wants
   * the board rather than the hand, also while one looks where something of it goes. */
  foldHand() {
    const aside = by("table").classList.contains("board-open");
    const marks = aside || (this.tight.matches && this.play.begun) ? ".is-legal" : ".is-legal, .is-picked, .is-ahead";
    by("table").classList.toggle("hand-idle", (aside || Boolean(this.play.walk)) && !this.hand.querySelector(marks));
  }

  /** Arrange everything, if the screen or what stands on it has another size. */
  fit() {
    const { ground, hand, panels, seats } = this;
    if (!panels) return;
    const small = this.tall.matches;
    const key = JSON.stringify([ground.clientWidth, ground.clientHeight, hand.clientWidth, this.large ? hand.clientHeight : 0, this.idle, innerWidth, innerHeight, small, [...this.pins.seats], seats.children.length,
      [...panels.stands.values()].map((stand) => [stand.dataset["role"], stand.dataset["width"], stand.dataset["height"], stand.dataset["seat"],
        stand.dataset["role"] === "hand" ? filled(stand) : ""])]);
    if (key !== this.fitted) {
      this.shareOut(small);
      this.fitted = key;
    } else if (hand.querySelector("svg.flowed > g:not([style])")) arrangeHand(hand, small, this.idle, this.large); // what was drawn anew has lost its place
    ground.classList.toggle("low", ground.clientHeight < LOW);
    if (small) showJumps(ground);
    // What scrolls can be scrolled by key.
    for (const zone of [ground, hand]) {
      if (zone.scrollHeight > zone.clientHeight + 1 && (zone !== ground || small)) zone.tabIndex = 0;
      else zone.removeAttribute("tabindex");
    }
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (ground.querySelectorAll(":scope > .panel.row"))) {
      if (row.scrollWidth > row.clientWidth + 1) row.tabIndex = 0;
      else row.removeAttribute("tabindex");
    }
  }

  /** Hand first, then the areas, then the board, which has the rest. @param {boolean} small */
  shareOut(small) {
    const { ground, hand, panels, seats } = this;
    arrangeHand(hand, small, this.idle, this.large);
    if (!small) {
      const listed = arrangeAreas(seats, hand);
      by("table").style.setProperty("--above", `${by("asked").offsetTop}px`);
      const areas = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.panel[data-role="area"]')]);
      // What is only tried out sends nobody away.
      const roomy = (this.roomy && this.play.ghost !== null) || roomFor(ground, areas, listed, this.roomy);
      if (roomy !== this.roomy) {
        this.roomy = roomy;
        panels?.settle();
        by("table").style.setProperty("--above", `${by("asked").offsetTop}px`);
      }
    }
    for (const stand of panels?.stands.values() ?? []) {
      const pin = stand.querySelector(".pin");
      const seat = Number(stand.dataset["seat"]);
      pin?.setAttribute("aria-pressed", String(this.pins.has(seat)));
      pin?.toggleAttribute("hidden", this.roomy && !this.pins.has(seat) && !small);
    }
    arrange(ground, small, this.pins.seats.size > 0);
    for (const area of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.panel[data-role="area"]:not(.large, .wide-area)'))) {
      const wide = area.querySelector(":scope > svg")?.getBoundingClientRect().width ?? 0;
      area.classList.toggle("tiny", wide > 0 && wide < LEGIBLE * Number(area.dataset["width"]));
    }
  }

  /** On a small screen others' areas are folded away: show the one where something happened, over the board, and put it
   * away when it happened elsewhere. @param {string[]} places */
  peek(places) {
    const { ground } = this;
    const spots = this.tall.matches ? places.map((place) => this.panels?.at(place) ?? []).find((each) => each.length) ?? [] : [];
    const area = spots.some((spot) => ground.contains(spot)) ? null
      : /** @type {HTMLElement | null} */ (spots[0]?.closest(".areas > .panel:not(.large)") ?? null);
    for (const panel of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".panel.peek"))) {
      if (panel === area) continue;
      panel.classList.remove("peek");
      panel.removeAttribute("style");
    }
    if (!area || area.classList.contains("peek") || !ground.clientHeight) return;
    const frame = ground.getBoundingClientRect();
    const [wide, high] = [Number(area.dataset["width"]), Number(area.dataset["height"])];
    const scale = Math.min((frame.width - 40) / wide, (frame.height - 56) / high);
    const left = frame.left + (frame.width - wide * scale - 24) / 2;
    area.style.cssText = `left: ${Math.round(left)}px; top: ${Math.round(frame.top + 6)}px; width: ${Math.round(wide * scale + 24)}px`;
    area.classList.add("peek");
  }

  /** What is picked may be something else now. */
  follow() {
    const { play } = this;
    const key = play.treeText + JSON.stringify([play.walk?.path ?? [], play.sent, play.ghost !== null && play.question?.kind !== "pick"]);
    by("nudges").hidden = !this.pushes();
    if (key === this.followed) return;
    this.followed = key;
    this.attend();
  }

  /** Another question is open, or none: remember where one may pick, and show it on a small screen. */
  attend() {
    const { play } = this;
    if (play.treeText !== this.tree) {
      this.tree = play.treeText;
      this.spots.clear();
      this.zoom.chosen = this.zoom.chosen && Boolean(play.walk);
    }
    const question = play.question;
    const picks = question?.kind === "pick" ? question.choices.map((choice) => choice.pick) : [];
    for (const pick of picks) this.note(pick);
    if (!this.tall.matches || this.dragging) return;
    if (!question && !play.ready) return this.zoom.relax();
    if (picks.length) return this.reveal(picks);
    // A ghost lies on the board: large enough to be pushed about.
    const spot = this.spots.get(this.lying() ?? "");
    const put = this.put();
    if (!spot || !put) return undefined;
    return this.zoom.fit([put, ...this.ghostly()], spot.size * this.unit(spot.panel));
  }

  /** Remember where a place of the board is. @param {string} pick */
  note(pick) {
    const element = this.panels?.at(pick).find((each) => this.ground.contains(each));
    const panel = /** @type {HTMLElement | null} */ (element?.closest('.panel[data-role="board"]') ?? null);
    const id = panel?.dataset["panel"];
    if (!element || !panel || !id) return;
    const rect = element.getBoundingClientRect();
    const frame = /** @type {Element} */ (panel.querySelector("svg")).getBoundingClientRect();
    const unit = this.unit(id);
    if (!unit) return;
    this.spots.set(pick, { x: (rect.x + rect.width / 2 - frame.x) / unit, y: (rect.y + rect.height / 2 - frame.y) / unit,
      size: Math.min(rect.width, rect.height) / unit, panel: id });
  }

  /** Pixels a unit of a panel. @param {string} id */
  unit(id) {
    const stand = this.panels?.stands.get(id);
    return stand ? stand.getBoundingClientRect().width / Number(stand.dataset["width"]) : 0;
  }

  /** The spot that was picked, while only turning and confirming are left. @returns {string | undefined} */
  lying() {
    const { play } = this;
    if (play.sent || !(play.ready || play.question?.kind === "cycle")) return undefined;
    return play.walk?.path.findLast((pick) => this.spots.has(pick));
  }

  /** The spots that the one that lies there could be exchanged for, itself included. */
  others() {
    const lying = this.lying();
    const walk = this.play.walk;
    const depth = lying && walk?.offer(lying)?.depth;
    const panel = this.spots.get(lying ?? "")?.panel;
    return new Map([...this.spots].filter(([name, spot]) => spot.panel === panel && walk?.offer(name)?.depth === depth));
  }

  /** Whether what lies on the board may be pushed about by buttons. */
  pushes() {
    const others = this.others();
    return others.size > 1 && crowded(others, this.unit(this.spots.get(this.lying() ?? "")?.panel ?? "") / this.zoom.zoom);
  }

  /** Where something was put on the board. */
  put() {
    return this.panels?.at(this.lying() ?? "").find((each) => this.ground.contains(each));
  }

  /** What the ghost has drawn on the board where something was put; what it changes elsewhere is not looked for.
   * @returns {Element[]} */
  ghostly() {
    const ghost = this.play.ghost;
    const put = this.put()?.getBoundingClientRect();
    if (!ghost || !put) return [];
    return Object.entries(ghost.panels).filter(([id]) => this.panels?.stands.get(id)?.dataset["role"] === "board")
      .flatMap(([, change]) => Object.entries(change.fragments ?? {}))
      .filter(([, text]) => text)
      .map(([id]) => document.getElementById(id))
      .filter((element) => element !== null)
      .filter((element) => {
        const rect = element.getBoundingClientRect();
        return rect.left < put.right && rect.right > put.left && rect.top < put.bottom && rect.bottom > put.top
          && rect.width <= AROUND * put.width && rect.height <= AROUND * put.height;
      });
  }

  /** On a small screen, bring what is asked for into view. @param {string[]} picks */
  reveal(picks) {
    const elements = picks.flatMap((pick) => this.panels?.at(pick) ?? []).filter((element) => this.ground.contains(element));
    const frame = this.ground.getBoundingClientRect();
    const seen = elements.filter((element) => {
      const rect = element.getBoundingClientRect();
      return rect.top >= frame.top && rect.bottom <= frame.bottom && rect.left >= frame.left && rect.right <= frame.right;
    });
    // The part where most can be picked; one that is in view is not left for another.
    const counts = new Map();
    for (const element of seen.length ? seen : elements) {
      const panel = element.closest(".panel");
      counts.set(panel, (counts.get(panel) ?? 0) + 1);
    }
    const [panel] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    if (!(panel instanceof HTMLElement)) return;
    const inside = elements.filter((element) => panel.contains(element));
    const id = panel.dataset["panel"] ?? "";
    const spots = new Map([...this.spots].filter(([name, spot]) => spot.panel === id && picks.includes(name)));
    const enough = crowded(spots, this.unit(id) / this.zoom.zoom) ? undefined : APART;
    if (panel.dataset["role"] === "board") this.zoom.fit(inside, undefined, enough);
    else if (!seen.length) bring(this.ground, panel);
  }
}
