import { Injectable } from '@nestjs/common';
import { metersOfEnergy, siteMeters } from '../../metering/areas/area-tree';
import { AreasService } from '../../metering/areas/areas.service';
import type { BucketSum } from '../../metering/arithmetic/bucket-sums';
import { bucketsBetween, localDate, startOf, startOfDate } from '../../metering/arithmetic/calendar';
import { HOUR_MS, toKwh } from '../../metering/arithmetic/meter-arithmetic';
import { roundedEnergy } from '../../metering/arithmetic/rounded';
import { areaFigures } from '../../metering/energy/area-figures';
import { EnergySumsService } from '../../metering/meters/energy-sums.service';

/** The mean power of an hour. */
export interface PublicHour {
  /** Start of the hour, ISO 8601 UTC. */
  timestamp: string;
  /** In the measured part of the hour; null if nothing was measured. */
  kw: number | null;
}

/** The electricity of a local day. */
export interface PublicDay {
  /** `2026-03-29` */
  date: string;
  /** In kWh; null if nothing was measured. */
  energy: number | null;
}

/** The electricity of the whole site over time, in which each meter counts once. */
export interface PublicCourse {
  today: PublicHour[];
  yesterday: PublicHour[];
  /** Today and the six days before it. */
  week: PublicDay[];
}

const DAYS = 7;

/** Reads how the electricity of the site has changed. */
@Injectable()
export class PublicCourseService {
  constructor(
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
  ) {}

  async course(nowMs: number, zone: string): Promise<PublicCourse> {
    const meters = siteMeters(await this.areas.energySite(), 'electricity', metersOfEnergy);
    const todayMs = startOf('day', nowMs, zone);
    const yesterdayMs = startOf('day', todayMs - 1, zone);
    const weekMs = startOfDate(localDate(todayMs, zone).subtract({ days: DAYS - 1 }), zone);
    const hours = bucketsBetween('hour', yesterdayMs, nowMs + 1, zone);
    const days = bucketsBetween('day', weekMs, nowMs + 1, zone);
    const [ofHours, ofDays] = await Promise.all([
      this.sums.byMeter(meters, hours, zone, 'hours'),
      this.sums.byMeter(meters, days, zone, 'days'),
    ]);
    const energies = areaFigures(days, [...ofDays.values()]);
    const powers = hours.map(({ startMs }, index): PublicHour => {
      const kw = powerOf([...ofHours.values()].flatMap((sums) => sums[index] ?? []));
      return { timestamp: new Date(startMs).toISOString(), kw };
    });
    const isToday = (_: unknown, index: number) => (hours[index]?.startMs ?? 0) >= todayMs;
    return {
      today: powers.filter(isToday),
      yesterday: powers.filter((power, index) => !isToday(power, index)),
      week: days.map(({ startMs }, index) => ({
        date: localDate(startMs, zone).toString(),
        energy: roundedEnergy(energies[index]?.value ?? null),
      })),
    };
  }
}

/** The mean power of all meters that were measured, each in its measured time. */
function powerOf(sums: readonly BucketSum[]): number | null {
  const measured = sums.filter(({ coveredMs }) => coveredMs > 0);
  if (measured.length === 0) return null;
  const kw = measured.map(({ energyMwh, coveredMs }) => (toKwh(energyMwh ?? 0) * HOUR_MS) / coveredMs);
  return roundedEnergy(kw.reduce((sum, one) => sum + one, 0));
}
