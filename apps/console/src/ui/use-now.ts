import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
let nowMs = Date.now();

function watchMinutes(changed: () => void): () => void {
  const timer = setInterval(() => {
    nowMs = Date.now();
    changed();
  }, MINUTE_MS);
  return () => clearInterval(timer);
}

/** Returns the current time, which changes once a minute. */
export function useNowMs(): number {
  return useSyncExternalStore(watchMinutes, () => nowMs);
}
