import type { CarbonConfiguration, CarbonFactorRecord, EnergyType } from '@app/entities';
import { parseInstant } from '@app/kernel';
import { type Bucket, localDate, startOfDate } from '../arithmetic/calendar';
import { exactDecimal } from '../arithmetic/exact-decimal';
import { RateList } from '../rates/rate-list';
import { appendSpan, type RateSchedule, type RateSpan } from '../rates/rate-schedule';
import { powerToKg, scaledByPower } from './emission-units';
import { isScopeOf } from './factor-scopes';

export interface FactorSchedule extends RateSchedule {
  /** Returns the published factors that have this rate and are valid in a part of the range. */
  factorsOf: (rate: number, range: Bucket) => CarbonFactorRecord[];
}

interface ValidRate extends Bucket {
  rate: number;
  factor: CarbonFactorRecord;
}

/**
 * Returns the emission factors of an energy type over time, in kg CO2e per kWh (m³ for water). If several factors are
 * valid at the same time, the factor that began last applies.
 */
export function factorSchedule(
  factors: readonly CarbonFactorRecord[],
  energyType: EnergyType,
  { region, scope }: CarbonConfiguration,
  zone: string,
): FactorSchedule {
  const list = new RateList();
  const valid: ValidRate[] = [];
  for (const factor of factors) {
    const power = powerToKg(factor.unit, energyType);
    if (factor.category !== energyType || factor.region !== region || power === null) continue;
    if (!isScopeOf(energyType, scope, factor.scope)) continue;
    const rate = list.indexOf(scaledByPower(exactDecimal(factor.value), power));
    valid.push({ ...validity(factor, zone), rate, factor });
  }
  valid.sort((one, other) => other.startMs - one.startMs);
  const factorsOf = (rate: number, { startMs, endMs }: Bucket) =>
    valid
      .filter((one) => one.rate === rate && one.startMs < endMs && one.endMs > startMs)
      .map(({ factor }) => factor);
  return { rates: list.rates, spans: (range) => spansOf(range, valid), factorsOf };
}

/**
 * Returns the period in which a factor is valid. If `validTo` is a date, the period includes that day. If it is an
 * instant, the period ends at that instant.
 */
export function validity(
  { validFrom, validTo }: Pick<CarbonFactorRecord, 'validFrom' | 'validTo'>,
  zone: string,
): Bucket {
  const startMs = validFrom === null ? Number.NEGATIVE_INFINITY : parseInstant(validFrom, zone).getTime();
  if (validTo === null) return { startMs, endMs: Number.POSITIVE_INFINITY };
  const endMs = parseInstant(validTo, zone).getTime();
  const isDate = !validTo.includes('T') && !validTo.includes('t');
  return { startMs, endMs: isDate ? startOfDate(localDate(endMs, zone).add({ days: 1 }), zone) : endMs };
}

/** @param valid ordered by beginning, the latest first */
function spansOf(range: Bucket, valid: readonly ValidRate[]): RateSpan[] {
  const edges = valid
    .flatMap(({ startMs, endMs }) => [startMs, endMs])
    .filter((ms) => ms > range.startMs && ms < range.endMs)
    .sort((one, other) => one - other);
  const spans: RateSpan[] = [];
  for (const [index, startMs] of [range.startMs, ...edges].entries()) {
    const rate = valid.find((factor) => factor.startMs <= startMs && factor.endMs > startMs)?.rate ?? null;
    appendSpan(spans, { startMs, endMs: edges[index] ?? range.endMs, rate });
  }
  return spans;
}
