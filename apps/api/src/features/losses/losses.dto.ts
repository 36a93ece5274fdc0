import {
  LOSS_OUTCOMES,
  type Loss,
  type LossFilter,
  type LossRuleChanges,
  type LossRuleDay,
  type LossRuleSettings,
  type LossRuleState,
  type LossRuleTest,
} from '@app/domain';
import {
  type AirHandler,
  type AirRole,
  type EnergyType,
  LOSS_EVIDENCE,
  LOSS_RULES,
  LOSS_STATUSES,
  type LossDismissal,
  type LossEvidence,
  type LossRule,
  type LossStatus,
} from '@app/entities';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { MessageDto } from '../../http/errors/error.dto';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { IsWithin } from '../../http/fields/is-within.decorator';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryRecordId } from '../../http/fields/query.decorators';
import { ENERGY_TYPES } from '../energy/energy-types';

export class LossQueryDto extends PageQuery implements LossFilter {
  /** Only losses of this area. Areas below it are not included. */
  @Omittable() @QueryRecordId() areaId?: number;
  /** Only losses with this status. */
  @Omittable() @OneOf(LOSS_STATUSES) status?: LossStatus;
}

/** A number from which the rule has concluded that there is a loss. */
export class LossEvidenceDto implements LossEvidence {
  /**
   * Name of the number. Powers are in kW, or m³/h for water, and energies in kWh, or m³ for water. `sharePercent` is a
   * share of the load in the opening hours.
   * `excess` says by how much the limit was exceeded on average, in K, Pa, percent or changes per hour.
   */
  @OneOf(LOSS_EVIDENCE) code: LossEvidence['code'];
  /** The number. */
  value: number;
}

/** The dismissal of a loss. */
export class LossDismissalDto implements LossDismissal {
  /** The reason. */
  reason: string;
  /** Name of the user, or of the API key. */
  by: string;
  /** When the loss was dismissed. */
  @InstantProperty() at: string;
}

/** Energy that an area wastes, or a meter that does not measure. */
export class LossDto {
  /** Id of the loss. */
  @RecordId() id: number;
  /** The rule that has found the loss. */
  @OneOf(LOSS_RULES) rule: LossRule;
  /** Id of the area. */
  @RecordId() areaId: number;
  /** Id of the object that has the point; null if there is none. */
  @Nullable() @RecordId() objectId: number | null;
  /** Point code of the meter, for `frozen_meter` and `drifting_meter`, or of the supply air temperature of the unit; null for other rules. */
  pointCode: string | null;
  /**
   * Energy type of the judged load or baseline; null for rules of meters and of air handling units, and for electricity in
   * losses of older versions.
   */
  @Nullable() @OneOf(ENERGY_TYPES) energyType: EnergyType | null;
  /** When the rule found the loss for the first time. */
  @InstantProperty() since: Date;
  /** When the rule found the loss for the last time. */
  @InstantProperty() lastSeenAt: Date;
  /** Estimated loss per month, with three decimals, in m³ for water; 0 if it is not known. */
  kwhPerMonth: number;
  /** Estimated cost per month; null if no tariff applies, and if the energy is not known. */
  costPerMonth: number | null;
  /** Currency of the cost. */
  currency: string;
  /** Status of the loss. */
  @OneOf(LOSS_STATUSES) status: LossStatus;
  /** Why the loss was dismissed; null if it was not. */
  dismissal: LossDismissalDto | null;
  /** The numbers from which the rule has concluded that there is a loss. */
  evidence: LossEvidenceDto[];
}

export class LossReasonDto {
  /** Why the loss is accepted. */
  @IsString() @IsNotEmpty() @MaxLength(500) reason: string;
}

/** The limit of a rule. Each rule has exactly one of the fields. */
export class LossRuleSettingsDto implements LossRuleSettings {
  /**
   * For `night_load` and `weekend_load`: the highest share of the load in the opening hours that is not a loss. Default:
   * 40 for the night and 50 for closed days. For `drifting_meter`: the largest deviation from the siblings, default 25.
   */
  @Omittable() @IsWithin(1, 100) sharePercent?: number;
  /**
   * For `early_start`: how long before the opening the load may rise, at most 12; default 2. For `frozen_meter`: how long
   * the energy of a meter must not change, default 24. For air handling units: how long the fault must last on the day, at
   * most 24; default 2.
   */
  @Omittable() @IsWithin(1, 168) hours?: number;
  /** For `outside_band`: how many of the last 7 days must be above the band; default 5. */
  @Omittable() @IsWithin(1, 7) days?: number;
}

/** A rule that finds losses. */
export class LossRuleDto implements LossRuleState {
  /** The rule. */
  @OneOf(LOSS_RULES) rule: LossRule;
  /** Whether the rule is judged. */
  enabled: boolean;
  /** The limit of the rule. */
  settings: LossRuleSettingsDto;
}

/** Changes of a rule. Omitted fields stay as they are. */
export class LossRuleChangesDto implements LossRuleChanges {
  /** Whether the rule is judged. If it is not, its losses end. */
  @Omittable() @IsBoolean() enabled?: boolean;
  /** The limit of the rule. */
  @Omittable() @Nested(LossRuleSettingsDto) settings?: LossRuleSettingsDto;
}

/** A rule, and the areas and days on which it is tested. */
export class LossRuleTestDto implements LossRuleTest {
  /** The rule. */
  @OneOf(LOSS_RULES) rule: LossRule;
  /**
   * Id of the area. Default: all areas with meters of their own or, for a rule of air handling units, with units. The number
   * of areas times days is at most 3,660.
   */
  @Omittable() @RecordId() areaId?: number;
  /** Start of the range, inclusive. */
  @IsInstant() from: string;
  /** End of the range, exclusive, at most 366 days after the start. */
  @IsInstant() to: string;
  /** The limit to be tested. Default: the limit of the rule. */
  @Omittable() @Nested(LossRuleSettingsDto) settings?: LossRuleSettingsDto;
}

/** The outcome of a rule in an area on a day, for one energy type if the rule judges each of them. */
export class LossRuleDayDto implements LossRuleDay {
  /** Id of the area. */
  @RecordId() areaId: number;
  /** The local date, such as `2026-03-29`. */
  date: string;
  /** Energy type of the judged load or baseline; null for rules of meters and of air handling units. */
  @Nullable() @OneOf(ENERGY_TYPES) energyType: EnergyType | null;
  /** Whether there is a loss. */
  @OneOf(LOSS_OUTCOMES) outcome: LossRuleDay['outcome'];
  /** Why the rule cannot judge the day; null if it can. */
  @Nullable() reason: MessageDto | null;
  /** Estimated loss per month, with three decimals, in m³ for water; null if there is none. */
  kwhPerMonth: number | null;
}

export function toLossDto({ costOrder: _order, ...loss }: Loss): LossDto {
  return loss;
}

/** The point codes of an air handling unit. A valve or damper without a point does not exist. */
export class AirPointsDto implements Partial<Record<AirRole, string>> {
  /** Temperature of the supply air in °C. */
  @IsCode() supplyTemperature: string;
  /** Whether the supply fan runs. */
  @IsCode() fanStatus: string;
  /** Setpoint of the supply air temperature in °C. */
  @Omittable() @IsCode() supplySetpoint?: string;
  /** Temperature of the mixed air in °C. */
  @Omittable() @IsCode() mixedTemperature?: string;
  /** Temperature of the return air in °C. */
  @Omittable() @IsCode() returnTemperature?: string;
  /** Temperature of the outdoor air in °C. */
  @Omittable() @IsCode() outdoorTemperature?: string;
  /** Speed of the supply fan in percent. */
  @Omittable() @IsCode() fanSpeed?: string;
  /** Position of the heating valve in percent. */
  @Omittable() @IsCode() heatingValve?: string;
  /** Position of the cooling valve in percent. */
  @Omittable() @IsCode() coolingValve?: string;
  /** Position of the outdoor air damper in percent. */
  @Omittable() @IsCode() outdoorDamper?: string;
  /** Static pressure in the supply duct in Pa. */
  @Omittable() @IsCode() ductPressure?: string;
  /** Setpoint of the static pressure in Pa. */
  @Omittable() @IsCode() ductPressureSetpoint?: string;
}

/** An air handling unit that rules judge. */
export class AirHandlerDto implements AirHandler {
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Id of the area to which its losses belong. */
  @RecordId() areaId: number;
  /** The codes of its points. */
  @Nested(AirPointsDto) points: AirPointsDto;
  /** Position of the outdoor air damper at the lowest outdoor air flow. */
  @Omittable() @IsWithin(0, 100) @ApiProperty({ default: 20 }) minDamperPercent: number = 20;
  /** The usual air flow, for estimates of energy. Without it, losses have no energy. */
  @Omittable() @IsWithin(1, 1e7) airflowM3PerHour?: number;
}

/** All air handling units. */
export class AirHandlersDto {
  /** The units. */
  @NestedList(AirHandlerDto, { max: 100 }) airHandlers: AirHandlerDto[];
}
