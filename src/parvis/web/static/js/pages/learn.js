// How far one is in the courses, on the pages that offer them; they work without. Imports progress.js.

import { progressOf } from "../progress.js";

for (const offer of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-learn]"))) show(offer);

/** Where one goes on, and what is done. @param {HTMLElement} offer a link, or the whole list of steps */
function show(offer) {
  const { at, done } = progressOf(offer.dataset["learn"] ?? "");
  const steps = (offer.dataset["steps"] ?? "").split(" ");
  const count = steps.filter((id) => done.includes(id)).length;
  if (!count && !steps.includes(at)) return;
  for (const id of steps.filter((each) => done.includes(each))) {
    const step = offer.querySelector(`[data-step="${id}"]`);
    step?.classList.add("done");
    const told = step?.querySelector(".unseen");
    if (told) told.textContent = /** @type {HTMLElement} */ (step).dataset["done"] ?? "";
  }
  const all = count === steps.length;
  const next = steps.includes(at) && !done.includes(at) ? at : steps.find((id) => !done.includes(id)) ?? "";
  const current = offer.querySelector(`[data-step="${next}"]`);
  current?.setAttribute("aria-current", "step");
  const link = /** @type {HTMLAnchorElement | null} */ (offer.querySelector("a[data-start]"));
  if (link && next) {
    link.href = `/learn/${offer.dataset["learn"]}/${next}`;
    link.textContent = (link.dataset["resume"] ?? "").replace("{number}", String(steps.indexOf(next) + 1)).replace("{all}", String(steps.length));
  } else if (link && all) {
    link.textContent = link.dataset["again"] ?? link.textContent;
    link.classList.remove("act");
    // What comes next is the guided game, where the page offers it.
    document.querySelector(".course-game button")?.classList.add("act");
  }
  offer.classList.toggle("learnt", all);
}
