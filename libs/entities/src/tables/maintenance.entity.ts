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

/** Repeats at the times of a cron expression. Default time zone: that of the platform. */
export interface CronRecurrence {
  cron: string;
  timezone: string | null;
}

/** Repeats when a counter of running hours has advanced by `everyHours` since the last work order was completed. */
export interface CounterRecurrence {
  pointCode: string;
  everyHours: number;
}

export type MaintenanceRecurrence = CronRecurrence | CounterRecurrence;

const LIST_COLUMNS = ['status', 'type', 'id'];

/** A work order. Work orders with a recurrence form a series. At most one work order of a series is open. */
@Entity('maintenance')
@Index('maintenance_list', LIST_COLUMNS)
@Index('maintenance_due', ['status', 'dueAt', 'id'])
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
  /** Null if the work has no object or the object was deleted. The same applies to `faultId` and `assigneeId`. */
  @Column({ type: 'int', nullable: true }) objectId: number | null;
  @ManyToOne(() => BuildingObjectEntity, { onDelete: 'SET NULL' })
  @JoinColumn()
  object?: BuildingObjectEntity;
  @Column({ type: 'int', nullable: true }) faultId: number | null;
  @ManyToOne(() => FaultEntity, { onDelete: 'SET NULL' }) @JoinColumn() fault?: FaultEntity;
  @Column({ type: 'int', nullable: true }) assigneeId: number | null;
  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL' }) @JoinColumn() assignee?: UserEntity;
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  /** When the work first began. Null if it has not begun. */
  @InstantColumn({ nullable: true }) startedAt: Date | null;
  @InstantColumn({ nullable: true }) completedAt: Date | null;
  @JsonTextColumn() checklist: ChecklistItem[];
  @JsonTextColumn() recurrence: MaintenanceRecurrence | null;
  /** Id of the series. Null if the work order has no recurrence. */
  @Column({ type: 'varchar', length: 36, nullable: true }) series: string | null;
  /**
   * Equals `series` until the work order is completed or cancelled, then null. The unique index thus allows only one
   * open work order per series.
   */
  @Index('maintenance_open_series_unique', { unique: true })
  @Column({ type: 'varchar', length: 36, nullable: true })
  openSeries: string | null;
  /** When a worker must check whether the next work order of the series is due. Null if no check is needed. */
  @Index('maintenance_next')
  @InstantColumn({ nullable: true })
  nextAt: Date | null;
  /** While the next work order is pending: the counter value that was read last. Null if none was read. */
  @DoubleColumn({ nullable: true }) counterValue: number | null;
  /** By how many hours the counter has advanced since the completion. Null if the recurrence does not use a counter. */
  @DoubleColumn({ nullable: true }) countedHours: number | null;
  /**
   * The key with which a workflow created the work order, until the work order is completed or cancelled. The unique
   * index thus allows one open work order per key. Only queries that need the key read it.
   */
  @Index('maintenance_open_key_unique', { unique: true })
  @Column({ type: 'varchar', length: 255, nullable: true, select: false })
  openKey?: string | null;
}
