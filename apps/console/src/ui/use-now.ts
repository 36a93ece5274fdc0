import { useSyncExternalStore } from 'react';

const STEP_MS = 5000;
const watchers = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  nowMs = Date.now();
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    nowMs = Date.now();
    timer = setInterval(tick, STEP_MS);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

/** Returns the current time in milliseconds, updated every five seconds. */
export function useNowMs(): number {
  return useSyncExternalStore(watch, () => nowMs);
}
