import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BigIntColumn, InstantColumn } from '../columns';

export const FILE_CATEGORIES = ['upload', 'export', 'report', 'backup'] as const;
export type FileCategory = (typeof FILE_CATEGORIES)[number];

/** A file that users uploaded, or that the service generated. Its bytes are in the file store and never change. */
@Entity('file')
@Index('file_list_category', ['category', 'id'])
@Index('file_producer_unique', ['producer', 'producerKey'], { unique: true })
export class FileEntity {
  /** UUIDv7, which sorts by creation time. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /** The name under which clients save the file. It is never used in a path. */
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'varchar', length: 127 }) mimeType: string;
  @BigIntColumn() sizeBytes: number;
  /** Hexadecimal. */
  @Column({ type: 'varchar', length: 64 }) sha256: string;
  @Column({ type: 'varchar', length: 16 }) category: FileCategory;
  /** The username when the file was created, or the name of the part of the service that generated the file. */
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  @InstantColumn() createdAt: Date;
  /** The key of the bytes in the file store. */
  @Column({ type: 'varchar', length: 255 }) storageKey: string;

  /** The feature that generated the file. Only set if the feature may repeat its work. */
  @Column({ type: 'varchar', length: 64, nullable: true }) producer: string | null;
  /** Identifies the work that generated the file, so that a repeat of the work finds the file. */
  @Column({ type: 'varchar', length: 128, nullable: true }) producerKey: string | null;
}
