// My settings: this browser may be pushed to, and quiet hours are of the zone that it lives in. The rest of
// the page works without this. Imports nothing.

const pushing = /** @type {HTMLFormElement | null} */ (document.getElementById("push"));
const asks = /** @type {HTMLButtonElement | null} */ (document.getElementById("push-start"));
const zoneField = /** @type {HTMLInputElement | null} */ (document.getElementById("zone"));
if (zoneField && zoneField.value === "") zoneField.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
if (pushing && asks) offer(pushing, asks);

/** @param {HTMLFormElement} form @param {HTMLButtonElement} start */
function offer(form, start) {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    tell(form.dataset["none"]);
    return;
  }
  start.hidden = false;
  start.addEventListener("click", async () => {
    start.disabled = true;
    tell("");
    await subscribe(form).catch(() => tell(form.dataset["failed"]));
    start.disabled = false;
  });
}

/** @param {HTMLFormElement} form */
async function subscribe(form) {
  if ((await Notification.requestPermission()) !== "granted") {
    tell(form.dataset["denied"]);
    return;
  }
  const worker = await navigator.serviceWorker.ready;
  const key = bytes(form.dataset["key"] ?? "");
  const before = await worker.pushManager.getSubscription();
  await before?.unsubscribe(); // it may be of another key
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys } = made.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" });
  const answer = await fetch(form.action, { method: "POST", body });
  if (answer.ok) location.assign(answer.url);
  else tell(form.dataset["failed"]);
}

/** @param {string} text of base64, as addresses have it */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** @param {string | undefined} words */
function tell(words) {
  const note = /** @type {HTMLElement} */ (document.getElementById("push-wrong"));
  note.hidden = !words;
  note.textContent = words ?? "";
}
