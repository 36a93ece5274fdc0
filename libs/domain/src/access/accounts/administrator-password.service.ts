import { randomBytes } from 'node:crypto';
import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { Actor, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { findAccountByLoginName, listAdministrators, setPassword } from './accounts.queries';
import { PasswordHasher } from './password-hasher';
import { endSession } from './sessions.queries';

/** The new password of an administrator. */
export interface AdministratorPassword {
  username: string;
  /** The generated password; null if the environment contains the password. */
  password: string | null;
}

/** Resets the password of the administrator that the environment names. */
@Injectable()
export class AdministratorPasswordService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly passwords: PasswordHasher,
    private readonly audit: AuditService,
  ) {}

  /**
   * Replace the lost password of the administrator `ADMIN_USERNAME` with `ADMIN_PASSWORD` or a random password, and end
   * the session of the administrator. Access tokens stay valid until they expire.
   * @throws DomainError `not_found` if no administrator has that name
   */
  async reset(): Promise<AdministratorPassword> {
    const { ADMIN_USERNAME, ADMIN_PASSWORD } = this.environment;
    const { manager } = this.dataSource;
    const user = await findAccountByLoginName(manager, ADMIN_USERNAME);
    if (user?.role !== 'admin') throw await this.unknownAdministrator(ADMIN_USERNAME);
    const password = ADMIN_PASSWORD ?? randomPassword();
    const passwordHash = await this.passwords.hash(password);
    await inTransaction(this.dataSource, async (transaction) => {
      const isSet = await setPassword(transaction, user.id, passwordHash);
      if (!isSet) throw await this.unknownAdministrator(ADMIN_USERNAME);
      await endSession(transaction, user.id);
      const record = { action: 'user.password_reset', target: `user ${user.id}` };
      await this.audit.record(Actor.system('admin:password'), record, transaction);
    });
    return { username: user.username, password: ADMIN_PASSWORD === undefined ? password : null };
  }

  private async unknownAdministrator(username: string): Promise<DomainError> {
    const names = (await listAdministrators(this.dataSource.manager)).map((user) => user.username);
    const advice =
      names.length === 0
        ? 'There is no administrator at all: the next start creates one.'
        : `Set ADMIN_USERNAME to one of: ${names.join(', ')}.`;
    return new DomainError('not_found', 'not_found', `No administrator is named "${username}". ${advice}`);
  }
}

/** 144 random bits as 24 characters. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}
