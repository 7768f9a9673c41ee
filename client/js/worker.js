// @ts-check
// The service worker: keeps one page that says that there is no line, and the few files of that page. Nothing else is
// kept: code that grows stale is worse than none. It answers when a page is asked for and the server is not to be had;
// what else the pages ask for, and their websockets, never come here.
//
// The server writes the digest of its edition into the addresses. So the worker is another one with each edition, and
// the browser puts it in the place of the older one.

const PAGE = "/offline";
const FILES = ["/static/base+offline.css", "/static/icon.svg", "/static/js/first.js", "/static/js/offline.joined.js"];
const KEPT = `offline ${FILES[0]}`;

/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, ...FILES].map((path) => new Request(path, { credentials: "omit" })))));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (FILES.some((path) => request.url.endsWith(path))) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** @param {string | Request} what @returns {Promise<Response>} */
async function kept(what) {
  return (await caches.match(what)) ?? Response.error();
}
