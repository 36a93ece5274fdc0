import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BooleanColumn, JsonTextColumn } from '../columns';

/**
 * The progress of an alert rule: whether it has raised its alert, and since when a delay runs. It is stored with the
 * values that caused it, so that delays survive a restart.
 */
@Entity('alert_rule_state')
export class AlertRuleStateEntity {
  @PrimaryColumn({ type: 'int' }) ruleId: number;
  /** The revision of the rule to which the state belongs. */
  @Column({ type: 'int' }) revision: number;
  /** Null while the rule's calendar is closed. */
  @JsonTextColumn() state: unknown;
  /** Whether a point with the rule's code has existed. If it is deleted, the rule is suspended. */
  @BooleanColumn({ default: false }) pointSeen: boolean;
}
