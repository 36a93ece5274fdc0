import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { UserEntity } from './user.entity';

/**
 * A term of the prefix search of users: the part of a folded username or e-mail address that begins at one of its words
 * and extends to its end.
 */
@Entity('user_search_term')
@Index('user_search_term_user', ['userId'])
export class UserSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'int' }) userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;
}
