// The rulebook: what is found as one types, and the contents show where one is. The page works without.
// Imports nothing.

export {}; // a module of its own

const WAIT = 150; // milliseconds after the last key

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-hits]"));
const hits = document.getElementById("hits");
if (form && hits) searchAsOneTypes(form, hits);

const contents = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.contents"));
if (contents) followReading(contents);

/** @param {HTMLFormElement} form @param {HTMLElement} hits */
function searchAsOneTypes(form, hits) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  let asked = 0;
  /** @type {number | undefined} */
  let timer;

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(++asked), field.value.trim() ? WAIT : 0);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void find(++asked).then(() => links()[0]?.focus());
  });
  // Arrows go through what is found; Escape puts it away.
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      clearTimeout(timer);
      field.value = "";
      asked += 1;
      hits.replaceChildren();
      field.focus();
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const all = [field, ...links()];
    const at = all.findIndex((each) => each === document.activeElement);
    const next = all[at + step];
    if (!step || at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  // Whoever goes to a clause wants to read it.
  hits.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) hits.replaceChildren();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select(); // what one looked for last gives way to what one types
  });

  function links() {
    return /** @type {HTMLElement[]} */ ([...hits.querySelectorAll("a")]);
  }

  /** @param {number} turn */
  async function find(turn) {
    const words = field.value.trim();
    if (!words) return void hits.replaceChildren();
    const answer = await fetch(`${form.dataset["hits"]}?${new URLSearchParams({ q: words })}`).catch(() => null);
    if (turn !== asked || !answer?.ok) return; // what was found last stays
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn === asked) hits.replaceChildren(...page.body.children);
  }
}

/** @param {HTMLDetailsElement} contents */
function followReading(contents) {
  const wide = matchMedia("(min-width: 901px)");
  const unfold = () => { contents.open = wide.matches; };
  wide.addEventListener("change", unfold);
  unfold();
  contents.addEventListener("click", (event) => {
    if (!wide.matches && event.target instanceof Element && event.target.closest("a")) contents.open = false;
  });

  const links = /** @type {HTMLAnchorElement[]} */ ([...contents.querySelectorAll("a")]);
  /** @type {Map<Element, HTMLAnchorElement>} */
  const aims = new Map();
  for (const link of links) {
    const aim = document.getElementById(link.hash.slice(1));
    if (aim) aims.set(aim, link);
  }
  let waiting = false;
  const follow = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      /** @type {HTMLAnchorElement | undefined} */
      let here;
      for (const [aim, link] of aims) if (aim.getBoundingClientRect().top < innerHeight / 3) here = link;
      for (const link of links) {
        if (link === here) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      if (wide.matches) here?.scrollIntoView({ block: "nearest" });
    });
  };
  addEventListener("scroll", follow, { passive: true });
  follow();
}
