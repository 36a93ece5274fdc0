import type { Alarm, ServedSample, Value } from '@app/gateway-server';
import { type Clock, DomainError, repeatUntilAborted } from '@app/kernel';
import type { BridgeDevice } from '../configuration/configuration.dto';

/** A connection to devices, by any protocol. It reports what it reads to a `ReadingSink`. */
export interface Driver {
  readonly devices: readonly BridgeDevice[];
  /** Why a device cannot be read, in words; null if it is read, or was not read yet. */
  failureOf(device: BridgeDevice): string | null;
  start(): void;
  stop(): Promise<void>;
  /**
   * Writes a value once, and waits until the device confirms it.
   * @throws DomainError `invalid` if the device refuses the value, `conflict` if it does not confirm it
   */
  write(code: string, value: Value): Promise<void>;
  /**
   * Closes the connection, runs `work`, and then goes on. Meanwhile, polls wait and writes are refused, because many
   * devices accept only one connection. `signal` is aborted when the driver stops. Undefined if devices accept several
   * connections.
   */
  whilePaused?<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Undefined if the protocol has no priorities. */
  readonly overrides?: Overrides;
}

/** Devices that keep a forced value apart from the others, and return to the others after its release. */
export interface Overrides {
  /** @throws like `Driver.write` */
  force(code: string, value: Value): Promise<void>;
  release(code: string): Promise<void>;
}

/** Receives what was read from devices. */
export interface ReadingSink {
  /** A new value. It is kept if it is good. */
  accept(code: string, sample: ServedSample): void;
  /** A value of the past, which the device delivers late. */
  keep(code: string, atMs: number, value: Value): void;
  /** The time of the newest value, which may be of the previous run; null if there is none. */
  lastMs(code: string): number | null;
  /** The point could not be read. */
  fail(code: string): void;
  /** The device itself reports that the point is in alarm; null: it is not. */
  alarm(code: string, alarm: DeviceAlarm | null): void;
}

/** An alarm as its device reports it. */
export type DeviceAlarm = Pick<Alarm, 'level' | 'message' | 'raisedAtMs'>;

/** Polls at the multiples of the interval until `signal` is aborted, so that a meter is read at the full quarter of an hour. */
export function pollAtMultiples(
  seconds: number,
  clock: Clock,
  signal: AbortSignal,
  poll: () => Promise<void>,
): Promise<void> {
  const everyMs = seconds * 1000;
  return repeatUntilAborted(signal, async () => {
    await poll();
    return everyMs - (clock.nowMs() % everyMs);
  });
}

/** The error of a write that has certainly not reached the device. */
export function notSent(code: string, reason: string): DomainError {
  return new DomainError('conflict', 'not_sent', `The point ${code} was not written: ${reason}.`);
}

/** The error of a write that the device may have received, but has not confirmed. */
export function notConfirmed(code: string, reason: string): DomainError {
  return new DomainError(
    'conflict',
    'not_confirmed',
    `The device of the point ${code} has not confirmed the value: ${reason}.`,
  );
}
