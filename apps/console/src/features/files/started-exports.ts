import { useSyncExternalStore } from 'react';
import type { ExportInput } from '../../api/exports';

/**
 * An export that was started in this tab. It is remembered here, because the API lists only the files of completed
 * exports.
 */
export interface StartedExport extends Pick<ExportInput, 'type' | 'from' | 'to'> {
  jobId: string;
}

const KEY = 'plantroom.exports';
const MOST = 20;

let started = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly StartedExport[];
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function replace(exports: readonly StartedExport[]): void {
  started = exports;
  sessionStorage.setItem(KEY, JSON.stringify(exports));
  for (const watcher of watchers) watcher();
}

/** Returns the exports of this tab, newest first. They survive a reload. */
export function useStartedExports(): readonly StartedExport[] {
  return useSyncExternalStore(watch, () => started);
}

export function addStartedExport(added: StartedExport): void {
  replace([added, ...started].slice(0, MOST));
}

export function removeStartedExport(jobId: string): void {
  replace(started.filter((known) => known.jobId !== jobId));
}
