import type { Role } from '@app/kernel';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, InstantColumn } from './columns';

@Entity('user_account')
@Index('user_account_list_role', ['role', 'id'])
export class UserEntity {
  @PrimaryGeneratedColumn() id: number;

  @Column({ type: 'varchar', length: 64 }) username: string;
  /** Lower case: a name is unique without regard to case on every database. */
  @Index('user_account_username_folded_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  usernameFolded: string;

  @Column({ type: 'varchar', length: 254 }) email: string;
  @Index('user_account_email_folded_unique', { unique: true })
  @Column({ type: 'varchar', length: 254 })
  emailFolded: string;
  /** True while the user has named this address himself and not shown yet that he reads its mail. */
  @BooleanColumn({ default: false }) emailUnproven: boolean;

  /** Argon2id, PHC string. Null for an account that signs in through a provider alone. */
  @Column({ type: 'varchar', length: 255, nullable: true }) passwordHash: string | null;

  @Column({ type: 'varchar', length: 16 }) role: Role;

  /** The key of the user's picture in the file store. */
  @Column({ type: 'varchar', length: 64, nullable: true }) avatarFile: string | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) lastLoginAt: Date | null;
}
