import {
  type FormulaPart,
  type MeasuredType,
  type MeterEntity,
  type MeterKind,
  type StampedAt,
  TEMPERATURE,
} from '@app/entities';
import { DomainError, parseInstant, say } from '@app/kernel';
import type { MeterArithmetic } from '../arithmetic/meter-arithmetic';
import { prunedAfterChange } from '../arithmetic/pruned-hours';

/** A meter as a client describes it. An omitted field keeps its value, or takes its default if the meter is new. */
export interface MeterInput {
  pointCode: string;
  energyType?: MeasuredType;
  kind?: MeterKind;
  multiplier?: number;
  /** ISO 8601. Without an offset, the time is in the zone of the platform. */
  since?: string;
  intervalSeconds?: number;
  stampedAt?: StampedAt;
  registerMax?: number | null;
  maxPowerKw?: number | null;
  /** The parts of a formula; null or empty for other kinds. */
  formula?: readonly FormulaTermInput[] | null;
}

/** A part of a formula, by the code of its meter. */
export type FormulaTermInput = Pick<FormulaPart, 'pointCode' | 'factor'>;

const DAY_MS = 86_400_000;

/** How much history of a new meter is fetched by default. */
const DEFAULT_HISTORY_MS = 30 * DAY_MS;

/** Live polling of a new meter starts this long before now. Older history is fetched in the background. */
export const LIVE_WINDOW_MS = 2 * DAY_MS;

/** The fields of a meter without readings. */
const NOTHING_READ = { lastReadingAt: null, lastPowerKw: null, lastPowerAt: null, lastSpanSeconds: 0 };

const NO_REREAD = { rereadFrom: null, rereadTo: null };

/** Creates the record of a new meter. */
export function newMeter(input: MeterInput, nowMs: number, zone: string): Omit<MeterEntity, 'id'> {
  const since =
    input.since === undefined ? new Date(nowMs - DEFAULT_HISTORY_MS) : parseInstant(input.since, zone);
  const kind = input.kind ?? 'cumulative';
  const isFormula = kind === 'formula';
  return {
    pointCode: input.pointCode,
    energyType: input.energyType ?? 'electricity',
    kind,
    multiplier: input.multiplier ?? 1,
    intervalSeconds: input.intervalSeconds ?? 900,
    stampedAt: input.stampedAt ?? 'start',
    registerMax: input.registerMax ?? null,
    maxPowerKw: input.maxPowerKw ?? null,
    implausibleSteps: 0,
    lastImplausibleAt: null,
    implausibleFolded: 0,
    since,
    backfilledTo: since,
    // A formula has no history to fetch.
    liveFrom: isFormula ? since : liveFrom(since, nowMs),
    liveCaughtUp: isFormula,
    ...NO_REREAD,
    backfillTurn: 0,
    prunedFrom: null,
    prunedTo: null,
    keptFrom: null,
    rebuildRequestedAt: isFormula ? new Date(nowMs) : null,
    daysZone: zone,
    removedAt: null,
    ...NOTHING_READ,
  };
}

/**
 * Returns the changed fields of an existing meter, which keeps its readings. If `since` moves to an earlier time, older
 * history is fetched. If the arithmetic has changed, the sums are recomputed. A removed meter is read from `since`
 * again.
 */
export function changedMeter(
  meter: MeterEntity,
  input: MeterInput,
  nowMs: number,
  zone: string,
): Partial<MeterEntity> {
  if (meter.kind === 'formula') return changedFormula(meter, input, nowMs);
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
    energyType: input.energyType ?? (meter.energyType === TEMPERATURE ? 'electricity' : meter.energyType),
    since,
    removedAt: null,
    ...(readAgain ? { backfilledTo: since, liveFrom: liveFrom(since, nowMs), liveCaughtUp: false } : {}),
    // Some readings of the removed meter may already be deleted, so the meter starts as if it had no readings.
    ...(meter.removedAt ? { ...NOTHING_READ, ...NO_REREAD } : {}),
    ...prunedAfterChange(meter, arithmetic, nowMs),
    // The sums of a removed meter are rebuilt, too, because some of them may already be deleted.
    ...(meter.removedAt || differs(meter, arithmetic) ? { rebuildRequestedAt: new Date(nowMs) } : {}),
  };
}

/** The other settings have no effect on a formula, and keep their values. */
function changedFormula(meter: MeterEntity, input: MeterInput, nowMs: number): Partial<MeterEntity> {
  const isSame = meter.removedAt === null && hasFormula(meter, input);
  return {
    energyType: input.energyType ?? meter.energyType,
    removedAt: null,
    ...(isSame ? {} : { rebuildRequestedAt: new Date(nowMs) }),
  };
}

/** True if the input keeps the parts of a formula and their order. */
export function hasFormula({ formula = [] }: MeterEntity, input: MeterInput): boolean {
  return input.formula === undefined || textOf(input.formula ?? []) === textOf(formula);
}

function textOf(terms: readonly FormulaTermInput[]): string {
  return JSON.stringify(terms.map(({ pointCode, factor }) => [pointCode, factor]));
}

/** Throws an error if the meter is a formula, because a formula has no readings. @param path the field that names it */
export function refuseFormula({ kind, pointCode }: MeterEntity, path: string): void {
  if (kind !== 'formula') return;
  throw DomainError.invalid(`The meter ${pointCode} is a formula, so it has no readings of its own.`, [
    { path, ...say('formula_unread') },
  ]);
}

/**
 * The instant at which live polling continues. The last stored reading is read again, because it may have been
 * corrected.
 */
export function liveStart({ lastReadingAt, liveFrom }: MeterEntity): number {
  return Math.max(lastReadingAt?.getTime() ?? Number.NEGATIVE_INFINITY, liveFrom.getTime());
}

/** The share of a meter's history that has been fetched, 0 to 1. It is 1 only if nothing is left to fetch. */
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
  // Rounded down, so that the history does not look complete while a small part is missing.
  return Math.floor(Math.max(0, 1 - dueMs / wholeMs) * 1e4) / 1e4;
}

function liveFrom(since: Date, nowMs: number): Date {
  return new Date(Math.max(since.getTime(), nowMs - LIVE_WINDOW_MS));
}

function differs(meter: MeterArithmetic, other: MeterArithmetic): boolean {
  return (
    meter.kind !== other.kind ||
    meter.intervalSeconds !== other.intervalSeconds ||
    meter.stampedAt !== other.stampedAt ||
    meter.multiplier !== other.multiplier ||
    meter.registerMax !== other.registerMax ||
    meter.maxPowerKw !== other.maxPowerKw
  );
}
