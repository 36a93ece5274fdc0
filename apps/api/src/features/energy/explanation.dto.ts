import {
  BUCKET_INTERVALS,
  type BucketInterval,
  EXPLAINED_METRICS,
  type ExplainedMetric,
  type Explanation,
} from '@app/domain';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { QueryRecordId } from '../../http/fields/query.decorators';
import { EnergyTypeQuery } from './energy.dto';
import { ReadingCorrectionDto, toCorrectionDto } from './reading-corrections.dto';
import {
  ExplainedFactorDto,
  ExplainedPriceDto,
  toExplainedFactor,
  toExplainedPrice,
} from './explained-rates.dto';

const QUALITIES = ['good', 'uncertain', 'bad'] as const;

export class ExplanationQueryDto extends EnergyTypeQuery {
  /** Id of one area. If it is omitted, the whole site is explained, and each meter counts once. */
  @Omittable() @QueryRecordId() areaId?: number;
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Has no effect. It is accepted so that a query of `/energy/details` can be sent here unchanged. */
  @Omittable() @OneOf(BUCKET_INTERVALS) interval?: BucketInterval;
  /** The figure to explain. Default: `energy`. */
  @Omittable() @OneOf(EXPLAINED_METRICS) metric?: ExplainedMetric;
}

/** A reading on which a figure depends. */
export class ExplainedReadingDto {
  /** Time of the reading. */
  @InstantProperty() timestamp: string;
  /** The value in the unit of the point; null if the reading has no value. */
  value: number | null;
  /** Quality as in OPC UA. A bad reading is skipped. */
  @OneOf(QUALITIES) quality: string;
  /** Id of the import that stored the reading; null if the reading comes from the gateway or a correction. */
  @Nullable() @RecordId() importId: number | null;
}

/** A decrease of a register. */
export class ResetDto {
  /** Time of the first reading after the decrease. */
  @InstantProperty() timestamp: string;
  /** `reset`: the register restarted at zero. `rollover`: the register reached its `registerMax`. */
  @OneOf(['reset', 'rollover']) kind: 'reset' | 'rollover';
  /** The value before the decrease. */
  before: number;
  /** The value after the decrease. */
  after: number;
}

/** A period without readings. */
export class GapDto {
  /** Start of the gap. */
  @InstantProperty() from: string;
  /** End of the gap. */
  @InstantProperty() to: string;
  /**
   * Energy that a register counted during the gap. It is spread evenly over the gap. Null if the energy is unknown;
   * unknown energy is not counted.
   */
  energy: number | null;
}

/** Energy measured over a period that lies only partly in the range. */
export class ApportionmentDto {
  /** Start of the measured period. */
  @InstantProperty() from: string;
  /** End of the measured period. */
  @InstantProperty() to: string;
  /** The measured energy. */
  energy: number;
  /** The counted part of the energy, in proportion to time. */
  counted: number;
}

/** A part of a formula. */
export class ExplainedPartDto {
  /** Code of the part's point, or of the formula. The part is also in the list of meters. */
  pointCode: string;
  /** The factor of the part. */
  factor: number;
  /** Energy of the part in the range in kWh (m³ for water); null if nothing was measured. */
  energy: number | null;
}

/** The share of one meter in a figure. */
export class ExplainedMeterDto {
  /** Code of the meter's point, or of a formula. */
  pointCode: string;
  /**
   * Share of the value; null if nothing was measured, if the value is unknown, or if the meter is only a part of a
   * formula.
   */
  share: number | null;
  /**
   * Only for a formula: its parts. A quarter of an hour counts if all parts were measured in it. A formula has no
   * readings of its own: those of its parts are listed with the parts.
   */
  @Omittable() formula?: ExplainedPartDto[];
  /**
   * True if the energy of a gap or of an interval that crosses a boundary of the range was divided in proportion to
   * time.
   */
  estimated: boolean;
  /**
   * True if readings of the range were deleted after their retention period. In this case, the lists of readings,
   * resets, gaps and apportionments are empty.
   */
  purged: boolean;
  /**
   * The readings on which the share depends, including readings just before and after the range. Corrections are
   * applied: false readings are left out, and a corrected value is the value of its reading.
   */
  readings: ExplainedReadingDto[];
  /** The corrections of these readings. */
  corrections: ReadingCorrectionDto[];
  /** Decreases of the register in the range. */
  resets: ResetDto[];
  /** Periods without readings. */
  gaps: GapDto[];
  /** Measured periods that lie only partly in the range. */
  apportionments: ApportionmentDto[];
}

/** A figure, with the meters and readings on which it depends. */
export class ExplanationDto {
  /** The figure of the range; null if nothing was measured, or if a factor or price is missing. */
  value: number | null;
  /** `kWh` (`m³` for water), `kg CO2e`, or a currency. */
  unit: string;
  /** The meters that the figure includes, and the parts of the formulas among them. */
  meters: ExplainedMeterDto[];
  /** Only for emissions: the emission factors. Their emissions add up to the value. */
  @Omittable() factor?: ExplainedFactorDto[];
  /** Only for costs: the prices. Their costs add up to the value. */
  @Omittable() price?: ExplainedPriceDto[];
}

export function toExplanationDto(
  { value, unit, meters, rates = [] }: Explanation,
  metric: ExplainedMetric = 'energy',
): ExplanationDto {
  return {
    value,
    unit,
    ...(metric === 'emissions' && { factor: rates.map(toExplainedFactor) }),
    ...(metric === 'cost' && { price: rates.map(toExplainedPrice) }),
    meters: meters.map((meter) => ({
      pointCode: meter.pointCode,
      share: meter.share,
      ...(meter.formula && {
        formula: meter.formula.map(({ pointCode, factor, energyMwh }) => ({
          pointCode,
          factor,
          energy: energyMwh === null ? null : thousandths(energyMwh),
        })),
      }),
      estimated: meter.estimated,
      purged: meter.purged,
      readings: meter.readings.map(({ atMs, value: read, quality, importId = null }) => ({
        timestamp: textOf(atMs),
        value: read,
        quality: QUALITIES[quality] ?? 'bad',
        importId,
      })),
      corrections: meter.corrections.map(toCorrectionDto),
      resets: meter.resets.map(({ atMs, ...reset }) => ({ timestamp: textOf(atMs), ...reset })),
      gaps: meter.gaps.map(({ startMs, endMs, energyMwh }) => ({
        from: textOf(startMs),
        to: textOf(endMs),
        energy: energyMwh === null ? null : thousandths(energyMwh),
      })),
      apportionments: meter.apportionments.map(({ startMs, endMs, energyMwh, countedMwh }) => ({
        from: textOf(startMs),
        to: textOf(endMs),
        energy: thousandths(energyMwh),
        counted: thousandths(countedMwh),
      })),
    })),
  };
}

const textOf = (ms: number): string => new Date(ms).toISOString();
const thousandths = (energyMwh: number): number => Math.floor(energyMwh / 1000 + 0.5) / 1000;
