import type { StreamFrame } from './stream-frame';

/** Receives stream events for all clients. */
export interface StreamSink {
  /** Whether any client receives events of this type. */
  wants(type: string): boolean;
  publish(frames: readonly StreamFrame[]): void;
}
