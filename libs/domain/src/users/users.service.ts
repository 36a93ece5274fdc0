import { UserEntity, inTransaction, isDuplicateKey } from '@app/entities';
import { type Actor, Clock, DomainError, mapPage, type Page, type Role } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Account, toAccount } from '../accounts/account';
import { foldName } from '../accounts/fold-name';
import { insertAccount, takenError } from '../accounts/new-account';
import { PasswordHasher } from '../accounts/password-hasher';
import { PasswordPolicy } from '../accounts/password-policy';
import { writeSearchTerms } from '../accounts/user-search';
import { differences } from '../audit/audit-record';
import { AuditService } from '../audit/audit.service';
import { AccountMails } from '../mailing/account-mails';
import { type UserFilter, findUser, findUsers, lockUser, usernameIsTaken } from './users.queries';

export type { UserFilter } from './users.queries';

export interface UserCreation {
  username: string;
  email: string;
  password: string;
  /** Default: the lowest role. */
  role?: Role;
}

export interface UserChanges {
  username?: string;
  email?: string;
}

/** Creates, reads and updates users, for administrators and for the users themselves. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: PasswordPolicy,
    private readonly passwords: PasswordHasher,
    private readonly audit: AuditService,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
  ) {}

  async list(filter: UserFilter): Promise<Page<Account>> {
    return mapPage(await findUsers(this.dataSource.manager, filter), toAccount);
  }

  async find(id: number): Promise<Account> {
    return toAccount(found(await findUser(this.dataSource.manager, id)));
  }

  /** @throws DomainError `username_taken` or `email_taken`; errors of the password policy */
  async create(actor: Actor, { username, email, password, role = 'viewer' }: UserCreation): Promise<Account> {
    await this.policy.assertAllowed(password, username);
    const passwordHash = await this.passwords.hash(password);
    const user = { username, email, passwordHash, role, createdAt: this.clock.now() };
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const account = toAccount(await insertAccount(manager, user));
        const record = { action: 'user.created', target: `user ${account.id}`, after: account };
        await this.audit.record(actor, record, manager);
        return account;
      });
    } catch (error) {
      throw isDuplicateKey(error) ? await takenError(this.dataSource.manager, username) : error;
    }
  }

  /**
   * Update the given fields. A changed address is reported to the former address.
   * @throws DomainError `username_taken` or `email_taken`
   */
  async change(actor: Actor, id: number, changes: UserChanges): Promise<Account> {
    try {
      const { before, after } = await inTransaction(this.dataSource, (manager) =>
        this.store(manager, actor, id, changes),
      );
      if (foldName(before.email) !== foldName(after.email)) this.mails.sendEmailChanged(before);
      return after;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { username } = changes;
      if (username !== undefined && (await usernameIsTaken(this.dataSource.manager, username, id))) {
        throw new DomainError('conflict', 'username_taken', 'The username is taken.');
      }
      throw new DomainError('conflict', 'email_taken', 'The e-mail address is taken.');
    }
  }

  private async store(
    manager: EntityManager,
    actor: Actor,
    id: number,
    changes: UserChanges,
  ): Promise<{ before: Account; after: Account }> {
    const user = found(await lockUser(manager, id));
    const before = toAccount(user);
    const username = changes.username?.trim() ?? user.username;
    const email = changes.email?.trim() ?? user.email;
    const emailFolded = foldName(email);
    // Users may enter any address for themselves. An address entered by an administrator counts as proven.
    const emailUnproven = emailFolded === user.emailFolded ? user.emailUnproven : actor.userId === user.id;
    const names = { username, usernameFolded: foldName(username), email, emailFolded, emailUnproven };
    await manager.update(UserEntity, { id }, names);
    await writeSearchTerms(manager, { id, ...names });
    const after = { ...before, username, email };
    const record = { action: 'user.changed', target: `user ${id}`, ...differences(before, after) };
    await this.audit.record(actor, record, manager);
    return { before, after };
  }
}

function found(user: UserEntity | null): UserEntity {
  if (!user) throw DomainError.notFound('The user');
  return user;
}
