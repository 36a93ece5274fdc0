import { inTransaction, UserEntity, UserPreferencesEntity } from '@app/entities';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { allowedPreferences, DEFAULT_PREFERENCES, type Preferences } from './preferences';

/** The preferences of users. */
@Injectable()
export class PreferencesService {
  constructor(private readonly dataSource: DataSource) {}

  /** Only the preferences that the user has set. */
  async stored(userId: number): Promise<Partial<Preferences>> {
    const row = await this.dataSource.manager.findOneBy(UserPreferencesEntity, { userId });
    return allowedPreferences(row?.preferences ?? {});
  }

  /** The defaults, overridden by the user's preferences. */
  async merged(userId: number): Promise<Preferences> {
    return { ...DEFAULT_PREFERENCES, ...(await this.stored(userId)) };
  }

  /**
   * Set the preferences in `changes`.
   * @returns the defaults, overridden by the user's preferences
   */
  change(userId: number, changes: Partial<Preferences>): Promise<Preferences> {
    return inTransaction(this.dataSource, async (manager) => {
      // The user's row exists before their first preference, so it serves as the lock of concurrent changes.
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
