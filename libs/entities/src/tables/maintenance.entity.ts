import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn, LongTextColumn } from '../columns';
import { BuildingObjectEntity } from './building-object.entity';
import { FaultEntity } from './fault.entity';
import { UserEntity } from './user.entity';

export const MAINTENANCE_TYPES = ['preventive', 'corrective', 'inspection'] as const;
export type MaintenanceType = (typeof MAINTENANCE_TYPES)[number];

export const MAINTENANCE_STATUSES = ['open', 'in_progress', 'on_hold', 'completed', 'cancelled'] as const;
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

export const MAINTENANCE_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type MaintenancePriority = (typeof MAINTENANCE_PRIORITIES)[number];

export interface ChecklistItem {
  text: string;
  done: boolean;
}

/** Repeats at the times of a cron expression. Without a time zone, the platform's applies. */
export interface CronRecurrence {
  cron: string;
  timezone: string | null;
}

/** Repeats when a counter of running hours has advanced by `everyHours` since the completion. */
export interface CounterRecurrence {
  pointCode: string;
  everyHours: number;
}

export type MaintenanceRecurrence = CronRecurrence | CounterRecurrence;

const LIST_COLUMNS = ['status', 'type', 'id'];

/** A work order. Work orders with a recurrence form a series. At most one of them is open. */
@Entity('maintenance')
@Index('maintenance_list', LIST_COLUMNS)
@Index('maintenance_list_object', ['objectId', ...LIST_COLUMNS])
@Index('maintenance_list_fault', ['faultId', ...LIST_COLUMNS])
@Index('maintenance_list_assignee', ['assigneeId', ...LIST_COLUMNS])
export class MaintenanceEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) title: string;
  @LongTextColumn({ nullable: true }) description: string | null;
  @Column({ type: 'varchar', length: 16 }) type: MaintenanceType;
  @Column({ type: 'varchar', length: 16 }) status: MaintenanceStatus;
  @Column({ type: 'varchar', length: 16 }) priority: MaintenancePriority;
  /** Null if the work concerns no object, or if the object was deleted. The same applies to fault and assignee. */
  @Column({ type: 'int', nullable: true }) objectId: number | null;
  @ManyToOne(() => BuildingObjectEntity, { onDelete: 'SET NULL' })
  @JoinColumn()
  object?: BuildingObjectEntity;
  @Column({ type: 'int', nullable: true }) faultId: number | null;
  @ManyToOne(() => FaultEntity, { onDelete: 'SET NULL' }) @JoinColumn() fault?: FaultEntity;
  @Column({ type: 'int', nullable: true }) assigneeId: number | null;
  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL' }) @JoinColumn() assignee?: UserEntity;
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  /** When the work began for the first time; null before that. */
  @InstantColumn({ nullable: true }) startedAt: Date | null;
  @InstantColumn({ nullable: true }) completedAt: Date | null;
  @JsonTextColumn() checklist: ChecklistItem[];
  @JsonTextColumn() recurrence: MaintenanceRecurrence | null;
  /** Id of the series; null without a recurrence. */
  @Column({ type: 'varchar', length: 36, nullable: true }) series: string | null;
  /** Equals `series` until the work order is completed or cancelled, then null. So a series has one open work order. */
  @Index('maintenance_open_series_unique', { unique: true })
  @Column({ type: 'varchar', length: 36, nullable: true })
  openSeries: string | null;
  /** When a worker checks whether the next work order of the series must be created; null if it need not check. */
  @Index('maintenance_next')
  @InstantColumn({ nullable: true })
  nextAt: Date | null;
  /** The last seen value of the counter while the next work order is pending; null if there was none. */
  @DoubleColumn({ nullable: true }) counterValue: number | null;
  /** By how many hours the counter has advanced since the completion; null if the counter does not matter. */
  @DoubleColumn({ nullable: true }) countedHours: number | null;
}
