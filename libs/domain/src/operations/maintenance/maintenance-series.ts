import type { CronRecurrence, MaintenanceRecurrence } from '@app/entities';
import { DomainError, newId } from '@app/kernel';
import { nextFireMs } from '../../platform/schedules/cron-schedule';
import type { MaintenanceRow } from './maintenance.queries';
import { isClosed } from './maintenance-status';

/** How often a counter is checked. */
const CHECK_COUNTER_MS = 60_000;

/** The time of a change, and the values that a series needs. */
export interface SeriesMoment {
  nowMs: number;
  /** The platform's time zone. */
  zone: string;
  /** The value of the counter; null if it has no usable value, or if the recurrence has no counter. */
  counterValue: number | null;
}

type SeriesFields = Pick<
  MaintenanceRow,
  'dueAt' | 'series' | 'openSeries' | 'nextAt' | 'counterValue' | 'countedHours'
>;

const NO_CHECK = { nextAt: null, counterValue: null, countedHours: null };

export function isCron(recurrence: MaintenanceRecurrence): recurrence is CronRecurrence {
  return 'cron' in recurrence;
}

/**
 * Returns the fields of the series after a change of a work order.
 * @param before null for a new work order
 * @throws DomainError `wrong_state` if the recurrence may no longer change
 */
export function seriesAfterChange(
  before: MaintenanceRow | null,
  after: Omit<MaintenanceRow, 'id'>,
  moment: SeriesMoment,
): SeriesFields {
  const { recurrence, dueAt } = after;
  if (before && isClosed(before.status)) return keptSeries(before, after);
  if (recurrence === null) return { dueAt, series: null, openSeries: null, ...NO_CHECK };
  const series = before?.series ?? newId();
  if (!isClosed(after.status)) {
    return { dueAt: dueAt ?? firstDue(recurrence, moment), series, openSeries: series, ...NO_CHECK };
  }
  return { dueAt, series, openSeries: null, ...pendingCheck(recurrence, after, moment) };
}

/**
 * Returns the series fields after a change of a work order that was already closed. Until the next work order of the
 * series is created, the recurrence can be removed, which ends the series.
 */
function keptSeries(before: MaintenanceRow, { recurrence, dueAt }: Omit<MaintenanceRow, 'id'>): SeriesFields {
  const { series, openSeries, nextAt, counterValue, countedHours } = before;
  if (JSON.stringify(recurrence) === JSON.stringify(before.recurrence)) {
    return { dueAt, series, openSeries, nextAt, counterValue, countedHours };
  }
  if (recurrence === null && nextAt !== null) return { dueAt, series: null, openSeries: null, ...NO_CHECK };
  const message = `The work order is ${before.status}. Change the recurrence of the open work order.`;
  throw new DomainError('conflict', 'wrong_state', message);
}

/**
 * Returns when to check for the next work order of a series. After a completed work order, the check is due at once.
 * After a cancelled one, it is due when the cancelled work order was due. A series with a counter is checked
 * periodically.
 */
function pendingCheck(
  recurrence: MaintenanceRecurrence,
  { status, dueAt }: Omit<MaintenanceRow, 'id'>,
  { nowMs, counterValue }: SeriesMoment,
): Pick<SeriesFields, 'nextAt' | 'counterValue' | 'countedHours'> {
  if (!isCron(recurrence)) {
    return { nextAt: new Date(nowMs + CHECK_COUNTER_MS), counterValue, countedHours: 0 };
  }
  const waitsUntilMs = status === 'cancelled' ? (dueAt?.getTime() ?? nowMs) : nowMs;
  return { ...NO_CHECK, nextAt: new Date(Math.max(nowMs, waitsUntilMs)) };
}

function firstDue(recurrence: MaintenanceRecurrence, { nowMs, zone }: SeriesMoment): Date | null {
  return isCron(recurrence) ? nextSlot(recurrence, zone, nowMs) : null;
}

function nextSlot({ cron, timezone }: CronRecurrence, zone: string, afterMs: number): Date | null {
  const slotMs = nextFireMs(cron, timezone ?? zone, afterMs);
  return slotMs === null ? null : new Date(slotMs);
}

/**
 * The result of a check: the due time of the next work order or, if it must not be created yet, new fields of the
 * previous work order.
 */
export type SeriesCheck =
  | { dueAt: Date }
  | { waits: Pick<SeriesFields, 'nextAt' | 'counterValue' | 'countedHours'> };

/**
 * Checks whether the next work order must be created. A series may depend on a counter of running hours. A counter that
 * shows less than at the last check was reset or replaced: the hours counted so far are kept, and counting continues
 * from the new value.
 */
export function checkSeries(
  recurrence: MaintenanceRecurrence,
  former: Pick<MaintenanceRow, 'dueAt' | 'counterValue' | 'countedHours'>,
  { nowMs, zone, counterValue }: SeriesMoment,
): SeriesCheck {
  if (isCron(recurrence)) {
    // If the previous work order was completed late, all slots up to now are skipped.
    const dueAt = nextSlot(recurrence, zone, Math.max(nowMs, former.dueAt?.getTime() ?? nowMs));
    return dueAt ? { dueAt } : { waits: NO_CHECK };
  }
  const last = former.counterValue;
  const advance = last === null || counterValue === null ? 0 : Math.max(0, counterValue - last);
  const countedHours = (former.countedHours ?? 0) + advance;
  if (countedHours >= recurrence.everyHours) return { dueAt: new Date(nowMs) };
  const nextAt = new Date(nowMs + CHECK_COUNTER_MS);
  return { waits: { nextAt, counterValue: counterValue ?? last, countedHours } };
}

/** The next work order of a series. It has no fault, because the fault belongs to the previous work order. */
export function successorOf(former: MaintenanceRow, dueAt: Date): Omit<MaintenanceRow, 'id'> {
  const { id: _id, ...copied } = former;
  return {
    ...copied,
    status: 'open',
    faultId: null,
    dueAt,
    startedAt: null,
    completedAt: null,
    checklist: former.checklist.map(({ text }) => ({ text, done: false })),
    openSeries: former.series,
    ...NO_CHECK,
  };
}
