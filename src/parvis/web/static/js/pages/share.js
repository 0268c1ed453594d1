// What one shows others of a game: copying the link, sending as the device sends, waiting for the film.
// Without it the links of the page do the same. Imports nothing.

export {}; // names of this file are its own

const by = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const link = /** @type {HTMLInputElement} */ (by("link"));
const png = /** @type {HTMLAnchorElement} */ (by("png"));
const gif = /** @type {HTMLAnchorElement} */ (by("gif"));
const words = /** @type {HTMLElement} */ (document.querySelector(".sharing")).dataset;
const form = /** @type {HTMLFormElement} */ (document.querySelector(".choose"));

form.addEventListener("change", () => form.requestSubmit());

// The clipboard is for https only; selecting and copying the old way works at home too.
by("copy").hidden = false;
by("copy").addEventListener("click", () => {
  link.select();
  const said = () => { /** @type {Element} */ (by("copy").lastElementChild).textContent = words["copied"] ?? ""; };
  if (navigator.clipboard) void navigator.clipboard.writeText(link.value).then(said);
  else if (document.execCommand("copy")) said();
});

/** Who thinks better of it has shared nothing, and is told nothing. @param {ShareData} what */
const send = (what) => navigator.share(what).catch(() => undefined);

if (typeof navigator.share === "function") {
  by("send").hidden = false;
  by("send").addEventListener("click", () => void send({ title: document.title, url: link.value }));
}

/** Whether the device sends files of this kind. @param {string} type */
function sendsFiles(type) {
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [new File([], "a", { type })] });
}

/** A picture as a file. @param {HTMLAnchorElement} from */
async function fileOf(from) {
  const answer = await fetch(from.href);
  if (!answer.ok) throw new Error(String(answer.status));
  const blob = await answer.blob();
  return new File([blob], from.download, { type: blob.type });
}

by("send-picture").hidden = !sendsFiles("image/png");
by("send-picture").addEventListener("click", () => {
  void fileOf(png).then((file) => send({ files: [file] })).catch(() => say(words["failed"]));
});

/** @param {string | undefined} text */
function say(text) {
  by("state").textContent = text ?? "";
}

/** The film takes a while: it is waited for here, shown, and then saved. */
gif.addEventListener("click", (event) => {
  if (gif.dataset["made"]) return;
  event.preventDefault();
  if (gif.ariaBusy === "true") return;
  gif.ariaBusy = "true";
  say(words["drawing"]);
  void fileOf(gif).then((file) => {
    gif.dataset["made"] = "yes";
    say(words["ready"]);
    by("film").hidden = false;
    /** @type {HTMLImageElement} */ (by("film").querySelector("img")).src = gif.href;
    by("send-film").hidden = !sendsFiles("image/gif");
    by("send-film").addEventListener("click", () => void send({ files: [file] }));
    gif.click();
  }).catch(() => say(words["failed"])).finally(() => { gif.ariaBusy = null; });
});
