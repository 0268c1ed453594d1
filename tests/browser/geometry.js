// What is wrong with where things stand on this screen: sentences, none if all is well.
(touch) => {
  const found = [];
  const near = 1.5;
  const say = (words) => { if (!found.includes(words)) found.push(words); };
  const named = (element) => element.id || element.dataset?.place || element.dataset?.pick || element.dataset?.does
    || element.getAttribute("aria-label") || element.textContent.trim().slice(0, 30) || element.className;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;
  const inView = (rect) => rect.left >= -near && rect.top >= -near && rect.right <= innerWidth + near && rect.bottom <= innerHeight + near;
  // Whether a scroller above it has it out of sight.
  const scrolledAway = (element, x, y) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const rect = at.getBoundingClientRect();
      if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) return at.id !== "table";
    }
    // Under a row that stays at the lower edge: it has its own room at the end.
    const row = document.querySelector("#ground > .panel.row:has(.is-legal)");
    if (!row || row.contains(element) || !element.closest("#ground") || getComputedStyle(row).getPropertyValue("--clings") !== "1") return false;
    return y > row.getBoundingClientRect().top;
  };
  const hits = (element) => {
    const rect = element.getBoundingClientRect();
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (scrolledAway(element, x, y)) return true;
    const there = document.elementFromPoint(x, y);
    return Boolean(there) && (element.contains(there) || there.contains(element) && there.matches("label"));
  };

  if (document.documentElement.scrollWidth > innerWidth || scrollX) say("the page scrolls sideways");
  if (document.documentElement.scrollHeight > innerHeight + near) say("the page scrolls");

  const ask = document.getElementById("ask");
  if (!ask.textContent.trim() || !inView(ask.getBoundingClientRect()) || !hits(ask)) say("the question is not there");
  for (const button of document.querySelectorAll("#answers button")) {
    const rect = button.getBoundingClientRect();
    const asked = document.getElementById("asked").getBoundingClientRect();
    if (!inView(rect) || rect.bottom > asked.bottom + near) say(`the answer ${named(button)} is not in view`);
  }

  const hand = document.getElementById("hand");
  if (!hand.hidden) {
    const rect = hand.getBoundingClientRect();
    if (!inView(rect)) say(`the hand leaves the screen: ${JSON.stringify(rect)}`);
    if (hand.scrollWidth > hand.clientWidth + near) say("the hand is wider than its room");
    if (hand.scrollHeight > hand.clientHeight + near && getComputedStyle(hand).overflowY !== "auto") say("the hand cannot be scrolled");
    const svg = hand.querySelector("svg").getBoundingClientRect();
    if (hand.clientHeight < Math.min(84, svg.height)) say(`of the hand one sees ${hand.clientHeight} px`);
    for (const text of hand.querySelectorAll("svg text")) {
      const size = Number(text.getAttribute("font-size")) * text.getScreenCTM().a;
      if (size < 11.9) say(`in the hand "${text.textContent}" has ${size.toFixed(1)} px`);
    }
    for (const place of hand.querySelectorAll("[data-place]")) {
      const box = place.getBoundingClientRect();
      if (box.left < rect.left - near || box.right > rect.right + near) say(`${named(place)} is cut off`);
      if (touch && place.matches(".is-legal") && Math.min(box.width, box.height) < 43.5) say(`${named(place)} of the hand is ${Math.round(box.width)} x ${Math.round(box.height)}`);
    }
  }

  const since = document.querySelector("#since ul");
  if (since && innerHeight >= 800 && shown(since) && since.clientHeight < 18) say(`of what happened one sees ${since.clientHeight} px`);

  const buttons = [...document.querySelectorAll("#table button, #table a, #table summary, #table [role=tab]")].filter(shown);
  for (const button of buttons) {
    const rect = button.getBoundingClientRect();
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (scrolledAway(button, x, y)) continue;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) say(`${named(button)} is off the screen`);
    else if (!hits(button)) say(`${named(button)} is covered by ${named(document.elementFromPoint(x, y))}`);
    if (touch && button.matches("button, summary") && !button.matches(".pin") && Math.min(rect.width, rect.height) < 43.5) {
      say(`${named(button)} is ${Math.round(rect.width)} x ${Math.round(rect.height)}`);
    }
  }
  // What can be picked and is in view can be hit somewhere.
  for (const place of document.querySelectorAll(".panel .is-legal")) {
    const rect = place.getBoundingClientRect();
    const points = [[.5, .5], [.3, .3], [.7, .7], [.7, .3], [.3, .7]].map(([u, v]) => [rect.left + rect.width * u, rect.top + rect.height * v]);
    if (points.every(([x, y]) => scrolledAway(place, x, y))) continue;
    const outside = points.every(([x, y]) => x < 0 || y < 0 || x > innerWidth || y > innerHeight);
    if (outside) say(`${named(place)} is off the screen`);
    else if (!points.some(([x, y]) => place.contains(document.elementFromPoint(x, y)) || scrolledAway(place, x, y))) say(`${named(place)} is covered`);
  }
  return found;
}
