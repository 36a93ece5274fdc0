import { inTransaction, requireRow, UserEntity, UserPreferencesEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { allowedPreferences, DEFAULT_PREFERENCES, type Preferences } from './preferences';

/** Reads and updates the preferences of users. */
@Injectable()
export class PreferencesService {
  constructor(private readonly dataSource: DataSource) {}

  /** Get the preferences that the user has set, without defaults. */
  async stored(userId: number): Promise<Partial<Preferences>> {
    const row = await this.dataSource.manager.findOneBy(UserPreferencesEntity, { userId });
    return allowedPreferences(row?.preferences ?? {});
  }

  /** Get the defaults, overridden by the user's preferences. */
  async merged(userId: number): Promise<Preferences> {
    return { ...DEFAULT_PREFERENCES, ...(await this.stored(userId)) };
  }

  /**
   * Set the preferences in `changes`.
   * @returns the defaults, overridden by the user's preferences
   */
  change(userId: number, changes: Partial<Preferences>): Promise<Preferences> {
    return inTransaction(this.dataSource, async (manager) => {
      // Locks the row of the user instead of the preferences, because the user may not have any preferences yet.
      const where = { id: userId };
      const user = manager.findOne(UserEntity, { where, lock: { mode: 'pessimistic_write' } });
      await requireRow(user, 'The user');
      const row = await manager.findOneBy(UserPreferencesEntity, { userId });
      const preferences = { ...row?.preferences, ...allowedPreferences(changes) };
      await manager.save(UserPreferencesEntity, { userId, preferences });
      return { ...DEFAULT_PREFERENCES, ...allowedPreferences(preferences) };
    });
  }
}
