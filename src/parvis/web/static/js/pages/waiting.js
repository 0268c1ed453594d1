// How many tables wait for the reader: in the title, on the bell, on the tab's picture and on the app. Pages work
// without. Imports wire.js.

import { Wire } from "../wire.js";

const LOOKED_AT = 60000; // how often a page in view says so

const bell = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".bell"));
const title = document.querySelector("title");
const own = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1]; // the table that this page shows
const at_table = document.getElementById("table") !== null;
let elsewhere = 0; // tables that wait, beside this one

/** @param {string[]} tables */
function show(tables) {
  const others = tables.filter((id) => id !== own);
  elsewhere = others.length;
  if (bell) ring(bell, others);
  retitle();
  if (!at_table) {
    const tab = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    const picture = tab?.dataset[tables.length ? "turn" : "plain"];
    if (tab && picture && tab.getAttribute("href") !== picture) tab.href = picture;
  }
  const device = /** @type {any} */ (navigator); // few browsers have it
  const badged = tables.length ? device.setAppBadge?.(tables.length) : device.clearAppBadge?.();
  badged?.catch(() => undefined);
}

/** @param {HTMLAnchorElement} bell @param {string[]} others */
function ring(bell, others) {
  const count = others.length;
  const { none = "", one = "", many = "", onward } = bell.dataset;
  const words = count === 0 ? none : count === 1 ? one : many.replace("99", String(count));
  bell.setAttribute("aria-label", words);
  bell.title = words;
  const number = /** @type {HTMLElement} */ (bell.querySelector(".count"));
  number.hidden = count === 0;
  number.textContent = String(count);
  if (onward === undefined) return;
  bell.hidden = count === 0; // at a table there is no room for a bell that is silent
  if (others[0]) bell.href = `/t/${others[0]}`;
}

/** A table's own title changes with the game; the count stays before it. */
function retitle() {
  const bare = document.title.replace(/^\(\d+\) /, "");
  const wanted = elsewhere ? `(${elsewhere}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
}

if (title) new MutationObserver(retitle).observe(title, { childList: true });

const wire = new Wire("/waiting", {
  heard: (message) => {
    if (message.type === "waiting") show(message["tables"]);
  },
  status: () => undefined,
  hello: () => ({ here: document.visibilityState === "visible" }),
});
document.addEventListener("visibilitychange", () => wire.greet());
setInterval(() => {
  if (document.visibilityState === "visible") wire.greet();
}, LOOKED_AT);
