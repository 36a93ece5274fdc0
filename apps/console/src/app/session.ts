import type { RegisteredRouter } from '@tanstack/react-router';
import { plantroom } from '../api/plantroom';
import { switchPushOff } from '../api/push';
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

/** A push service that does not answer must not keep the user signed in. */
const LONGEST_SWITCH_MS = 3000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Ends the session in the browser and on the server. */
export async function signOut(router: RegisteredRouter): Promise<void> {
  // The next user of this browser must not see the alerts.
  await Promise.race([switchPushOff(), pause(LONGEST_SWITCH_MS)]).catch(() => {});
  // The tokens are removed even if the server does not answer.
  await plantroom.signOut().catch(() => {});
  await leaveSession(router);
}
