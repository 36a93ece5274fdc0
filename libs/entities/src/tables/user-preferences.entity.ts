import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { JsonTextColumn } from '../columns';
import { UserEntity } from './user.entity';

/** The preferences that a user has set. Preferences with default values are not stored. */
@Entity('user_preferences')
export class UserPreferencesEntity {
  @PrimaryColumn({ type: 'int' }) userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;

  @JsonTextColumn() preferences: Record<string, unknown>;
}
