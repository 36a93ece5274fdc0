import { writeSearchTerms } from '@app/domain/testing';
import { UserEntity } from '@app/entities';
import { hash } from '@node-rs/argon2';
import type { DataSource } from 'typeorm';

export const PASSWORD = 'correct horse battery staple';
/** Is cheap to verify, because most tests sign in. A hash contains its parameters. */
const passwordHash = hash(PASSWORD, { memoryCost: 64, timeCost: 1 });

let made = 0;

/** Stores a user with the password `PASSWORD`. The default role is viewer. */
export async function anAccount(
  dataSource: DataSource,
  overrides: Partial<UserEntity> = {},
): Promise<UserEntity> {
  made += 1;
  const { username = `User.${made}`, email = `User.${made}@Example.org` } = overrides;
  const user = dataSource.manager.create(UserEntity, {
    username,
    usernameFolded: username.toLowerCase(),
    email,
    emailFolded: email.toLowerCase(),
    passwordHash: await passwordHash,
    role: 'viewer',
    createdAt: new Date('2026-01-01T00:00:00Z'),
    lastLoginAt: null,
    ...overrides,
  });
  await dataSource.manager.save(user);
  await writeSearchTerms(dataSource.manager, user);
  return user;
}
