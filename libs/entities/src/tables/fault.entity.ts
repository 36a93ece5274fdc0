import type { AlertSeverity } from '@app/kernel';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn, LongTextColumn } from '../columns';
import { AreaEntity } from './area.entity';
import { BuildingObjectEntity } from './building-object.entity';
import { UserEntity } from './user.entity';

export const FAULT_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type FaultStatus = (typeof FAULT_STATUSES)[number];
export const UNRESOLVED_FAULT_STATUSES: readonly FaultStatus[] = ['open', 'in_progress'];

const LIST_COLUMNS = ['status', 'severity', 'id'];

/** Something that is broken, from its report until it is repaired. */
@Entity('fault')
@Index('fault_list', LIST_COLUMNS)
@Index('fault_reported', ['reportedAt', 'id'])
@Index('fault_list_object', ['objectId', ...LIST_COLUMNS])
@Index('fault_list_area', ['areaId', ...LIST_COLUMNS])
@Index('fault_list_alert', ['alertId', ...LIST_COLUMNS])
@Index('fault_list_assignee', ['assigneeId', ...LIST_COLUMNS])
export class FaultEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) title: string;
  @LongTextColumn({ nullable: true }) description: string | null;
  @Column({ type: 'varchar', length: 16 }) severity: AlertSeverity;
  @Column({ type: 'varchar', length: 16 }) status: FaultStatus;
  /** Null if the fault has no object or the object was deleted. The same applies to `areaId` and `assigneeId`. */
  @Column({ type: 'int', nullable: true }) objectId: number | null;
  @ManyToOne(() => BuildingObjectEntity, { onDelete: 'SET NULL' })
  @JoinColumn()
  object?: BuildingObjectEntity;
  @Column({ type: 'int', nullable: true }) areaId: number | null;
  @ManyToOne(() => AreaEntity, { onDelete: 'SET NULL' }) @JoinColumn() area?: AreaEntity;
  /** The id of the alert that led to the fault. The id stays even if the alert is deleted. */
  @Column({ type: 'int', nullable: true }) alertId: number | null;
  @Column({ type: 'int', nullable: true }) assigneeId: number | null;
  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL' }) @JoinColumn() assignee?: UserEntity;
  @LongTextColumn({ nullable: true }) rootCause: string | null;
  @InstantColumn() reportedAt: Date;
  /** When the work first began. Null if it has not begun. */
  @InstantColumn({ nullable: true }) startedAt: Date | null;
  /** When the fault was resolved. Null if it is not resolved or was opened again. */
  @InstantColumn({ nullable: true }) resolvedAt: Date | null;
  /**
   * The key with which a workflow created the fault, until the fault is resolved. The unique index thus allows one
   * unresolved fault per key. A fault that is opened again has no key. Only queries that need the key read it.
   */
  @Index('fault_open_key_unique', { unique: true })
  @Column({ type: 'varchar', length: 255, nullable: true, select: false })
  openKey?: string | null;
}
