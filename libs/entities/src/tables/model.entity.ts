import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BigIntColumn, InstantColumn, LongTextColumn } from '../columns';

/** An uploaded 3D model. Its bytes are in the file store. */
@Entity('model')
export class ModelEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @LongTextColumn({ nullable: true }) description: string | null;
  @Column({ type: 'varchar', length: 64 }) version: string;

  /** The key of the bytes in the file store. Each new file has a new key. */
  @Column({ type: 'varchar', length: 255 }) storageKey: string;
  /** The last segment of the file's public URL. It must not be guessable, because nothing else protects the file. */
  @Index('model_static_name_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  staticName: string;
  /** The name of the uploaded file. It is never used in a path. */
  @Column({ type: 'varchar', length: 255 }) fileName: string;
  @Column({ type: 'varchar', length: 127 }) mimeType: string;
  @BigIntColumn() sizeBytes: number;
  /** Hexadecimal. */
  @Column({ type: 'varchar', length: 64 }) sha256: string;

  @InstantColumn() createdAt: Date;
}
