// The page of an analysis in the making: looks now and then how far it is. Imports nothing.

const PAUSE = 2000; // milliseconds

async function look() {
  const job = document.getElementById("job");
  if (!job) return;
  const state = job.querySelector("#state");
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (answer.status >= 500) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById("job");
    if (!now || now.dataset["state"] !== job.dataset["state"]) {
      location.reload();
      return;
    }
    const bar = job.querySelector("progress");
    if (state) state.textContent = now.querySelector("#state")?.textContent ?? "";
    if (bar) bar.value = now.querySelector("progress")?.value ?? bar.value;
  } catch { // the server is away: the next look may succeed
    if (state) state.textContent = job.dataset["away"] ?? "";
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
