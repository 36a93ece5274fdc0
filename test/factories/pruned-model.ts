import type { ReadingEntity } from '@app/entities';
import type { ModelHours, ModelMeter } from './energy-model';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The readings that the test has observed. This record is independent of the product's own record of pruned hours. */
export interface ReadingRecord {
  /** Every reading that was ever stored, by its timestamp. */
  known: Map<number, ReadingEntity>;
  /** The readings that are no longer stored. */
  deleted: Set<number>;
  /**
   * Hours before this time must not change. This time moves when the kind of the meter changes to or from `interval`.
   */
  barredBeforeMs: number;
}

const isUsable = ({ value, quality }: ReadingEntity) => value !== null && quality < 2;

function usableStamps({ known }: ReadingRecord): number[] {
  return [...known.values()]
    .filter(isUsable)
    .map(({ at }) => at.getTime())
    .sort((a, b) => a - b);
}

/** Returns the start and the end of the time that a single reading covers. */
function coverOf({ kind, stampedAt, intervalSeconds }: ModelMeter, atMs: number): [number, number] {
  const lengthMs = kind === 'interval' ? intervalSeconds * 1000 : 0;
  return stampedAt === 'end' ? [atMs - lengthMs, atMs] : [atMs, atMs + lengthMs];
}

export function hoursCovered(meter: ModelMeter, atMs: number): number[] {
  const [fromMs, toMs] = coverOf(meter, atMs);
  const first = Math.floor(fromMs / HOUR_MS) * HOUR_MS;
  const hours: number[] = [];
  for (let hourMs = first; hourMs < Math.max(toMs, fromMs + 1); hourMs += HOUR_MS) hours.push(hourMs);
  return hours;
}

/** Updates `barredBeforeMs` if the change of the meter alters the times for which its readings measure energy. */
export function noteChange(record: ReadingRecord, former: ModelMeter, present: ModelMeter): void {
  const isSame = String(coverOf(former, 0)) === String(coverOf(present, 0));
  if (isSame || record.deleted.size === 0) return;
  const lastMs = Math.max(...record.deleted);
  // The product keeps the five readings after the deleted readings, because a register may need them. The hours of the
  // five readings must not change either.
  const kept = usableStamps(record)
    .filter((atMs) => atMs > lastMs)
    .slice(0, 5);
  const [, reachMs] = coverOf(present, kept.at(-1) ?? lastMs);
  record.barredBeforeMs = Math.max(record.barredBeforeMs, Math.ceil(reachMs / HOUR_MS) * HOUR_MS);
}

/**
 * Returns a function that says whether the energy of an hour depends on a deleted reading. An hour depends on its own
 * usable readings, on the last five before it and on the first two after it. For meters of the kind `interval`, all
 * hours between the first and the last deleted reading count as dependent.
 */
export function dependsOnDeleted(record: ReadingRecord, meter: ModelMeter): (hourMs: number) => boolean {
  const usable = usableStamps(record);
  const covers = usable.filter((atMs) => record.deleted.has(atMs)).map((atMs) => coverOf(meter, atMs));
  const firstMs = Math.min(...covers.map(([fromMs]) => fromMs));
  const lastMs = Math.max(...covers.map(([, toMs]) => toMs));
  return (hourMs) => {
    if (hourMs < record.barredBeforeMs) return true;
    const endMs = hourMs + HOUR_MS;
    if (meter.kind === 'interval') return firstMs < endMs && lastMs > hourMs;
    const used = [
      ...usable.filter((atMs) => atMs <= hourMs).slice(-5),
      ...usable.filter((atMs) => atMs > hourMs && atMs < endMs),
      ...usable.filter((atMs) => atMs >= endMs).slice(0, 2),
    ];
    return used.some((atMs) => record.deleted.has(atMs));
  };
}

/** Returns the energy of each local day as `[start, energy in mWh]`, computed from the quarters of the hours. */
export function modelDays(rows: ModelHours, offsetMs: number): [string, number][] {
  const days = new Map<number, number>();
  for (const [hourMs, text] of rows) {
    const quarters = text.split(' | ')[0]?.split(' ') ?? [];
    for (const [index, energy] of quarters.entries()) {
      const atMs = hourMs + index * 15 * MINUTE_MS;
      const dayMs = Math.floor((atMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
      if (energy !== '-') days.set(dayMs, (days.get(dayMs) ?? 0) + Number(energy));
    }
  }
  return [...days].sort(([a], [b]) => a - b).map(([ms, energy]) => [new Date(ms).toISOString(), energy]);
}
