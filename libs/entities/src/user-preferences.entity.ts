import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { JsonTextColumn } from './columns';
import { UserEntity } from './user.entity';

/** What a user has set for himself; what is not set is not in it. */
@Entity('user_preferences')
export class UserPreferencesEntity {
  @PrimaryColumn({ type: 'int' }) userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;

  @JsonTextColumn() preferences: Record<string, unknown>;
}
