import { allMigrations } from '@app/entities';
import { migrationsOf } from './executed-migrations';

describe('migrationsOf', () => {
  it('refuses a backup of an early build of version 0.1', () => {
    expect(() => migrationsOf(['FirstSchema1700000000000', 'Avatars1700000000200'])).toThrow(
      /written by an early build of Plantroom 0\.1.*last build of version 0\.1/,
    );
  });

  it('refuses a backup of a newer version', () => {
    expect(() => migrationsOf([...allMigrations.map(({ name }) => name), 'Future9'])).toThrow(
      /written by a newer version of Plantroom.*Future9/,
    );
  });
});
