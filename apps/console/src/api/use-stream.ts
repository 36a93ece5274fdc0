import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { plantroom } from './plantroom';
import { queryClient } from './query-client';
import { isLive, refetch } from './refetch';
import { type EventHandlers, StreamConnection, type EventType, type StreamStatus } from './stream-connection';

const VALUE_EVENT = 'iot:value:change';
/** Prefix of the keys of all queries of current values. */
export const CURRENT_VALUES = ['/api/iot/codes/values'] as const;
const LIVE_EVENTS = [
  'energy_update',
  'lighting_update',
  'fault_update',
  'iot:alarm:trigger',
  'iot:alarm:clear',
  'alert_update',
  'maintenance_update',
  'widget_update',
  'widget_delete',
  'export_update',
  'backup_update',
  'import_update',
  'report_update',
  'workflow:execution:status',
  'workflow:execution:progress',
] as const satisfies readonly EventType[];

/** Values of points are only received while a page shows them: a large building has a hundred changes a second. */
const stream = new StreamConnection(
  (options) => plantroom.events(options),
  LIVE_EVENTS,
  (wasLost) => void refetch(queryClient, [], wasLost ? undefined : isLive),
);

/** A server that does not answer any more is noticed within twice this time. */
const CHECK_MS = 2400;

/** Turns "Live" off and on with the network of the browser, and with the answers of the server. */
export function followNetwork(): void {
  globalThis.addEventListener('online', () => stream.followNetwork(true));
  globalThis.addEventListener('offline', () => stream.followNetwork(false));
  setInterval(() => void (document.hidden || stream.checkSilence(answers)), CHECK_MS);
}

const answers = (): Promise<boolean> =>
  fetch('/health/live', { signal: AbortSignal.timeout(CHECK_MS), cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** A page waits for the stream for this time before it reads its data. */
const LONGEST_WAIT_MS = 300;

/** Opens the stream before a page reads its data. Otherwise, the page would read it a second time when the stream opens. */
export const prepareStream = (): Promise<void> => stream.prepare(LONGEST_WAIT_MS);

/** Calls the handlers for events of the stream. @returns a function that ends this */
export const listenToStream = (handlers: EventHandlers): (() => void) => stream.listen(handlers);

/**
 * Calls the handlers for events of the stream while the component is shown:
 * `useStream({ fault_update: () => refetchSoon(['/api/faults']) })`.
 */
export function useStream(handlers: EventHandlers): void {
  const deliver = useEffectEvent((event: Parameters<typeof deliverTo>[1]) => deliverTo(handlers, event));
  const wantsValues = VALUE_EVENT in handlers;
  useEffect(() => {
    const all = Object.fromEntries([...LIVE_EVENTS, VALUE_EVENT].map((type) => [type, deliver]));
    return stream.listen(all, wantsValues ? [VALUE_EVENT] : []);
  }, [wantsValues]);
}

function deliverTo(handlers: EventHandlers, event: { type: EventType }): void {
  const handle = handlers[event.type] as ((event: { type: EventType }) => void) | undefined;
  handle?.(event);
}

/**
 * Calls `retry` when the browser has a network again, and when the stream is connected again.
 * @returns a function that ends this
 */
export function onReconnected(retry: () => void): () => void {
  const stop = stream.watch(() => stream.status === 'connected' && retry());
  globalThis.addEventListener('online', retry);
  return () => {
    stop();
    globalThis.removeEventListener('online', retry);
  };
}

/** Returns the state of the connection. The component renders again when it changes. */
export function useStreamStatus(): StreamStatus {
  return useSyncExternalStore(stream.watch, () => stream.status);
}

const REFETCH_MS = 300;
const due = new Map<string, QueryKey>();

/** Refetches the shown queries whose keys begin with `key`. Calls within a short time share one refetch. */
export function refetchSoon(key: QueryKey): void {
  if (due.size === 0) setTimeout(refetchDue, REFETCH_MS);
  due.set(JSON.stringify(key), key);
}

function refetchDue(): void {
  const keys = [...due.values()];
  due.clear();
  for (const queryKey of keys) void refetch(queryClient, queryKey);
}
