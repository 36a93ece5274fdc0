import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, JsonTextColumn, MessageColumn } from '../columns';

export const READING_IMPORT_STATUSES = ['running', 'done', 'failed', 'undone'] as const;
export type ReadingImportStatus = (typeof READING_IMPORT_STATUSES)[number];

/** A refused line of a file. */
export interface RefusedLine extends Message {
  /** The line number, from 1. The header counts as a line. */
  line: number;
}

/** An import of readings from a file, with its progress. */
@Entity('reading_import')
@Index('reading_import_status_idx', ['status', 'id'])
export class ReadingImportEntity {
  @PrimaryGeneratedColumn() id: number;
  /** The meter may have been deleted after the import. */
  @Column({ type: 'int' }) meterId: number;
  @Column({ type: 'varchar', length: 255 }) pointCode: string;
  /** The time zone of timestamps that have no offset. */
  @Column({ type: 'varchar', length: 64 }) timezone: string;
  /** True if the values have a decimal comma. */
  @BooleanColumn() decimalComma: boolean;
  /** The format of the file's dates, or `espi` for Green Button XML; null if the import is from an older version. */
  @Column({ type: 'varchar', length: 8, nullable: true }) dateFormat:
    | 'iso'
    | 'dmy'
    | 'mdy'
    | 'serial'
    | 'espi'
    | null;
  /** `running` until all readings are stored. An undo sets it to `running` again until all readings are deleted. */
  @Column({ type: 'varchar', length: 8 }) status: ReadingImportStatus;
  /** Key of the stored file; null once it has been deleted. */
  @Column({ type: 'varchar', length: 255, nullable: true }) file: string | null;

  /** Number of readings to store or to delete; null until the file has been read. */
  @Column({ type: 'int', nullable: true }) total: number | null;
  /** Number of readings, out of `total`, that were stored or deleted so far. */
  @Column({ type: 'int' }) processed: number;
  /** Timestamp of the last processed reading. Readings are processed in order of time. */
  @InstantColumn({ nullable: true }) position: Date | null;
  @Column({ type: 'int' }) taken: number;
  @Column({ type: 'int' }) duplicates: number;
  @Column({ type: 'int' }) refusedCount: number;
  /** The first lines that were refused. */
  @JsonTextColumn() refused: RefusedLine[];
  /** Timestamps of the first and the last stored reading. */
  @InstantColumn({ nullable: true }) firstAt: Date | null;
  @InstantColumn({ nullable: true }) lastAt: Date | null;

  /** When the undo was requested; null if it was not. */
  @InstantColumn({ nullable: true }) undoRequestedAt: Date | null;
  /** Why the import failed; null if it did not fail. */
  @MessageColumn() error: Message | null;
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
