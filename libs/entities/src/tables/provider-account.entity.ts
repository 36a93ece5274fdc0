import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';
import { UserEntity } from './user.entity';

/** A user's identity at a sign-in provider. A user may have several identities. */
@Entity('oauth_account')
export class ProviderAccountEntity {
  @PrimaryColumn({ type: 'varchar', length: 16 }) provider: string;
  /** The provider's own id of the person. It never changes, unlike an e-mail address. */
  @PrimaryColumn({ type: 'varchar', length: 255 }) subject: string;

  @Index('oauth_account_user_id')
  @Column({ type: 'int' })
  userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;

  @InstantColumn() createdAt: Date;
}
