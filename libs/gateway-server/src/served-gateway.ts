import type { AlertSeverity, Role } from '@app/kernel';
import type { HistoryInterval } from './fold';
import type { PointDefinition, ServedSample } from './served-point';

/** The points of a gateway with their values. */
export abstract class ServedPoints {
  abstract definitions(): PointDefinition[];

  /** The newest sample known at `nowMs`. For an unknown point, the sample has no value and is bad. */
  abstract latest(code: string, nowMs: number): ServedSample;

  /**
   * Raw samples in `[fromMs, toMs)` in order of time, or one value for each complete bucket that starts in this range.
   * Empty for an unknown point.
   */
  abstract history(
    code: string,
    fromMs: number,
    toMs: number,
    nowMs: number,
    interval?: HistoryInterval,
  ): Iterable<ServedSample> | Promise<Iterable<ServedSample>>;
}

/** Writes values of points. */
export abstract class ServedWriter {
  /**
   * @param role the role of the writer, which interlocks may require; undefined if the client does not name it
   * @throws DomainError `not_found` for an unknown point; `invalid` if the point does not accept the value; `forbidden`
   *   if an interlock protects the point; `conflict` if the device does not accept the write now
   */
  abstract set(code: string, value: unknown, nowMs: number, role?: Role): void | Promise<void>;

  /** Like `set`, but ignores interlocks, and remembers the previous value for `release`. */
  abstract forceSet(code: string, value: unknown, nowMs: number): void | Promise<void>;

  /**
   * Restores the value from before `forceSet`. Does nothing if the value was not forced, or if it was set by `set`
   * afterwards.
   */
  abstract release(code: string, nowMs: number): void | Promise<void>;
}

export interface Alarm {
  id: string;
  code: string;
  level: AlertSeverity;
  message: string;
  raisedAtMs: number;
  /** Null while the alarm is active. */
  clearedAtMs: number | null;
}

export interface AlarmChange {
  alarm: Alarm;
  state: 'raised' | 'cleared';
  atMs: number;
}

/** The alarms of a gateway. The methods do not return future alarms. */
export abstract class ServedAlarms {
  /** The alarms that were active at any time in `[fromMs, toMs)`, newest first. */
  abstract between(
    fromMs: number,
    toMs: number,
    nowMs: number,
    level?: AlertSeverity,
  ): Alarm[] | Promise<Alarm[]>;

  /** Alarms raised or cleared in `(afterMs, untilMs]`, in order of time. */
  abstract changes(afterMs: number, untilMs: number): AlarmChange[];
}

/** A device that the gateway reads: see docs/gateways.md. */
export interface ServedDevice {
  name: string;
  connection: string;
  protocol: string;
  /** `off`: the connection is switched off. `unknown`: no value is good, and no reason is known. */
  state: 'ok' | 'failing' | 'unknown' | 'off';
  /** Why it cannot be read. The message is in English. */
  reason: { code: string; message: string } | null;
  /** The codes of its points. */
  codes: string[];
  goodPoints: number;
  /** The time of its newest value in milliseconds. */
  lastValueAtMs: number | null;
}

export abstract class ServedDevices {
  abstract list(): ServedDevice[];
}
