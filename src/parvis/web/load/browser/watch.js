// Runs in a page before its own scripts. Notes by the number of an event, on the clock that all pages
// of a machine share: when someone did what sent a move, and when the page had painted its outcome.
(() => {
  const noted = window.parvisNoted = { sent: {}, painted: {} };
  const clock = (time) => performance.timeOrigin + time;
  let done = 0;
  for (const kind of ["pointerdown", "pointerup", "click", "keydown"]) {
    addEventListener(kind, (event) => { done = event.timeStamp; }, true);
  }
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    if (message.type === "move") noted.sent[message.n + 1] = clock(done);
    return send.call(this, text);
  };
  function painted(n) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { noted.painted[n] ??= clock(performance.now()); };
    requestAnimationFrame(() => port2.postMessage(null)); // heard once the frame is painted
  }
  document.addEventListener("DOMContentLoaded", () => {
    const root = document.getElementById("table");
    if (!root) return;
    new MutationObserver(() => painted(root.dataset.n)).observe(root, { attributeFilter: ["data-n"] });
  });
})();
