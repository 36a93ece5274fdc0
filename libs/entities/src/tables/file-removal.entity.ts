import { Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/**
 * The planned removal of a file from the file store. The row is inserted before an upload, and deleted in the
 * transaction that stores the record of the file. Each file in the store therefore has a record or a planned removal,
 * even if a process dies.
 */
@Entity('file_removal')
@Index('file_removal_due', ['dueAt'])
export class FileRemovalEntity {
  @PrimaryColumn({ type: 'varchar', length: 255 }) storageKey: string;
  @InstantColumn() dueAt: Date;
}
