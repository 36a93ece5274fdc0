// The service worker of the console. It shows push messages, also while the console is closed.

self.addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
