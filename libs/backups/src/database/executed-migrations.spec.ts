import { allMigrations } from '@app/entities';
import { migrationsOf } from './executed-migrations';

describe('migrationsOf', () => {
  it('returns the migrations of an older backup', () => {
    const older = allMigrations.slice(0, -1);
    expect(migrationsOf(older.map(({ name }) => name))).toEqual(older);
  });

  it('refuses a backup of a newer version', () => {
    expect(() => migrationsOf([...allMigrations.map(({ name }) => name), 'Future9'])).toThrow(
      /written by a newer version of Plantroom.*Future9/,
    );
  });
});
