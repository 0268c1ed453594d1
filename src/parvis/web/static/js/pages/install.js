// Lets the browser keep static things, and show a friendly page while the server is away. Pages work without
// this. Imports nothing.

const own = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[data-worker]"));
const address = own?.dataset["worker"];
if (address && "serviceWorker" in navigator) {
  // After everything that the page itself needs; and who forbids it does without.
  addEventListener("load", () => navigator.serviceWorker.register(address).catch(() => undefined));
}
