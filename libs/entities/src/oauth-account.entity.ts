import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from './columns';
import { UserEntity } from './user.entity';

/** Who a user is to a provider of sign-in. A user may have several. */
@Entity('oauth_account')
export class OAuthAccountEntity {
  @PrimaryColumn({ type: 'varchar', length: 16 }) provider: string;
  /** The provider's own name for the person, which never changes; an e-mail address may. */
  @PrimaryColumn({ type: 'varchar', length: 255 }) subject: string;

  @Index('oauth_account_user_id')
  @Column({ type: 'int' })
  userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;

  @InstantColumn() createdAt: Date;
}
