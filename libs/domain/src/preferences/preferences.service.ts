import { inTransaction, UserEntity, UserPreferencesEntity } from '@app/entities';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { allowedPreferences, DEFAULT_PREFERENCES, type Preferences } from './preferences';

/** What users have set for themselves. */
@Injectable()
export class PreferencesService {
  constructor(private readonly dataSource: DataSource) {}

  /** What the user has set, and nothing else. */
  async stored(userId: number): Promise<Partial<Preferences>> {
    const row = await this.dataSource.manager.findOneBy(UserPreferencesEntity, { userId });
    return allowedPreferences(row?.preferences ?? {});
  }

  /** The defaults with what the user has set over them. */
  async merged(userId: number): Promise<Preferences> {
    return { ...DEFAULT_PREFERENCES, ...(await this.stored(userId)) };
  }

  /**
   * Sets what `changes` carries.
   * @returns the defaults with what is set now over them
   */
  change(userId: number, changes: Partial<Preferences>): Promise<Preferences> {
    return inTransaction(this.dataSource, async (manager) => {
      // The user's row is there before his first preference is: by it, two changes take turns.
      const user = await manager.findOne(UserEntity, {
        where: { id: userId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!user) throw DomainError.notFound('The user');
      const row = await manager.findOneBy(UserPreferencesEntity, { userId });
      const preferences = { ...row?.preferences, ...allowedPreferences(changes) };
      await manager.save(UserPreferencesEntity, { userId, preferences });
      return { ...DEFAULT_PREFERENCES, ...allowedPreferences(preferences) };
    });
  }
}
