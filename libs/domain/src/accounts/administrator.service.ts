import { randomBytes } from 'node:crypto';
import { Environment } from '@app/config';
import { isDuplicateKey } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { anAdministratorExists } from './accounts.queries';
import { type NewAccount, insertAccount } from './new-account';
import { PasswordHasher } from './password-hasher';

export interface SeededAdministrator {
  username: string;
  /** The one time that it is told; null where the environment set it. */
  password: string | null;
}

/** Sees to it that somebody can sign in to a service that starts for the first time. */
@Injectable()
export class AdministratorService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the administrator of the environment where there is none at all. Several processes may do so at once: one
   * makes it, and it alone is told the password.
   * @returns the administrator that this call made; null where there was one, or another process was quicker
   * @throws Error where the name or address is taken by a user who is no administrator
   */
  async ensure(): Promise<SeededAdministrator | null> {
    const { manager } = this.dataSource;
    if (await anAdministratorExists(manager)) return null;
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: given } = this.environment;
    const password = given ?? randomBytes(18).toString('base64url');
    const administrator = await this.administrator(password);
    try {
      await insertAccount(manager, administrator);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (await anAdministratorExists(manager)) return null;
      throw new Error(
        `There is no administrator, and ADMIN_USERNAME "${username}" or ADMIN_EMAIL belongs to another user.`,
        { cause: error },
      );
    }
    return { username, password: given === undefined ? password : null };
  }

  private async administrator(password: string): Promise<NewAccount> {
    const { ADMIN_USERNAME: username, ADMIN_EMAIL: email } = this.environment;
    const passwordHash = await this.passwords.hash(password);
    return { username, email, passwordHash, role: 'admin', createdAt: this.clock.now() };
  }
}
