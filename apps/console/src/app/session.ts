import type { RegisteredRouter } from '@tanstack/react-router';
import { plantroom } from '../api/plantroom';
import { unsubscribe } from '../api/push';
import { queryClient } from '../api/query-client';

/** Pages that need no session. */
const OPEN_PAGES = new Set(['/sign-in', '/register', '/forgot-password', '/public']);

/**
 * Shows the sign-in page and clears the cache. If the session was lost, the sign-in page leads back to the current
 * page. Unsaved changes are lost without a question.
 */
export async function leaveSession(router: RegisteredRouter, reason?: 'ended'): Promise<void> {
  const { href, pathname } = router.state.location;
  if (OPEN_PAGES.has(pathname)) return;
  await router.navigate({
    to: '/sign-in',
    search: reason && { reason, returnTo: href },
    ignoreBlocker: true,
  });
  queryClient.clear();
}

/** Ends the session in the browser and on the server. */
export async function signOut(router: RegisteredRouter): Promise<void> {
  // The next user of this browser must not see the alerts.
  await unsubscribe().catch(() => {});
  // The tokens are removed even if the server does not answer.
  await plantroom.signOut().catch(() => {});
  await leaveSession(router);
}
