import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from './columns';

/** Something that happened and that triggers are yet to be asked about. Removed once they have been. */
@Entity('trigger_occurrence')
export class TriggerOccurrenceEntity {
  /** UUIDv7: in the order of happening. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 16 }) kind: 'state_change' | 'event';
  /** The point's code, or the event's name. */
  @Column({ type: 'varchar', length: 255 }) name: string;
  @JsonTextColumn() payload: object;
  @InstantColumn() occurredAt: Date;
}
