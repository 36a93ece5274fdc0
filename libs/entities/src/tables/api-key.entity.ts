import type { Role } from '@app/kernel';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** A key with which a program calls the API. It belongs to the installation, not to the user who created it. */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 100 }) name: string;
  /** The first characters of the key, so that people can recognize it. */
  @Column({ type: 'varchar', length: 16 }) prefix: string;
  /** SHA-256 of the key, in hex. */
  @Index('api_key_key_hash_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  keyHash: string;
  @Column({ type: 'varchar', length: 16 }) role: Role;
  /** The username of the creator when the key was created. */
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  @InstantColumn() createdAt: Date;
  /** Null if the key is valid until it is deleted. */
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
  /** When the key was last used, to the minute. Null if it has never been used. */
  @InstantColumn({ nullable: true }) lastUsedAt: Date | null;
}
