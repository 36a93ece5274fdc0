import type { EnergyType, MeterEntity } from '@app/entities';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { countedMeters, metersOfEnergy } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import type { BucketSum } from '../arithmetic/bucket-sums';
import type { Bucket } from '../arithmetic/calendar';
import { type Evidence, evidenceOf } from '../arithmetic/evidence';
import { energyUnit, type MeterReading } from '../arithmetic/meter-arithmetic';
import { EnergySumsService } from '../meters/energy-sums.service';
import { ReadingEvidenceService } from '../meters/reading-evidence.service';
import {
  ENERGY_PLACES,
  energyDecimal,
  type ExplainedRate,
  type MeterShares,
  RateBreakdownService,
} from './rate-breakdown.service';
import { roundedShares } from './rounded-shares';

const MOST_EXPLAINED_READINGS = 10_000;
/** `costs` is the former name of `cost`. */
export const EXPLAINED_METRICS = ['energy', 'emissions', 'cost'] as const;
export type ExplainedMetric = (typeof EXPLAINED_METRICS)[number];

export interface ExplanationQuery {
  /** Default: `energy`. */
  metric?: ExplainedMetric;
  /** The id of an area. If omitted, the whole site is explained. */
  areaId?: number;
  from: string;
  to: string;
  energyType?: EnergyType;
}

export interface ExplainedMeter extends Evidence {
  pointCode: string;
  /** Null if nothing was measured, or if the figure is null. The shares add up to the figure exactly. */
  share: number | null;
  estimated: boolean;
  readings: MeterReading[];
  /** True if readings have been deleted, because their retention period is over. */
  purged: boolean;
}

export interface Explanation {
  value: number | null;
  unit: string;
  meters: ExplainedMeter[];
  /** Absent for energy. */
  rates?: ExplainedRate[];
}

const PURGED = { readings: [], resets: [], gaps: [], apportionments: [], purged: true };

/** Explains energy, emissions and costs of a period: the meters, readings, prices and emission factors behind them. */
@Injectable()
export class ExplanationsService {
  constructor(
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
    private readonly evidence: ReadingEvidenceService,
    private readonly rates: RateBreakdownService,
    private readonly configuration: ConfigurationService,
  ) {}

  /** @throws DomainError invalid for an empty range or too many readings, not_found for an unknown area */
  async explain(query: ExplanationQuery): Promise<Explanation> {
    const zone = await this.configuration.timezone();
    const { from, to } = parseInstantRange(query, zone);
    const period = { startMs: from.getTime(), endMs: to.getTime() };
    const energyType = query.energyType ?? 'electricity';
    const { metric } = query;
    const meters = await this.metersOf(query.areaId, energyType);
    const sums = await this.sums.byMeter(meters, [period], zone, 'days');
    const sumOf = ({ id }: MeterEntity): BucketSum =>
      sums.get(id)?.[0] ?? { energyMwh: null, coveredMs: 0, estimated: false };
    const { shares, ...figure } =
      metric === 'emissions' || metric === 'cost'
        ? await this.rates.breakDown(metric, energyType, { meters, period, zone })
        : energyFigure(
            energyType,
            meters.map((meter) => sumOf(meter).energyMwh),
          );
    const explained: ExplainedMeter[] = [];
    let left = MOST_EXPLAINED_READINGS;
    for (const [index, meter] of meters.entries()) {
      const { readings, ...evidence } = await this.evidenceOf(meter, period, left);
      left -= readings.length;
      const { pointCode } = meter;
      const { estimated } = sumOf(meter);
      explained.push({ pointCode, share: shares[index] ?? null, estimated, readings, ...evidence });
    }
    return { ...figure, meters: explained };
  }

  private async metersOf(areaId: number | undefined, energyType: EnergyType): Promise<MeterEntity[]> {
    const site = await this.areas.site();
    const counted = countedMeters(site, energyType, metersOfEnergy);
    if (areaId === undefined) {
      const all = [...counted.values()].flat();
      return [...new Map(all.map((meter) => [meter.id, meter])).values()];
    }
    const meters = counted.get(areaId);
    if (!meters) throw DomainError.notFound(`Area ${areaId}`);
    return meters;
  }

  private async evidenceOf(
    meter: MeterEntity,
    period: Bucket,
    most: number,
  ): Promise<Evidence & { readings: MeterReading[]; purged: boolean }> {
    const readings = await this.evidence.of(meter, period, most);
    if (readings === 'purged') return PURGED;
    if (readings === 'too many')
      throw DomainError.invalid(
        `The figure depends on more than ${MOST_EXPLAINED_READINGS} readings. Request a shorter range or a smaller area.`,
        [{ path: 'to', ...say('figure_too_large', { most: MOST_EXPLAINED_READINGS }) }],
      );
    return { readings, purged: false, ...evidenceOf(meter, readings, period) };
  }
}

function energyFigure(energyType: EnergyType, energiesMwh: readonly (number | null)[]): MeterShares {
  const parts = energiesMwh.map((energyMwh) => energyDecimal(energyMwh ?? Number.NaN));
  return { ...roundedShares(parts, ENERGY_PLACES), unit: energyUnit(energyType) };
}
