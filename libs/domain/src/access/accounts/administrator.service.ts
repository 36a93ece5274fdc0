import { Environment } from '@app/config';
import { inTransaction, isDuplicateKey } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { anAdministratorExists } from './accounts.queries';
import { type AdministratorPassword, randomPassword } from './administrator-password.service';
import { type NewAccount, insertAccount } from './new-account';
import { PasswordHasher } from './password-hasher';

/** Creates the first administrator, so that somebody can sign in after a first start. */
@Injectable()
export class AdministratorService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * Create the administrator that the environment names, if there is no administrator. If several processes try at
   * once, only one of them creates the account and gets the password.
   * @returns null if an administrator already exists, or if another process created the account first
   * @throws Error if the name or the address belongs to a user who is not an administrator
   */
  async ensure(): Promise<AdministratorPassword | null> {
    const { manager } = this.dataSource;
    if (await anAdministratorExists(manager)) return null;
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: given } = this.environment;
    const password = given ?? randomPassword();
    const administrator = await this.administrator(password);
    try {
      await inTransaction(this.dataSource, (inside) => insertAccount(inside, administrator));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (await anAdministratorExists(manager)) return null;
      throw new Error(
        `There is no administrator, and ADMIN_USERNAME "${username}" or ADMIN_EMAIL belongs to another user. Set values that no user has.`,
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
