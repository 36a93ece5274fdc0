import { Injectable } from '@nestjs/common';
import type { Bucket } from '../arithmetic/calendar';
import type { ComparedSpans } from '../arithmetic/compared-spans';
import type { ExactDecimal } from '../arithmetic/exact-decimal';
import { comparedTime, type HourEnergies, type HourPairs } from '../energy/common-hours';
import { CommonHoursService } from '../energy/common-hours.service';
import type { SummedMeter } from '../meters/energy-sums.service';
import type { RateSchedule } from './rate-schedule';
import { RatedEnergy, ratedAmounts, type RatedSums, sumOfMeters } from './rated-energy';
import { RatedSumsService } from './rated-sums.service';

/** The energy of the hours and meters that two periods have, by hour and rate. */
export interface CommonAmounts extends Pick<HourPairs, 'now' | 'before'> {
  ofNow: RatedSums;
  ofBefore: RatedSums;
  rates: readonly ExactDecimal[];
  /** The length of all hours of the current period that count, over all meters. */
  comparedMs: number;
}

/** The amount of energy itself. */
const ONE: ExactDecimal = { digits: 1n, scale: 0 };

/** Reads amounts by which two periods can be compared, see `CommonHoursService`. */
@Injectable()
export class CommonAmountsService {
  constructor(
    private readonly common: CommonHoursService,
    private readonly sums: RatedSumsService,
  ) {}

  /** @param schedule prices or emission factors; if undefined, the amounts are energy */
  async read(
    meters: readonly SummedMeter[],
    spans: ComparedSpans,
    zone: string,
    schedule?: RateSchedule,
  ): Promise<CommonAmounts> {
    const pairs = await this.common.pairs(meters, spans);
    const energies = { now: new Map<number, HourEnergies>(), before: new Map<number, HourEnergies>() };
    let comparedMs = 0;
    await this.common.eachMeter(meters, pairs, zone, (id, ofNow, ofBefore) => {
      comparedMs += comparedTime(pairs.now, ofNow);
      energies.now.set(id, ofNow);
      energies.before.set(id, ofBefore);
    });
    const rated = async (period: 'now' | 'before') =>
      schedule
        ? countOnly(energies[period], await this.rated(meters, pairs[period], zone, schedule))
        : energySums(energies[period], pairs[period]);
    const { now, before } = pairs;
    return {
      now,
      before,
      ofNow: await rated('now'),
      ofBefore: await rated('before'),
      rates: schedule?.rates ?? [ONE],
      comparedMs,
    };
  }

  private rated(
    meters: readonly SummedMeter[],
    hours: readonly Bucket[],
    zone: string,
    schedule: RateSchedule,
  ): Promise<RatedSums> {
    return this.sums.sum({ meters, buckets: hours, zone, grain: 'hours' }, schedule);
  }
}

/**
 * Adds up the amounts of some meters by row, exactly.
 * @param rowOf the row of the hour with this index; undefined if the hour does not count
 * @returns one amount per row; null if the row has no hours, or if a rate is missing
 */
export function amountsByRow(
  meters: readonly { id: number }[],
  sums: RatedSums,
  rates: readonly ExactDecimal[],
  rowCount: number,
  rowOf: (hour: number) => number | undefined,
): (ExactDecimal | null)[] {
  const { partsMwh } = sumOfMeters(meters, sums);
  const parts = sums.parts.map(({ bucket, rate }) => ({ bucket: rowOf(bucket) ?? rowCount, rate }));
  return ratedAmounts({ partsMwh, coveredMs: new Float64Array(rowCount) }, parts, rates);
}

function energySums(energies: ReadonlyMap<number, HourEnergies>, hours: readonly Bucket[]): RatedSums {
  const byMeter = [...energies].map(([id, ofMeter]): [number, RatedEnergy] => {
    const energy = new RatedEnergy(hours.length, hours.length);
    energy.partsMwh.set(ofMeter);
    return [id, energy];
  });
  const parts = hours.map((_hour, bucket) => ({ bucket, rate: 0 }));
  return { parts, bucketCount: hours.length, byMeter: new Map(byMeter) };
}

/** Removes the energy of hours that do not count, in place. */
function countOnly(energies: ReadonlyMap<number, HourEnergies>, sums: RatedSums): RatedSums {
  for (const [id, { partsMwh }] of sums.byMeter) {
    const counted = energies.get(id);
    for (const [part, { bucket }] of sums.parts.entries()) {
      if (Number.isNaN(counted?.[bucket] ?? Number.NaN)) partsMwh[part] = Number.NaN;
    }
  }
  return sums;
}
