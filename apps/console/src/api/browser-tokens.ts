import type { TokenStore, Tokens } from '../../../../clients/typescript/src/index.js';

const KEY = 'plantroom.tokens';

/**
 * Keeps the tokens in the local storage, so that the session survives a reload and is shared by all tabs.
 * @param onEnded called when another tab has signed out
 */
export function browserTokens(onEnded: () => void): TokenStore {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== KEY) return;
    if (newValue === null) onEnded();
    // Another user has signed in on another tab, but this page still shows data of the previous user.
    else if (oldValue !== null && userOf(oldValue) !== userOf(newValue)) location.reload();
  });
  return {
    read,
    write: (tokens) => {
      if (tokens) localStorage.setItem(KEY, JSON.stringify(tokens));
      else localStorage.removeItem(KEY);
    },
    // Browsers offer locks only over HTTPS and on `localhost`. Without locks, two tabs that refresh the tokens at the
    // same moment end the session, and the user must sign in again.
    whileLocked: (work) => navigator.locks?.request(KEY, work) ?? work(),
  };
}

/** Returns true if the browser has tokens. They may have expired. */
export function hasTokens(): boolean {
  return read() !== null;
}

function read(): Tokens | null {
  return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Tokens | null;
}

/** Returns the user id in an access token. */
function userOf(stored: string): unknown {
  const { accessToken } = JSON.parse(stored) as Tokens;
  const claims = accessToken.split('.')[1] ?? '';
  return (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { userId: unknown }).userId;
}
