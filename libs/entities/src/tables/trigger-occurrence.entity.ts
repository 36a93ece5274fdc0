import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';

/** Something that happened and may trigger workflows. The row is deleted after the triggers have been evaluated. */
@Entity('trigger_occurrence')
@Index('trigger_occurrence_name', ['name', 'recordedAt', 'id'])
export class TriggerOccurrenceEntity {
  /** UUIDv7: sorts by the time of the occurrence. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 16 }) kind: 'state_change' | 'event';
  /** The point's code, or the event's name. */
  @Column({ type: 'varchar', length: 255 }) name: string;
  @JsonTextColumn() payload: object;
  /** By the clock of the process that recorded it. */
  @InstantColumn() occurredAt: Date;
  /** When the row was inserted, by the database's clock. Waits that start later ignore the occurrence. */
  @InstantColumn() recordedAt: Date;
  /**
   * The number of executions in the chain that led to the occurrence. Each of them caused an event that started the
   * next execution. 0 if no execution caused the occurrence.
   */
  @Column({ type: 'int', default: 0 }) chainDepth: number;
  /**
   * If set, the occurrence starts only this workflow, whose condition is not evaluated again. Null if the triggers of
   * all workflows are evaluated.
   */
  @Column({ type: 'varchar', length: 36, nullable: true }) workflowId: string | null;
}
