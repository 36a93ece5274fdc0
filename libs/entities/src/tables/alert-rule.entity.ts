import type { AlertSeverity, Comparison, RuleKind } from '@app/kernel';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, DoubleColumn } from '../columns';

/** A condition of a point's value, or of an area's power in kW, that raises an alert. */
@Entity('alert_rule')
export class AlertRuleEntity {
  @PrimaryGeneratedColumn() id: number;
  /** Increases with each change, so that other processes can detect the change. */
  @Column({ type: 'int' }) revision: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  /** Exactly one of `pointCode` and `areaId` is not null. */
  @Column({ type: 'varchar', length: 255, nullable: true }) pointCode: string | null;
  @Column({ type: 'int', nullable: true }) areaId: number | null;
  @Column({ type: 'varchar', length: 16 }) kind: RuleKind;
  /** Only set for rules of the type `threshold`. */
  @Column({ type: 'varchar', length: 8, nullable: true }) comparison: Comparison | null;
  @DoubleColumn({ nullable: true }) threshold: number | null;
  /** How far the value must return beyond the limit before the alert is cleared. */
  @DoubleColumn() deadband: number;
  /** Only set for rules of the type `rateOfChange`. */
  @DoubleColumn({ nullable: true }) delta: number | null;
  /** Null for rules of the type `threshold`. */
  @Column({ type: 'int', nullable: true }) minutes: number | null;
  @Column({ type: 'int' }) onDelaySeconds: number;
  @Column({ type: 'int' }) offDelaySeconds: number;
  @Column({ type: 'varchar', length: 16 }) severity: AlertSeverity;
  @BooleanColumn() enabled: boolean;
  /** The rule applies while this calendar is open; null if it always applies. */
  @Column({ type: 'int', nullable: true }) calendarId: number | null;
}
