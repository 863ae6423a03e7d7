// Keeps the site for times without a network. All names but a few carry a hash: what is kept under one never changes.
const KEPT = "noughts-{version}";
const FILES = "{files}";
const ANEW = ["", "index.html", "site.json", "embed.html", "noughts-board.js", "manifest.webmanifest"]; // names without a hash

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" })))));
});

// Pages of the version before are closed by then: their files may go.
self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("noughts-") && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const place = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== "GET" || place.origin !== scope.origin || !place.pathname.startsWith(scope.pathname)) return;
  const name = place.pathname.slice(scope.pathname.length);
  event.respondWith(ANEW.includes(name) ? anew(request) : kept(request));
});

async function anew(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) return answer;
  } catch {
    // there is no network
  }
  return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
}

async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
