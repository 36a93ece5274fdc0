import type { EnergyType, MeterEntity, ReadingCorrectionEntity } from '@app/entities';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { energyMeters } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { withParts } from '../areas/formula-states';
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

/** A part of a formula, with its energy in the period. */
export interface ExplainedPart {
  pointCode: string;
  factor: number;
  /** Whole milliwatt-hours; null if nothing was measured. */
  energyMwh: number | null;
}

export interface ExplainedMeter extends Evidence {
  pointCode: string;
  /**
   * Null if nothing was measured, if the figure is null, or if the meter is only a part of a formula. The shares add up
   * to the figure exactly.
   */
  share: number | null;
  /** Absent if the meter is not a formula. */
  formula?: ExplainedPart[];
  estimated: boolean;
  /** The readings after corrections. */
  readings: MeterReading[];
  corrections: ReadingCorrectionEntity[];
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

type MeterEvidence = Pick<ExplainedMeter, keyof Evidence | 'readings' | 'corrections' | 'purged'>;

const NO_READINGS = { readings: [], resets: [], gaps: [], apportionments: [] };

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
    const site = await this.areas.site();
    const meters = energyMeters(site, energyType, query.areaId);
    const withAllParts = withParts(meters, [...site.metersByArea.values()].flat());
    const sums = await this.sums.byMeter(withAllParts, [period], zone, 'days');
    const sumOf = (id: number): BucketSum =>
      sums.get(id)?.[0] ?? { energyMwh: null, coveredMs: 0, estimated: false };
    const { shares, ...figure } =
      metric === 'emissions' || metric === 'cost'
        ? await this.rates.breakDown(metric, energyType, { meters, period, zone })
        : energyFigure(
            energyType,
            meters.map(({ id }) => sumOf(id).energyMwh),
          );
    const explained: ExplainedMeter[] = [];
    let left = MOST_EXPLAINED_READINGS;
    for (const [index, meter] of withAllParts.entries()) {
      const { readings, ...evidence } = await this.evidenceOf(meter, period, left);
      left -= readings.length;
      const { id, pointCode, formula } = meter;
      const { estimated } = sumOf(id);
      const parts = formula?.map(({ partId, ...part }) => ({ ...part, energyMwh: sumOf(partId).energyMwh }));
      explained.push({
        pointCode,
        share: shares[index] ?? null,
        ...(parts && { formula: parts }),
        estimated,
        readings,
        ...evidence,
      });
    }
    return { ...figure, meters: explained };
  }

  private async evidenceOf(meter: MeterEntity, period: Bucket, most: number): Promise<MeterEvidence> {
    if (meter.kind === 'formula') return { ...NO_READINGS, corrections: [], purged: false };
    const readings = await this.evidence.of(meter, period, most);
    const corrections = await this.evidence.corrections(meter, period);
    if (readings === 'purged') return { ...NO_READINGS, corrections, purged: true };
    if (readings === 'too many')
      throw DomainError.invalid(
        `The figure depends on more than ${MOST_EXPLAINED_READINGS} readings. Request a shorter range or a smaller area.`,
        [{ path: 'to', ...say('figure_too_large', { most: MOST_EXPLAINED_READINGS }) }],
      );
    return { readings, corrections, purged: false, ...evidenceOf(meter, readings, period) };
  }
}

function energyFigure(energyType: EnergyType, energiesMwh: readonly (number | null)[]): MeterShares {
  const parts = energiesMwh.map((energyMwh) => energyDecimal(energyMwh ?? Number.NaN));
  return { ...roundedShares(parts, ENERGY_PLACES), unit: energyUnit(energyType) };
}
