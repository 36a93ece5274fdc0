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
}
