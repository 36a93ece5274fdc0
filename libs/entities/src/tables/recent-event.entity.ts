import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';

/**
 * An event whose triggers were evaluated a short time ago. If an event happens after a node has started, but before the
 * node has registered its wait, the node finds the event here.
 */
@Entity('recent_event')
@Index('recent_event_name', ['name', 'recordedAt', 'id'])
@Index('recent_event_time', ['occurredAt'])
export class RecentEventEntity {
  /** The id of the occurrence. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @JsonTextColumn() payload: object;
  @InstantColumn() occurredAt: Date;
  /** Copied from the occurrence. */
  @InstantColumn() recordedAt: Date;
}
