import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BooleanColumn, JsonTextColumn } from '../columns';

/**
 * The progress of an alert rule: whether it has raised its alert, and when a running delay began. It is stored in the
 * same transaction as the values that caused it, so that delays survive a restart.
 */
@Entity('alert_rule_state')
export class AlertRuleStateEntity {
  @PrimaryColumn({ type: 'int' }) ruleId: number;
  /** The revision of the rule to which the state belongs. */
  @Column({ type: 'int' }) revision: number;
  /** The progress, as `libs/domain/src/operations/alert-rules/rule-progress.ts` describes it. */
  @JsonTextColumn() state: unknown;
  /** Whether a point with the rule's code has ever existed. If this point is deleted later, the rule is suspended. */
  @BooleanColumn({ default: false }) pointSeen: boolean;
}
