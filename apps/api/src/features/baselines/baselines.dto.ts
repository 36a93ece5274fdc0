import {
  type BaselineChanges,
  type BaselineInput,
  DEGREE_DAY_INTERVALS,
  DEGREE_DAY_KINDS,
  DEGREE_DAY_METHODS,
  type DegreeDayQuery,
  type DegreeDaySettings,
} from '@app/domain';
import {
  BASELINE_METHODS,
  type BaselineAdjustment,
  type BaselineEntity,
  type BaselineMethod,
  CHANGE_POINT_FORMS,
  type ChangePointForm,
  type EnergyType,
} from '@app/entities';
import { ApiProperty, PartialType, PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, Max, MaxLength, Min } from 'class-validator';
import { RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { IsWithin } from '../../http/fields/is-within.decorator';
import { NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { QueryNumber, QueryRecordId } from '../../http/fields/query.decorators';
import { ENERGY_TYPES } from '../energy/energy-types';

const MAX_ADJUSTMENTS = 100;

export class DegreeDayQueryDto implements DegreeDayQuery {
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive. */
  @IsInstant() to: string;
  /** Length of a bucket. Buckets begin at calendar boundaries of the platform time zone. */
  @OneOf(DEGREE_DAY_INTERVALS) interval: DegreeDayQuery['interval'];
  /** Degrees below the base (heating) or above it (cooling). */
  @OneOf(DEGREE_DAY_KINDS) kind: DegreeDaySettings['kind'];
  /** The temperature in °C below which the building heats, or above which it cools. Required without `areaId`. */
  @Omittable()
  @QueryNumber()
  @Min(-50)
  @Max(60)
  @ApiProperty({ minimum: -50, maximum: 60, example: 15.5 })
  baseC?: number;
  /**
   * Id of the area whose `heatingBaseC` or `coolingBaseC` is the base if there is no `baseC`. If the area has none, the
   * base is 15 °C for heating and 22 °C for cooling.
   */
  @Omittable() @QueryRecordId() areaId?: number;
  /**
   * `hours` adds up the degrees of each hour. `dailyMean` uses the mean temperature of each local day, if at least 90 % of
   * its hours are known; it is not possible by hours.
   */
  @Omittable() @OneOf(DEGREE_DAY_METHODS) method: DegreeDaySettings['method'] = 'hours';
}

/** The degree days of one bucket. */
export class DegreeDaysDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** Degree days in K·d with three decimals; null (never 0) if no temperature is known. */
  value: number | null;
  /** The base in °C that applies. */
  baseC: number;
  /** Share of the bucket whose temperature is known, from 0 to 1, with six decimals, rounded down. */
  @ShareProperty() coverage: number;
}

/** A change of the consumption that the measure did not cause, such as an extension of the building. */
export class BaselineAdjustmentDto implements BaselineAdjustment {
  /** Start of the event, inclusive. */
  @IsInstant() from: string;
  /** End of the event, exclusive. */
  @IsInstant() to: string;
  /** Additional consumption in kWh (m³ for water). Negative if the event has lowered the consumption. */
  @IsWithin(-1e9, 1e9) kwhPerDay: number;
  /** The event in words. */
  @IsString() @IsNotEmpty() @MaxLength(1000) note: string;
}

/** A new baseline. */
export class BaselineInputDto implements BaselineInput {
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Id of the area. */
  @RecordId() areaId: number;
  /** The energy type. Default `electricity`. */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
  /**
   * `dailyChangePoint` explains days by their degree days. `hourlyTimeOfWeek` explains hours by the hour of the week and
   * by their degrees, with the balance points of the days. `monthlyDegreeDays` explains the mean days of months by
   * their degree days. Degree days are those of hours. Default `dailyChangePoint`.
   */
  @Omittable() @OneOf(BASELINE_METHODS) method?: BaselineMethod;
  /**
   * The form of the model; for `hourlyTimeOfWeek`, that of the days with the balance points. Null, the default, chooses the
   * form with the highest adjusted R². If the slopes of a chosen form are not significant or not physical, there is no
   * model.
   */
  @Omittable() @Nullable() @OneOf(CHANGE_POINT_FORMS) form?: ChangePointForm | null;
  /** Start of the period before the measure, inclusive. A year is best. */
  @IsInstant() from: string;
  /** End of the period before the measure, exclusive. */
  @IsInstant() to: string;
  /** The instant from which the measure is complete. It must not be before `to`. */
  @IsInstant() reportingFrom: string;
  /** Events that changed the consumption, before or after the measure. */
  @Omittable()
  @NestedList(BaselineAdjustmentDto, { max: MAX_ADJUSTMENTS })
  adjustments?: BaselineAdjustmentDto[];
}

/** Changes of a baseline. Omitted fields stay as they are. */
export class BaselineChangesDto
  extends PartialType(BaselineInputDto, { skipNullProperties: false })
  implements BaselineChanges {}

/** A period before a measure that saves energy. */
export class BaselineDto extends PickType(BaselineInputDto, ['name', 'areaId']) {
  /** Id of the baseline. */
  @RecordId() id: number;
  /** The energy type. */
  @OneOf(ENERGY_TYPES) energyType: EnergyType;
  /** How the energy is explained. */
  @OneOf(BASELINE_METHODS) method: BaselineMethod;
  /** The form of the model; null for the one with the highest adjusted R². */
  @Nullable() @OneOf(CHANGE_POINT_FORMS) form: ChangePointForm | null;
  /** Start of the period before the measure, inclusive. */
  @InstantProperty() from: string;
  /** End of the period before the measure, exclusive. */
  @InstantProperty() to: string;
  /** The instant from which the measure is complete. */
  @InstantProperty() reportingFrom: string;
  /** Events that changed the consumption, before or after the measure. */
  @NestedList(BaselineAdjustmentDto, { max: MAX_ADJUSTMENTS }) adjustments: BaselineAdjustmentDto[];
}

export function toBaselineDto(baseline: BaselineEntity): BaselineDto {
  const { id, name, areaId, energyType, method, form, adjustments } = baseline;
  return {
    id,
    name,
    areaId,
    energyType,
    method,
    form,
    from: baseline.periodFrom.toISOString(),
    to: baseline.periodTo.toISOString(),
    reportingFrom: baseline.reportingFrom.toISOString(),
    adjustments,
  };
}
