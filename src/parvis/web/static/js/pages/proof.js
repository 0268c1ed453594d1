// The page of a proof: the browser itself reckons what was promised before the first move. Imports nothing.

/** @param {string} id @returns {HTMLElement} */
const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const text = (/** @type {string} */ id) => by(id).textContent?.trim() ?? "";

async function check() {
  const verdict = by("verdict");
  if (!globalThis.crypto?.subtle) { // only pages that came safely, or from this computer, have it
    verdict.textContent = verdict.dataset["cannot"] ?? "";
    return;
  }
  const bytes = new TextEncoder().encode(`${text("salt")}:${text("seed")}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const reckoned = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  by("reckoned").textContent = reckoned;
  const good = reckoned === text("commitment");
  verdict.textContent = verdict.dataset[good ? "good" : "bad"] ?? "";
  verdict.classList.add(good ? "good" : "bad");
}

if (document.getElementById("commitment")) void check();
