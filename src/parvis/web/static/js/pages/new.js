// The form of a new table: the board as it would begin, drawn anew as one changes the options; the hours
// of the night are those of this browser. The form works without this. Imports nothing.

const WAIT = 250; // milliseconds after the last change

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-setup]"));
const figure = document.getElementById("setup");
if (form && figure) showSetup(form, figure);
tellZone();

/** Which time zone hours are of. */
function tellZone() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=zone]"));
  const shown = /** @type {HTMLElement | null} */ (document.querySelector(".night .zone"));
  if (!field || !shown) return;
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  shown.hidden = !field.value;
  /** @type {HTMLElement} */ (shown.lastElementChild).textContent = field.value.replaceAll("_", " ");
}

/** @param {HTMLFormElement} form @param {HTMLElement} figure */
function showSetup(form, figure) {
  const picture = /** @type {HTMLImageElement} */ (figure.querySelector("img"));
  const caption = /** @type {HTMLElement} */ (figure.querySelector("figcaption span"));
  const usual = caption.textContent ?? "";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let asked = 0;
  let shown = "";
  /** @type {number | undefined} */
  let timer;

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, WAIT);
  });
  figure.closest("details")?.addEventListener("toggle", draw);
  draw();

  /** Only what is looked at is asked for. */
  function draw() {
    if (!figure.closest("details")?.open) return;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (name === "seats" || (name.startsWith("option-") && value !== "")) query.set(name, String(value));
    }
    const wanted = form.dataset["themeOf"] ?? "auto";
    query.set("theme", wanted === "auto" ? (dark.matches ? "dark" : "light") : wanted);
    const address = `${form.dataset["setup"]}?${query}`;
    if (address === shown) return;
    shown = address;
    void show(address, ++asked);
  }

  /** @param {string} address @param {number} turn */
  async function show(address, turn) {
    const answer = await fetch(address).catch(() => null);
    if (turn !== asked || !answer) return;
    figure.hidden = false;
    picture.hidden = !answer.ok;
    if (answer.ok) {
      picture.src = address;
      caption.textContent = usual;
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn === asked) caption.textContent = page.querySelector(".lost p")?.textContent ?? "";
  }
}
