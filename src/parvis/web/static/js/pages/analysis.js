// The page of an analysis in the making: looks now and then how far it is. Imports nothing.

const PAUSE = 2000; // milliseconds

async function look() {
  const job = document.getElementById("job");
  if (!job) return;
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById("job");
    if (!now || now.dataset["state"] !== job.dataset["state"]) {
      location.reload();
      return;
    }
    const state = job.querySelector("#state");
    const bar = job.querySelector("progress");
    if (state) state.textContent = now.querySelector("#state")?.textContent ?? "";
    if (bar) bar.value = now.querySelector("progress")?.value ?? bar.value;
  } catch { /* the line is cut: the next look may succeed */ }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
