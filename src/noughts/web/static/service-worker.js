/**
 * Keeps a site for times without a network. `noughts page` puts it beside the site's index.html, with the names of all files and
 * their version; all names but a few carry a hash: what is kept under one never changes.
 */

/** @type {string[]} */
const FILES = /** @type {any} */ ("FILES");
const ANEW = ["", "index.html", "site.json", "noughts-board.js", "manifest.webmanifest"]; // names without a hash
const worker = /** @type {any} */ (self);
const OURS = `noughts ${worker.registration.scope} `; // sites of one host share its caches
const KEPT = `${OURS}VERSION`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const requests = ["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(requests)));
});

// Pages of the version before are closed by then: their files may go.
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(OURS) && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const place = new URL(request.url);
  const scope = new URL(worker.registration.scope);
  if (request.method !== "GET" || place.origin !== scope.origin || !place.pathname.startsWith(scope.pathname)) return;
  const name = place.pathname.slice(scope.pathname.length);
  event.respondWith(ANEW.includes(name) ? anew(request) : kept(request));
});

/** @param {Request} request */
async function anew(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) return answer;
  } catch {
    // there is no network
  }
  return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
