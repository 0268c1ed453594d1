// The service worker: it holds files whose address tells their content, and the page for when nobody
// answers. Nothing of a game is kept. Imports nothing.

const HELD = []; // from the start; the server fills it in
const CACHE = `parvis ${self.location.search} ${HELD.join(" ")}`;

self.addEventListener("install", (event) => {
  const fill = async () => (await caches.open(CACHE)).addAll(HELD.map((address) => new Request(address, { cache: "reload" })));
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("parvis ") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const lasting = (pathname.startsWith("/static/") || pathname.startsWith("/symbols/")) && searchParams.has("v");
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => held("/away")));
  else if (lasting) event.respondWith(kept(request));
  else if (HELD.includes(pathname)) event.respondWith(fetch(request).catch(() => held(pathname)));
});

/** What was held from the start. @param {string} address */
async function held(address) {
  return (await caches.match(address)) ?? Response.error();
}

/** What never changes: fetched once. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const fetched = await fetch(request);
  if (fetched.ok) await cache.put(request, fetched.clone()).catch(() => undefined); // the disk may be full
  return fetched;
}

// What the server tells while no page is open. It says a game, who plays there, whose turn it is.
self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(told.title ?? "Parvis", {
    body: told.body ?? "", tag: told.tag ?? "parvis", data: told.url ?? "/", icon: "/icon/small.png", badge: "/icon/small.png",
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data ?? "/", self.location.origin);
  const show = async () => {
    if (wanted.origin !== self.location.origin) return;
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === wanted.pathname);
    await (there ? there.focus() : self.clients.openWindow(wanted.href));
  };
  event.waitUntil(show());
});
