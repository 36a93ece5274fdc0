import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';

/** Something that happened and may trigger workflows. Deleted after the triggers were evaluated. */
@Entity('trigger_occurrence')
export class TriggerOccurrenceEntity {
  /** UUIDv7: sorts by the time of the occurrence. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 16 }) kind: 'state_change' | 'event';
  /** The point's code, or the event's name. */
  @Column({ type: 'varchar', length: 255 }) name: string;
  @JsonTextColumn() payload: object;
  @InstantColumn() occurredAt: Date;
  /** How many executions led to it, each started by an event of the one before; 0 if no execution caused it. */
  @Column({ type: 'int', default: 0 }) chainDepth: number;
}
