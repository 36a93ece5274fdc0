import type { Role } from '@app/kernel';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, InstantColumn } from '../columns';

@Entity('user_account')
@Index('user_account_list_role', ['role', 'id'])
export class UserEntity {
  @PrimaryGeneratedColumn() id: number;

  @Column({ type: 'varchar', length: 64 }) username: string;
  /** The username in lower case. Its unique index ignores the case of names on every database. */
  @Index('user_account_username_folded_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  usernameFolded: string;

  @Column({ type: 'varchar', length: 254 }) email: string;
  @Index('user_account_email_folded_unique', { unique: true })
  @Column({ type: 'varchar', length: 254 })
  emailFolded: string;
  /** True if the user entered this address themselves and has not yet proven that they can read its mail. */
  @BooleanColumn({ default: false }) emailUnproven: boolean;

  /** Argon2id, PHC string. Null for an account that can sign in only through a provider. */
  @Column({ type: 'varchar', length: 255, nullable: true }) passwordHash: string | null;

  @Column({ type: 'varchar', length: 16 }) role: Role;

  /** The key of the user's picture in the file store. */
  @Column({ type: 'varchar', length: 64, nullable: true }) avatarFile: string | null;

  @InstantColumn() createdAt: Date;
  /** The beginning of the newest session. */
  @InstantColumn({ nullable: true }) lastLoginAt: Date | null;
  /** The number of the newest session. Each sign-in increases it. */
  @Column({ type: 'int', default: 1 }) sessionNumber: number;
  /** Tokens of sessions with a smaller number are refused, because somebody has ended these sessions. */
  @Column({ type: 'int', default: 0 }) firstSession: number;
}
