import type { GatewayAlarm, GatewayAlarmEvent } from '@app/gateway-client';
import type { AlertClear, AlertRaise } from './alert-raise';
import { type AlertOrigin, originKey } from './alert-origin';

/** An alarm of the gateway that this service has stored. */
export interface KnownAlarm {
  id: string;
  originKey: string;
  raisedAt: Date;
  /** Null while the alarm is open. */
  clearedAt: Date | null;
}

export type AlarmReport = Pick<GatewayAlarm, 'id' | 'code' | 'level' | 'message'> & {
  /** ISO 8601 UTC; null if the report does not contain it. */
  raisedAt: string | null;
  clearedAt: string | null;
};

/** The changes that follow from a batch of reports. */
export interface AlarmOperations {
  /** New or changed alarms. */
  alarms: KnownAlarm[];
  /**
   * Alerts to raise and to clear. Within a step, each origin occurs either in `raises` or in `clears`. The steps must
   * be carried out in order.
   */
  steps: { raises: AlertRaise[]; clears: AlertClear[] }[];
}

export function alarmOrigin(code: string): AlertOrigin {
  return { source: 'gateway', type: 'alarm', originator: code };
}

export function toAlarmReport({ state, timestamp, ...alarm }: GatewayAlarmEvent): AlarmReport {
  return {
    ...alarm,
    raisedAt: state === 'raised' ? timestamp : null,
    clearedAt: state === 'cleared' ? timestamp : null,
  };
}

/**
 * Computes the changes that follow from a batch of reports. Each alarm is raised and cleared once, even if it is
 * reported several times. The alert of a point is cleared when its last open alarm ends.
 * @param known the stored alarms to which the reports refer, and all open alarms of their points
 */
export function alarmOperations(
  reports: readonly AlarmReport[],
  known: readonly KnownAlarm[],
): AlarmOperations {
  const alarms = new Map(known.map((alarm) => [alarm.id, { ...alarm }]));
  const open = openByOrigin(known);
  const touched = new Map<string, KnownAlarm>();
  const perOrigin = new Map<string, ({ raise: AlertRaise } | { clear: AlertClear })[]>();
  for (const report of reports) {
    const origin = alarmOrigin(report.code);
    const key = originKey(origin);
    const operations = perOrigin.get(key) ?? [];
    const openIds = open.get(key) ?? new Set();
    perOrigin.set(key, operations);
    open.set(key, openIds);
    let alarm = alarms.get(report.id);
    if (!alarm && report.raisedAt !== null) {
      alarm = { id: report.id, originKey: key, raisedAt: new Date(report.raisedAt), clearedAt: null };
      alarms.set(alarm.id, alarm);
      touched.set(alarm.id, alarm);
      openIds.add(alarm.id);
      operations.push({ raise: raiseOf(report, alarm.raisedAt) });
    }
    if (!alarm || alarm.clearedAt || report.clearedAt === null) continue;
    alarm.clearedAt = new Date(report.clearedAt);
    touched.set(alarm.id, alarm);
    openIds.delete(alarm.id);
    if (openIds.size === 0) operations.push({ clear: { ...origin, at: alarm.clearedAt } });
  }
  return { alarms: [...touched.values()], steps: stepsOf([...perOrigin.values()]) };
}

function openByOrigin(known: readonly KnownAlarm[]): Map<string, Set<string>> {
  const open = new Map<string, Set<string>>();
  for (const { id, originKey: key, clearedAt } of known) {
    if (clearedAt) continue;
    open.set(key, (open.get(key) ?? new Set()).add(id));
  }
  return open;
}

function raiseOf({ code, level, message }: AlarmReport, at: Date): AlertRaise {
  return { ...alarmOrigin(code), severity: level, title: message, message, pointCode: code, at };
}

/**
 * Divides the operations of each origin into steps. A step has either consecutive raises of the origin or a single
 * clear.
 */
function stepsOf(
  perOrigin: readonly ({ raise: AlertRaise } | { clear: AlertClear })[][],
): AlarmOperations['steps'] {
  const steps: AlarmOperations['steps'] = [];
  const stepAt = (index: number) => (steps[index] ??= { raises: [], clears: [] });
  for (const operations of perOrigin) {
    let index = -1;
    let previous: 'raise' | 'clear' | undefined;
    for (const operation of operations) {
      const kind = 'raise' in operation ? 'raise' : 'clear';
      if (kind === 'clear' || previous !== 'raise') index++;
      previous = kind;
      if ('raise' in operation) stepAt(index).raises.push(operation.raise);
      else stepAt(index).clears.push(operation.clear);
    }
  }
  return steps;
}
