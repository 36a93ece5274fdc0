import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';
import { UserEntity } from './user.entity';

/** The only active session of a user. The token itself is never stored. */
@Entity('refresh_token')
export class RefreshTokenEntity {
  /** The primary key, so that a user cannot get a second session even in a race. */
  @PrimaryColumn({ type: 'int' }) userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;

  /** sha256 of the token, hex. */
  @Index('refresh_token_token_hash_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  tokenHash: string;

  @InstantColumn() expiresAt: Date;
  /** The header `User-Agent` of the sign-in, shortened; null if there was none. */
  @Column({ type: 'varchar', length: 255, nullable: true }) userAgent: string | null;
}
