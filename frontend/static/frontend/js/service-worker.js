// Shows what is pushed to this browser, and opens its campaign. It keeps nothing and answers for no page.

self.addEventListener("push", (event) => {
  const told = event.data.json();
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.text,
      tag: told.tag,
      data: told.url,
    }),
  );
});

// A tab that shows the page already comes to the front, as it is; else one is opened.
async function show(address) {
  const wanted = new URL(address, self.location.origin);
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === wanted.pathname);
  if (there) return there.focus();
  return self.clients.openWindow(address);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
