import type {
  BaselineFit,
  BaselineSavings,
  FittedBaseline,
  ModelDay,
  ModelDays,
  NormalizedEnergy,
  NormalizedQuery,
  SavingsQuery,
} from '@app/domain';
import { roundedHalfUp } from '@app/domain';
import { CHANGE_POINT_FORMS, type ChangePointForm } from '@app/entities';
import { ApiProperty } from '@nestjs/swagger';
import { MessageDto } from '../../http/errors/error.dto';
import { IntegerProperty, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nullable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { BaselineDto, toBaselineDto } from './baselines.dto';

const SAVINGS_INTERVALS = ['day', 'week', 'month'] as const;

/** The temperatures at which a building begins to heat and to cool. */
export class BalancePointsDto {
  /** Below this temperature in °C, the energy grows with the cold; null if it does not. */
  heating: number | null;
  /** Above this temperature in °C, the energy grows with the heat; null if it does not. */
  cooling: number | null;
}

/** The fitted numbers of a model, in kWh (m³ for water) with six decimals. */
export class FitParametersDto {
  /**
   * Energy without heating and cooling: of a day; of an hour for `hourlyTimeOfWeek`, with 168 values from Monday 00:00.
   * Null for an hour of the week without data.
   */
  @ApiProperty({ type: 'array', items: { type: 'number', nullable: true } }) base: (number | null)[];
  /** Additional energy of a day (an hour for `hourlyTimeOfWeek`) per degree below the balance point. */
  heatingPerDegree: number;
  /** Additional energy of a day (an hour for `hourlyTimeOfWeek`) per degree above the balance point. */
  coolingPerDegree: number;
}

/** The model of a baseline, and how well it explains the energy. */
export class BaselineFitDto {
  /**
   * The form of the model. With four parameters, heating and cooling have one balance point, and the flatter side
   * continues the steeper one.
   */
  @ApiProperty({ enum: CHANGE_POINT_FORMS }) model: ChangePointForm;
  /** The fitted numbers. */
  parameters: FitParametersDto;
  /** The balance points. */
  balancePointsC: BalancePointsDto;
  /** Share of the variance that the model explains, 0 to 1, with four decimals. */
  rSquared: number;
  /** `rSquared` adjusted for the number of parameters, with four decimals. It may be negative. */
  adjustedRSquared: number;
  /** Standard error of a day, an hour, or the mean day of a month, in percent of the mean energy. */
  cvRmse: number;
  /** Mean error in percent of the mean energy. It is 0 for models fitted by least squares. */
  nmbe: number;
  /** Number of days, hours or months. */
  @IntegerProperty({ minimum: 1 }) observations: number;
  /** Number of complete days that the model explains. */
  @IntegerProperty({ minimum: 1 }) days: number;
  /**
   * Whether CV(RMSE) and NMBE are within the bounds of ASHRAE Guideline 14: 15 % and 5 % for months, 30 % and 10 % for
   * hours. It has none for days; 25 % and 5 % are used.
   */
  meetsGuideline14: boolean;
}

/** A baseline with its model. */
export class FittedBaselineDto extends BaselineDto {
  /** The model; null if it cannot be fitted. */
  @Nullable() fit: BaselineFitDto | null;
  /** Why there is no model; null if there is one. */
  @Nullable() missing: MessageDto | null;
}

export class SavingsQueryDto implements SavingsQuery {
  /** Start of the range, inclusive. It must not be before `reportingFrom` of the baseline. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Length of a bucket in the platform time zone. It must be `month` for the method `monthlyDegreeDays`. */
  @OneOf(SAVINGS_INTERVALS) interval: SavingsQuery['interval'];
}

/** The energy of the complete days of one bucket. */
export class SavingsPointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** Actual energy in kWh (m³ for water) with three decimals; null if no day is complete. */
  actual: number | null;
  /** Expected energy of the same days, with adjustments; null if no day is complete. */
  expected: number | null;
  /** Lower end of the band in which the actual energy is in 9 of 10 cases without the measure. */
  low: number | null;
  /** Upper end of this band. */
  high: number | null;
  /** The saving of all buckets up to this one. */
  cumulativeSaving: number;
  /** Share of the bucket that is in complete days, from 0 to 1, with six decimals, rounded down. */
  @ShareProperty() coverage: number;
}

/** The saving of the range. */
export class SavingDto {
  /** Expected minus actual energy in kWh (m³ for water); negative if more was consumed than expected. */
  kwh: number;
  /** Percent of the expected energy; null if no energy was expected. */
  percent: number | null;
  /**
   * Half of the band of the saving, in percent of the saving (fractional savings uncertainty of ASHRAE Guideline 14, for
   * residuals that resemble their neighbours); null if the saving is 0. Above 100, the saving may be none.
   */
  uncertaintyPercent: number | null;
  /** The probability of the band. */
  @ApiProperty({ example: 0.9 }) confidence: number;
}

/** The savings since a measure. */
export class SavingsDto {
  /** The buckets, in order. */
  points: SavingsPointDto[];
  /** The saving of the whole range; null if no day is complete. */
  @Nullable() saving: SavingDto | null;
  /** Why there is no saving; null if the baseline has a model. */
  @Nullable() missing: MessageDto | null;
}

const NORMALIZED_INTERVALS = ['month', 'year'] as const;

export class NormalizedQueryDto implements NormalizedQuery {
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Length of a bucket in the platform time zone. */
  @OneOf(NORMALIZED_INTERVALS) interval: NormalizedQuery['interval'];
}

/** The energy of the complete days of one bucket, at the actual and at the usual weather. */
export class NormalizedPointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** Actual energy in kWh (m³ for water) with three decimals; null if no day is complete. */
  actual: number | null;
  /** Energy at the usual weather; null also if the usual weather of a day is not known. */
  normalized: number | null;
  /** From how many years the usual weather is known at least. */
  @IntegerProperty({ minimum: 0 }) years: number;
  /** Share of the bucket that is in complete days, from 0 to 1, with six decimals, rounded down. */
  @ShareProperty() coverage: number;
}

/** The energy of an area at the usual weather. */
export class NormalizedDto {
  /** The buckets, in order. */
  points: NormalizedPointDto[];
  /** Why there are no points; null if the baseline has a model. */
  @Nullable() missing: MessageDto | null;
}

/** A complete day of a baseline. */
export class ModelDayDto implements ModelDay {
  /** Local date. */
  @ApiProperty({ format: 'date' }) date: string;
  /** Mean temperature in °C with two decimals. */
  temperatureC: number;
  /** Energy in kWh (m³ for water) with three decimals, without that of adjustments. */
  actual: number;
  /** Energy that the model expects; null if it has not seen an hour of its week. */
  expected: number | null;
}

/** The days that the model of a baseline explains. */
export class ModelDaysDto implements ModelDays {
  /** The complete days of the baseline period, in order. */
  days: ModelDayDto[];
  /** Why there are no days; null if the baseline has a model. */
  @Nullable() missing: MessageDto | null;
}

export function toNormalizedDto({ points, missing }: NormalizedEnergy): NormalizedDto {
  return {
    points: points.map(({ startMs, ...point }) => ({ timestamp: new Date(startMs).toISOString(), ...point })),
    missing,
  };
}

export function toFittedBaselineDto({ baseline, fit, missing }: FittedBaseline): FittedBaselineDto {
  return Object.assign(toBaselineDto(baseline), { fit: fit && toFitDto(fit), missing });
}

export function toSavingsDto({ points, ...rest }: BaselineSavings): SavingsDto {
  return {
    points: points.map(({ startMs, ...point }) => ({ timestamp: new Date(startMs).toISOString(), ...point })),
    ...rest,
  };
}

function toFitDto({
  model,
  statistics,
  days,
  cvRmsePercent,
  nmbePercent,
  meetsGuideline14,
}: BaselineFit): BaselineFitDto {
  return {
    model: model.form,
    parameters: {
      base: model.base.map((kwh) => (Number.isNaN(kwh) ? null : roundedHalfUp(kwh, 6))),
      heatingPerDegree: roundedHalfUp(model.heatingPerDegree, 6),
      coolingPerDegree: roundedHalfUp(model.coolingPerDegree, 6),
    },
    balancePointsC: { heating: model.heatingBalanceC, cooling: model.coolingBalanceC },
    rSquared: roundedHalfUp(statistics.rSquared, 4),
    adjustedRSquared: roundedHalfUp(statistics.adjustedRSquared, 4),
    cvRmse: roundedHalfUp(cvRmsePercent, 2),
    nmbe: roundedHalfUp(nmbePercent, 2),
    observations: statistics.observations,
    days,
    meetsGuideline14,
  };
}
