// The papers beside the board: their tabs, opening them on a phone, and pointing at a line of them. Of
// the actions; imports dom.js.

import { by } from "./dom.js";

/** @typedef {import("./view.js").View} View */

/** @param {Pick<View, "root" | "pointOut" | "showUnread">} view */
export function listenToPapers(view) {
  const { root } = view;
  const tabs = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[role=tab]")]);
  for (const tab of tabs) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : -1) + tabs.length) % tabs.length];
      if (!next) return;
      open(next);
      next.focus();
    });
  }
  by("show-tabs").addEventListener("click", () => unfold(!root.classList.contains("papers-open")));
  by("hide-papers").addEventListener("click", () => unfold(false));

  // A line of the ledger or the log shows what it speaks of.
  for (const type of ["pointerover", "focusin"]) {
    root.addEventListener(type, (event) => {
      const line = event.target instanceof Element ? event.target.closest("[data-places]") : null;
      view.pointOut(JSON.parse(line?.getAttribute("data-places") ?? "[]"));
    });
  }

  /** Lay one paper on top. @param {HTMLElement} chosen its tab */
  function open(chosen) {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      by(tab.getAttribute("aria-controls") ?? "").hidden = !on;
    }
    // What was said last is at the end.
    const paper = by(chosen.getAttribute("aria-controls") ?? "");
    const scroller = paper.matches(".scroll") ? paper : /** @type {Element} */ (paper.querySelector(".scroll"));
    if (chosen.id !== "tab-ledger") scroller.scrollTop = 1e6;
    view.showUnread();
  }

  /** On a phone, show the papers over the board, or put them away. @param {boolean} on */
  function unfold(on) {
    root.classList.toggle("papers-open", on);
    by("show-tabs").setAttribute("aria-expanded", String(on));
    view.showUnread();
  }
}
