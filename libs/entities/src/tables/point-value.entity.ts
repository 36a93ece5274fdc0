import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';

/** The last known value of a point of the gateway. */
@Entity('point_value')
export class PointValueEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) code: string;
  @JsonTextColumn() value: unknown;
  /** 0 good, 1 uncertain, 2 bad (OPC UA part 8). */
  @Column({ type: 'smallint' }) quality: number;
  /** When the value was measured, by the gateway's clock. */
  @InstantColumn() measuredAt: Date;
}
