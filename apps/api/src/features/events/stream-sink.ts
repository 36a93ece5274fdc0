import type { StreamFrame } from './stream-frame';

/** Receives stream events for all clients. */
export interface StreamSink {
  /** Returns true if any client receives events of this type. */
  wants(type: string): boolean;
  publish(frames: readonly StreamFrame[]): void;
}
