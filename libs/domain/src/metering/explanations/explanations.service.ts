import type { CarbonFactorRecord, EnergyType, MeterEntity } from '@app/entities';
import { DomainError, parseInstantRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { countedMeters, metersOfEnergy } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import type { BucketSum } from '../arithmetic/bucket-sums';
import type { Bucket } from '../arithmetic/calendar';
import { type Evidence, evidenceOf } from '../arithmetic/evidence';
import { decimalNumber, type ExactDecimal } from '../arithmetic/exact-decimal';
import { energyUnit, type MeterReading } from '../arithmetic/meter-arithmetic';
import { CostsService } from '../costs/costs.service';
import { EMISSIONS_FORMAT, EmissionsService } from '../emissions/emissions.service';
import { EnergySumsService } from '../meters/energy-sums.service';
import { ReadingEvidenceService } from '../meters/reading-evidence.service';
import type { RateSchedule } from '../rates/rate-schedule';
import type { AmountFormat } from '../rates/rated-points.service';
import { MWH_SCALE, partAmounts, RatedEnergy, ratedAmounts, sumOfMeters } from '../rates/rated-energy';
import { RatedSumsService } from '../rates/rated-sums.service';
import { roundedShares } from './rounded-shares';

export const MOST_EXPLAINED_READINGS = 10_000;
/** Digits of energy after the decimal point. */
const ENERGY_PLACES = 3;

export const EXPLAINED_METRICS = ['energy', 'emissions', 'costs'] as const;
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
  /** True if readings have been deleted, because their retention is over. */
  purged: boolean;
}

/** The energy of the range at one price or emission factor. */
export interface ExplainedRate {
  /** The price or the emission factor per kWh (m³ for water); null if none applies. */
  rate: number | null;
  energy: number | null;
  /** Null if the figure is null. The amounts add up to the figure exactly. */
  amount: number | null;
  /** The published factors with this value. Empty for prices. */
  factors: readonly CarbonFactorRecord[];
}

export interface Explanation {
  value: number | null;
  unit: string;
  meters: ExplainedMeter[];
  /** Absent for energy. */
  rates?: ExplainedRate[];
}

/** A figure with its shares, one per meter. */
type Figure = Pick<Explanation, 'value' | 'unit' | 'rates'> & { shares: (number | null)[] };

const PURGED = { readings: [], resets: [], gaps: [], apportionments: [], purged: true };

/** Explains energy, emissions and costs of a period: the meters, readings, prices and emission factors behind them. */
@Injectable()
export class ExplanationsService {
  constructor(
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
    private readonly evidence: ReadingEvidenceService,
    private readonly rated: RatedSumsService,
    private readonly emissions: EmissionsService,
    private readonly costs: CostsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /** @throws DomainError invalid for an empty range or too many readings, not_found for an unknown area */
  async explain(query: ExplanationQuery): Promise<Explanation> {
    const zone = await this.configuration.timezone();
    const { from, to } = parseInstantRange(query, zone);
    const period = { startMs: from.getTime(), endMs: to.getTime() };
    const energyType = query.energyType ?? 'electricity';
    const meters = await this.metersOf(query.areaId, energyType);
    const sums = await this.sums.byMeter(meters, [period], zone, 'days');
    const sumOf = ({ id }: MeterEntity): BucketSum =>
      sums.get(id)?.[0] ?? { energyMwh: null, coveredMs: 0, estimated: false };
    const { shares, ...figure } =
      query.metric === 'emissions' || query.metric === 'costs'
        ? await this.ratedFigure(query.metric, energyType, { meters, period, zone })
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

  private async ratedFigure(
    metric: 'emissions' | 'costs',
    energyType: EnergyType,
    { meters, period, zone }: { meters: MeterEntity[]; period: Bucket; zone: string },
  ): Promise<Figure> {
    const { schedule, format, factorsOf } = await this.ratesOf(metric, energyType, period);
    const sums = await this.rated.sum({ meters, buckets: [period], zone, grain: 'days' }, schedule);
    const amountOf = (energy: RatedEnergy) => ratedAmounts(energy, sums.parts, schedule.rates)[0] ?? null;
    const total = sumOfMeters(meters, sums);
    // Without the rate of a part, the figure is unknown, and so are its shares.
    const isKnown = amountOf(total) !== null;
    const amounts = meters.map(({ id }) => {
      const energy = sums.byMeter.get(id);
      return energy && isKnown ? amountOf(energy) : null;
    });
    const ofRates = roundedShares(
      isKnown ? partAmounts(total, sums.parts, schedule.rates) : sums.parts.map(() => null),
      format.places,
    );
    const energies = roundedShares([...total.partsMwh].map(energyDecimal), ENERGY_PLACES);
    const rates = sums.parts.map(({ rate }, part) => {
      const { digits, scale } = (rate === null ? undefined : schedule.rates[rate]) ?? {};
      return {
        rate: digits === undefined || scale === undefined ? null : decimalNumber(digits, scale),
        energy: energies.shares[part] ?? null,
        amount: ofRates.shares[part] ?? null,
        factors: rate === null ? [] : factorsOf(rate),
      };
    });
    return { ...roundedShares(amounts, format.places), unit: format.unit, rates };
  }

  private async ratesOf(
    metric: 'emissions' | 'costs',
    energyType: EnergyType,
    period: Bucket,
  ): Promise<{
    schedule: RateSchedule;
    format: AmountFormat;
    factorsOf: (rate: number) => readonly CarbonFactorRecord[];
  }> {
    if (metric === 'costs') return { ...(await this.costs.pricing(energyType)), factorsOf: () => [] };
    const schedule = await this.emissions.schedule(energyType);
    return { schedule, format: EMISSIONS_FORMAT, factorsOf: (rate) => schedule.factorsOf(rate, period) };
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
        `More than ${MOST_EXPLAINED_READINGS} readings are behind this figure. Ask for a shorter range or a smaller area.`,
        [{ path: 'to', message: `gives more than ${MOST_EXPLAINED_READINGS} readings` }],
      );
    return { readings, purged: false, ...evidenceOf(meter, readings, period) };
  }
}

function energyFigure(energyType: EnergyType, energiesMwh: readonly (number | null)[]): Figure {
  const parts = energiesMwh.map((energyMwh) => energyDecimal(energyMwh ?? Number.NaN));
  return { ...roundedShares(parts, ENERGY_PLACES), unit: energyUnit(energyType) };
}

/** Converts milliwatt-hours to kWh; null if nothing was measured. */
function energyDecimal(energyMwh: number): ExactDecimal | null {
  return Number.isNaN(energyMwh) ? null : { digits: BigInt(energyMwh), scale: MWH_SCALE };
}
