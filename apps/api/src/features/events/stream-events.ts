import { energyUpdated, executionStatusChanged, pointValuesChanged } from '@app/contracts';
import { type StreamEvent, defineStreamEvent } from './define-stream-event';
import { energyUpdate, executionStatus, pointValue } from './stream-payloads';

/** Every event of the stream, except its heartbeats, with the lowest role that is sent it. */
export const STREAM_EVENTS: readonly StreamEvent[] = [
  defineStreamEvent({
    type: 'iot:value:change',
    kind: 'point',
    title: 'PointValueEvent',
    description: 'A point has a new value.',
    schema: pointValue,
    lowestRole: 'viewer',
    from: pointValuesChanged,
    payloads: ({ values }) => values,
    key: ({ code }) => `point:${code}`,
    delivery: 'latest',
    // The value's own instant is its `timestamp`.
    instantName: 'sentAt',
  }),
  defineStreamEvent({
    type: 'energy_update',
    kind: 'energy',
    title: 'EnergyUpdateEvent',
    description: 'New readings changed the figures of areas.',
    schema: energyUpdate,
    lowestRole: 'viewer',
    from: energyUpdated,
    payloads: (update) => [update],
    key: () => 'energy',
    // Each has all areas.
    delivery: 'latest',
  }),
  defineStreamEvent({
    type: 'workflow:execution:status',
    kind: 'workflow',
    title: 'ExecutionStatusEvent',
    description: 'An execution was accepted or has ended.',
    schema: executionStatus,
    lowestRole: 'operator',
    from: executionStatusChanged,
    payloads: (change) => [change],
    key: ({ executionId }) => `execution:${executionId}`,
    // That one has ended is said once.
    delivery: 'kept',
  }),
];
