import type {
  AlertRule,
  AlertRuleChanges,
  AlertRuleInput,
  AlertRuleTest,
  AlertRuleTestResult,
} from '@app/domain';
import {
  ALERT_SEVERITIES,
  type AlertSeverity,
  type Comparison,
  COMPARISONS,
  RULE_KINDS,
  type RuleCondition,
} from '@app/kernel';
import { ApiProperty, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsNotEmpty, IsNumber, IsString, Max, MaxLength, Min } from 'class-validator';
import { MessageDto } from '../../http/errors/error.dto';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nested } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

const MOST_SECONDS = 7 * 86_400;
const MOST_MINUTES = 31 * 1440;
const GREATEST = 1e15;
const LEAST = -1e15;

/**
 * The condition of a rule. `threshold` compares each value with `threshold`. `noData` is true if the newest value is
 * older than `minutes` minutes. `rateOfChange` is true if the highest and the lowest value of the last `minutes`
 * minutes differ by `delta` or more. `unchanged` is true if the newest value and the first of the equal values before it
 * were measured at least `minutes` minutes apart. It needs a point.
 */
export class RuleConditionDto {
  /** Kind of the condition. It determines the other fields. */
  @OneOf(RULE_KINDS) kind: RuleCondition['kind'];
  /** For `threshold`: how the value must compare with the threshold to raise the alert. */
  @Omittable() @OneOf(COMPARISONS) comparison?: Comparison;
  /** For `threshold`: the limit with which values are compared. */
  @Omittable() @IsNumber() @Min(LEAST) @Max(GREATEST) threshold?: number;
  /** For `threshold` and `rateOfChange`: the same as the rule's `deadband`. */
  @Omittable() @IsNumber() @Min(0) @Max(GREATEST) deadband?: number;
  /** For `rateOfChange`: the smallest change that raises the alert. */
  @Omittable() @IsNumber() @Min(1e-9) @Max(GREATEST) delta?: number;
  /** For all kinds except `threshold`: the length of the observed period in minutes, at most 31 days. */
  @Omittable()
  @IsInt()
  @Min(1)
  @Max(MOST_MINUTES)
  @IntegerProperty({ minimum: 1, maximum: MOST_MINUTES })
  minutes?: number;
}

/** A warning about a valid rule. */
export class RuleWarningDto extends MessageDto {
  /** The field that the warning is about. */
  path: string;
}

/**
 * A rule that raises an alert. It watches either a point or the current power of an area in kW. The field `condition`
 * contains the condition. If its kind is `threshold`, the fields `comparison`, `threshold` and `deadband` repeat it.
 */
export class AlertRuleDto implements Omit<AlertRule, 'condition'> {
  /** Id of the rule. */
  @RecordId() id: number;
  /** Display name, which is the title of the alerts. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Code of the watched point; null for an area. The gateway may report the point later. */
  @Nullable() @IsCode() pointCode: string | null;
  /** Id of the watched area; null for a point. */
  @Nullable() @RecordId() areaId: number | null;
  /** How the value must compare with the threshold to raise the alert; null for other kinds of conditions. */
  @Nullable() @OneOf(COMPARISONS) comparison: Comparison | null;
  /** The limit with which values are compared; null for other kinds of conditions. */
  @Nullable()
  @IsNumber()
  @Min(LEAST)
  @Max(GREATEST)
  threshold: number | null;
  /**
   * How far the value must return beyond the limit before the alert is cleared. For example, an alert for `gt` 30 with
   * a deadband of 2 is cleared at 28. For `ne`, a value within the deadband counts as equal to the threshold. For `eq`,
   * a value within the deadband counts as equal only while the alert is active. For `rateOfChange`, the deadband must
   * be less than `delta`. It is 0 for `noData` and `unchanged`.
   */
  @IsNumber() @Min(0) @Max(GREATEST) deadband: number;
  /** How long the condition must be true without interruption before the alert is raised, in seconds. */
  @IsInt()
  @Min(0)
  @Max(MOST_SECONDS)
  @IntegerProperty({ maximum: MOST_SECONDS })
  onDelaySeconds: number;
  /** How long the condition must be false without interruption before the alert is cleared, in seconds. */
  @IsInt()
  @Min(0)
  @Max(MOST_SECONDS)
  @IntegerProperty({ maximum: MOST_SECONDS })
  offDelaySeconds: number;
  /** Severity of the alerts. */
  @OneOf(ALERT_SEVERITIES) severity: AlertSeverity;
  /** Whether the rule is evaluated. */
  @IsBoolean() enabled: boolean;
  /** The condition. Send either this or `comparison`, `threshold` and `deadband`, or both without contradictions. */
  @Nested(RuleConditionDto) condition: RuleConditionDto;
  /** Id of a calendar. The rule applies while the calendar is open; null if it always applies. */
  @Nullable() @RecordId() schedule: number | null;
  /** Warnings, for example that the gateway has not reported the point yet. */
  warnings: RuleWarningDto[];
}

/** Null is validated like any other value. Otherwise, a required field could be set to null. */
const OMITTABLE = { skipNullProperties: false };

/** Changes of a rule. Omitted fields stay as they are. */
export class AlertRuleChangesDto
  extends PartialType(OmitType(AlertRuleDto, ['id', 'warnings']), OMITTABLE)
  implements AlertRuleChanges {}

/**
 * A new rule. The name, the severity, a point or an area, and a condition are required. By default, the rule is enabled
 * and has no deadband, no delays and no calendar.
 */
export class AlertRuleInputDto
  extends IntersectionType(
    PickType(AlertRuleDto, ['name', 'severity']),
    OmitType(AlertRuleChangesDto, ['name', 'severity']),
  )
  implements AlertRuleInput {}

/** A rule and the range of the history over which it is tested. */
export class AlertRuleTestDto implements AlertRuleTest {
  /** The rule. It is not stored. */
  @Nested(AlertRuleInputDto) rule: AlertRuleInputDto;
  /** Start of the range, inclusive. The evaluation begins here and ignores earlier values. */
  @IsInstant() from: string;
  /** End of the range, exclusive, at most 31 days after the start. */
  @IsInstant() to: string;
}

/** A period in which an alert of the rule would have been active. */
export class TrialRaiseDto {
  /** When the alert would have been raised. */
  @InstantProperty() from: Date;
  /** When the alert would have been cleared; null if it would still have been active at the end of the range. */
  @Nullable() @InstantProperty() to: Date | null;
  /** The value that would have raised the alert, or the change for `rateOfChange`; null for `noData`. */
  @Nullable() @ApiProperty({ type: Number }) value: number | null;
}

/** The alerts that a rule would have raised. */
export class AlertRuleTestResultDto implements AlertRuleTestResult {
  /** The first 1000 alerts, oldest first. */
  raised: TrialRaiseDto[];
  /** Number of values that were evaluated. */
  @IntegerProperty() evaluated: number;
  /** True if the rule would have raised more than 1000 alerts. Values after the 1000th alert were not evaluated. */
  truncated: boolean;
}
