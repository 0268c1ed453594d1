// A clause that is cited opens at the table, with its figures and the way to the whole rulebook. Of the
// actions; imports dom.js. Without an answer the link leads to the rulebook, as it says.

import { by, dialog } from "./dom.js";

/** @param {string} rules the address of the rulebook */
export function listenToClauses(rules) {
  let asked = 0;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.closest("#clause")) return;
    const [address, clause] = (link.getAttribute("href") ?? "").split("#");
    if (address !== rules || !clause || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void show(clause, link.href, ++asked);
  });

  /** @param {string} clause @param {string} address @param {number} turn */
  async function show(clause, address, turn) {
    const answer = await fetch(`${rules}/${clause}`).catch(() => null);
    if (turn !== asked) return;
    if (!answer?.ok) return void window.open(address, "_blank", "noopener");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const text = page.getElementById("clause");
    const title = text?.querySelector("h1");
    if (turn !== asked || !text || !title) return;
    title.remove();
    by("clause-title").replaceChildren(...title.childNodes);
    by("clause-text").replaceChildren(...text.childNodes);
    for (const each of dialog("clause").querySelectorAll("a[href]")) each.setAttribute("target", "_blank");
    if (!dialog("clause").open) dialog("clause").showModal();
    dialog("clause").scrollTop = 0;
  }
}
