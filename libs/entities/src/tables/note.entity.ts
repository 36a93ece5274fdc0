import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** A remark of a user at an instant in the trend of a point or an area. */
@Entity('note')
@Index('note_series_idx', ['series', 'at'])
export class NoteEntity {
  @PrimaryGeneratedColumn() id: number;
  /** The code of a point, or `area:` and the id of an area. */
  @Column({ type: 'varchar', length: 255 }) series: string;
  @InstantColumn() at: Date;
  @Column({ type: 'varchar', length: 500 }) text: string;
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  @InstantColumn() createdAt: Date;
}
