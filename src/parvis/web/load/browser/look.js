// What can be picked now, and for one of it (by name, or as far down the list as a number from 0 to
// below 1 says) a point of the screen that really hits it.
(wanted) => {
  const root = document.getElementById("table");
  const hits = (element, x, y) => {
    const there = document.elementFromPoint(x, y);
    if (!there) return false;
    const place = element.dataset.place;
    if (place === undefined) return element.contains(there);
    // A place within another one that can be picked too is picked itself.
    const up = (from) => from.closest("[data-place]");
    for (let at = up(there); at; at = up(at.parentElement)) {
      if (at.dataset.place === place) return true;
      if (at.classList.contains("is-legal")) return false;
    }
    return false;
  };
  const POINTS = [[.5, .5], [.3, .3], [.7, .7], [.7, .3], [.3, .7], [.5, .1], [.1, .5], [.5, .9],
    [.9, .5]];
  const point = (element) => {
    const rect = element.getBoundingClientRect();
    for (const [u, v] of POINTS) {
      const x = rect.left + rect.width * u, y = rect.top + rect.height * v;
      if (hits(element, x, y)) return { x, y };
    }
    return null;
  };
  const targets = new Map();
  const add = (element, name) => {
    if (!targets.has(name) && element.getBoundingClientRect().width) targets.set(name, element);
  };
  const mine = root.dataset.mine === "true", over = root.dataset.over === "true";
  const waits = root.classList.contains("waits");
  let target = null;
  if (mine && !over && !waits) {
    const confirm = document.querySelector('#answers [data-does="confirm"]');
    if (confirm) add(confirm, "confirm");
    const free = confirm ? "" : ".panel .is-legal, #answers [data-pick]";
    for (const element of free ? document.querySelectorAll(free) : []) {
      add(element, element.dataset.place ?? element.dataset.pick);
    }
    const names = [...targets.keys()];
    const name = typeof wanted === "string" ? wanted : names[Math.floor(wanted * names.length)];
    const element = targets.get(name);
    if (element) {
      let at = point(element);
      if (!at) {
        element.scrollIntoView({ block: "center", inline: "center" });
        at = point(element);
      }
      target = { name, ...(at ?? { x: null, y: null }) };
    }
  }
  return {
    n: Number(root.dataset.n ?? -1), mine, over, waits, line: root.dataset.line ?? "", target,
    count: targets.size,
  };
}
