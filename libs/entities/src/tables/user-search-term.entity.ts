import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { UserEntity } from './user.entity';

/**
 * A term of the prefix search of users: a folded username or e-mail address from the beginning of one of its words to
 * the end of the text.
 */
@Entity('user_search_term')
@Index('user_search_term_user', ['userId'])
export class UserSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'int' }) userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;
}
