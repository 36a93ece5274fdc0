import type { StreamFrame } from './stream-frame';

/** Where the events of the bus go: to the clients. */
export interface StreamSink {
  /** False while no client would be sent events of this type. */
  wants(type: string): boolean;
  publish(frames: readonly StreamFrame[]): void;
}
