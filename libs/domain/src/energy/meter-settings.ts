import type { MeterEntity } from '@app/entities';
import { parseInstant } from '@app/kernel';
import type { MeterInput } from './area-set';
import type { MeterArithmetic } from './meter-arithmetic';
import { prunedAfterChange } from './pruned-hours';

const DAY_MS = 86_400_000;

/** How far back a meter is read where its `since` is not given. */
const DEFAULT_HISTORY_MS = 30 * DAY_MS;

/** From here on the live reading is responsible for a new meter; what lies before comes in the background. */
export const LIVE_WINDOW_MS = 2 * DAY_MS;

/** What the newest reading of a meter says, where there is none. */
const NOTHING_READ = { lastReadingAt: null, lastPowerKw: null, lastPowerAt: null, lastSpanSeconds: 0 };

const NO_REREAD = { rereadFrom: null, rereadTo: null };

/** The record of a meter that was not known before. */
export function newMeter(input: MeterInput, nowMs: number, zone: string): Omit<MeterEntity, 'id'> {
  const since =
    input.since === undefined ? new Date(nowMs - DEFAULT_HISTORY_MS) : parseInstant(input.since, zone);
  return {
    pointCode: input.pointCode,
    energyType: input.energyType ?? 'electricity',
    kind: input.kind ?? 'cumulative',
    multiplier: input.multiplier ?? 1,
    intervalSeconds: input.intervalSeconds ?? 900,
    stampedAt: input.stampedAt ?? 'start',
    registerMax: input.registerMax ?? null,
    maxPowerKw: input.maxPowerKw ?? null,
    implausibleSteps: 0,
    lastImplausibleAt: null,
    since,
    backfilledTo: since,
    liveFrom: liveFrom(since, nowMs),
    liveCaughtUp: false,
    ...NO_REREAD,
    backfillTurn: 0,
    prunedFrom: null,
    prunedTo: null,
    rebuildRequestedAt: null,
    daysZone: zone,
    removedAt: null,
    ...NOTHING_READ,
  };
}

/**
 * What changes in a meter that is known. Its readings stay; an earlier `since` has what lies before fetched, other
 * arithmetic has its sums computed anew, and a meter that had been removed is read from `since` again.
 */
export function changedMeter(
  meter: MeterEntity,
  input: MeterInput,
  nowMs: number,
  zone: string,
): Partial<MeterEntity> {
  const arithmetic: MeterArithmetic = {
    kind: input.kind ?? meter.kind,
    multiplier: input.multiplier ?? meter.multiplier,
    intervalSeconds: input.intervalSeconds ?? meter.intervalSeconds,
    stampedAt: input.stampedAt ?? meter.stampedAt,
    registerMax: input.registerMax === undefined ? meter.registerMax : input.registerMax,
    maxPowerKw: input.maxPowerKw === undefined ? meter.maxPowerKw : input.maxPowerKw,
  };
  const since = input.since === undefined ? meter.since : parseInstant(input.since, zone);
  const readAgain = meter.removedAt !== null || since < meter.since;
  return {
    ...arithmetic,
    energyType: input.energyType ?? meter.energyType,
    since,
    removedAt: null,
    ...(readAgain ? { backfilledTo: since, liveFrom: liveFrom(since, nowMs), liveCaughtUp: false } : {}),
    // A part of its readings may be gone, the newest but one as well.
    ...(meter.removedAt ? { ...NOTHING_READ, ...NO_REREAD } : {}),
    ...(coversDiffer(meter, arithmetic) ? prunedAfterChange(meter, arithmetic) : {}),
    // The removal may have deleted some of the sums.
    ...(meter.removedAt || differs(meter, arithmetic) ? { rebuildRequestedAt: new Date(nowMs) } : {}),
  };
}

/** From where the live reading continues: the last stored reading, which may have been corrected since. */
export function liveStart({ lastReadingAt, liveFrom }: MeterEntity): number {
  return Math.max(lastReadingAt?.getTime() ?? Number.NEGATIVE_INFINITY, liveFrom.getTime());
}

/** The share of a meter's history that has been fetched, 0 to 1. It is 1 only when no fetching is due. */
export function historyProgress(
  meter: Pick<
    MeterEntity,
    'since' | 'backfilledTo' | 'liveFrom' | 'liveCaughtUp' | 'rereadFrom' | 'rereadTo'
  >,
): number {
  const { since, backfilledTo, liveFrom, liveCaughtUp, rereadFrom, rereadTo } = meter;
  const wholeMs = Math.max(0, liveFrom.getTime() - since.getTime()) + LIVE_WINDOW_MS;
  const dueMs =
    Math.max(0, liveFrom.getTime() - backfilledTo.getTime()) +
    (liveCaughtUp ? 0 : LIVE_WINDOW_MS) +
    (rereadFrom && rereadTo ? rereadTo.getTime() - rereadFrom.getTime() : 0);
  // Rounded down: little that is due must not look like nothing.
  return Math.floor(Math.max(0, 1 - dueMs / wholeMs) * 1e4) / 1e4;
}

function liveFrom(since: Date, nowMs: number): Date {
  return new Date(Math.max(since.getTime(), nowMs - LIVE_WINDOW_MS));
}

function differs(meter: MeterArithmetic, other: MeterArithmetic): boolean {
  return (
    coversDiffer(meter, other) ||
    meter.multiplier !== other.multiplier ||
    meter.registerMax !== other.registerMax ||
    meter.maxPowerKw !== other.maxPowerKw
  );
}

/** True if a reading covers another stretch of time than before. */
function coversDiffer(meter: MeterArithmetic, other: MeterArithmetic): boolean {
  return (
    meter.kind !== other.kind ||
    meter.intervalSeconds !== other.intervalSeconds ||
    meter.stampedAt !== other.stampedAt
  );
}
