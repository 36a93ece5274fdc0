import type { PointValue } from '@app/contracts';
import type { AlertSeverity } from '@app/kernel';
import type { ServedAlarms, ServedPoints } from './served-gateway';
import type { ServedSample } from './served-point';

export interface AlarmEvent {
  id: string;
  code: string;
  level: AlertSeverity;
  message: string;
  state: 'raised' | 'cleared';
  timestamp: string;
}

export type GatewayEvent = { type: 'value'; data: PointValue } | { type: 'alarm'; data: AlarmEvent };

/** Reports the changes since the previous call. */
export class ChangeFeed {
  private readonly reported = new Map<string, ServedSample>();
  private reportedUntilMs = 0;

  constructor(
    private readonly points: ServedPoints,
    private readonly alarms: ServedAlarms,
  ) {}

  /** Marks all values and alarms up to `nowMs` as reported. */
  start(nowMs: number): void {
    for (const { code } of this.points.definitions())
      this.reported.set(code, this.points.latest(code, nowMs));
    this.reportedUntilMs = nowMs;
  }

  /** Returns the values that changed, and the alarms that were raised or cleared, since the previous report. */
  next(nowMs: number): GatewayEvent[] {
    const events = [...this.newValues(nowMs), ...this.newAlarms(nowMs)];
    this.reportedUntilMs = nowMs;
    return events;
  }

  private *newValues(nowMs: number): Generator<GatewayEvent> {
    for (const { code } of this.points.definitions()) {
      const sample = this.points.latest(code, nowMs);
      const before = this.reported.get(code);
      if (sample.value === before?.value && sample.quality === before.quality) continue;
      this.reported.set(code, sample);
      const { value, quality, atMs } = sample;
      yield { type: 'value', data: { code, value, quality, timestamp: new Date(atMs).toISOString() } };
    }
  }

  private *newAlarms(nowMs: number): Generator<GatewayEvent> {
    for (const { alarm, state, atMs } of this.alarms.changes(this.reportedUntilMs, nowMs)) {
      const { id, code, level, message, raisedAtMs, clearedAtMs } = alarm;
      // The device may have measured the value long before the change was noticed.
      const changedAtMs = (state === 'raised' ? raisedAtMs : clearedAtMs) ?? atMs;
      yield {
        type: 'alarm',
        data: { id, code, level, message, state, timestamp: new Date(changedAtMs).toISOString() },
      };
    }
  }
}
