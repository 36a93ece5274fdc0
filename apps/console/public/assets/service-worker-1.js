// The service worker of the console. It shows push messages, also while the console is closed. Without a network, it
// answers with the page of the console and with the files that earlier visits have loaded.

/** The query of the worker's address names the first script of the build, so each build has a cache of its own. */
const BUILD = self.location.search.slice(1);
const CACHE = `console-${BUILD}`;
/** This page shows the views of all addresses. */
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches());
});

/** A page sends the addresses of the files that it has loaded. */
self.addEventListener('message', (event) => {
  event.waitUntil(Promise.allSettled(event.data.map(keepFile)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => fromCache(PAGE)));
});

self.addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});

/** The page was requested with another `Accept` header than navigations have. */
const cached = (request) => caches.match(request, { cacheName: CACHE, ignoreVary: true });

/** The names of files have a hash or a version, so a cached file is never out of date. */
async function fromCache(request) {
  return (await cached(request)) ?? fetch(request);
}

/** The page of another build would need files that this cache does not have. */
async function keepPage() {
  const response = await fetch(PAGE, { headers: { Accept: 'text/html' } });
  const text = await response.clone().text();
  if (response.redirected || !text.includes(BUILD)) throw new Error('This is the page of another build.');
  await (await caches.open(CACHE)).put(PAGE, response);
}

/** Keeps a file, unless a proxy has answered with something else. */
async function keepFile(address) {
  if (await cached(address)) return;
  const response = await fetch(address);
  const isFile =
    response.ok && !response.redirected && !response.headers.get('Content-Type')?.includes('html');
  if (isFile) await (await caches.open(CACHE)).put(address, response);
}

async function deleteOtherCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('console-') && name !== CACHE).map((name) => caches.delete(name)),
  );
}
