import type { Environment } from '@app/config';
import type { StreamLimits } from './stream-hub';

/** Provides the interval of the heartbeats. Tests replace it with a short one. */
export const STREAM_HEARTBEAT_MS = Symbol('STREAM_HEARTBEAT_MS');

/** An event has a few hundred bytes, so `LIMIT_STREAM_QUEUE` is usually reached first. */
const QUEUE_BYTES = 1024 * 1024;

/** Returns the limits of event streams that the environment configures. */
export function streamLimits(
  environment: Pick<
    Environment,
    'LIMIT_STREAM_QUEUE' | 'LIMIT_STREAM_STALL_MS' | 'LIMIT_STREAM_BEHIND_MS' | 'LIMIT_STREAMS_PER_USER'
  >,
  heartbeatMs: number,
): StreamLimits {
  return {
    queue: { length: environment.LIMIT_STREAM_QUEUE, bytes: QUEUE_BYTES },
    streamsPerUser: environment.LIMIT_STREAMS_PER_USER,
    heartbeatMs,
    stallMs: environment.LIMIT_STREAM_STALL_MS,
    behindMs: environment.LIMIT_STREAM_BEHIND_MS,
  };
}
