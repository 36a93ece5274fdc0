// The service worker of the console. It shows push messages, also while the console is closed. Without a network, it
// answers with the page of the console and with the files that earlier visits have loaded.

/** The query of the worker's address names the build of the console, so each build has a cache of its own. */
const CACHE = `console${self.location.search}`;
/** This page shows the views of all addresses. */
const PAGE = '/';

self.addEventListener('install', (event) => {
  const page = new Request(PAGE, { headers: { Accept: 'text/html' } });
  event.waitUntil(keep([page]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches());
});

/** A page sends the addresses of the files that it has loaded. */
self.addEventListener('message', (event) => {
  event.waitUntil(keep(event.data));
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

async function keep(requests) {
  const cache = await caches.open(CACHE);
  await Promise.all(requests.map(async (request) => (await cached(request)) ?? cache.add(request)));
}

async function deleteOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
