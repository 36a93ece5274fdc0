import { UserEntity, inTransaction, isDuplicateKey, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError, foldName, mapPage, type Page, type Role } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Account, toAccount } from '../accounts/account';
import { insertAccount, takenError } from '../accounts/new-account';
import { PasswordHasher } from '../accounts/password-hasher';
import { PasswordPolicy } from '../accounts/password-policy';
import { writeSearchTerms } from '../accounts/user-search';
import { AuditService } from '../../platform/audit/audit.service';
import { AccountMails } from '../accounts/account-mails';
import {
  type UserFilter,
  findUser,
  findUsers,
  lockUser,
  someoneHasSignedIn,
  usernameIsTaken,
} from './users.queries';

export type { UserFilter } from './users.queries';

export interface UserCreation extends Pick<UserEntity, 'username' | 'email'> {
  password: string;
  /** Default: the lowest role. */
  role?: Role;
}

export type UserChanges = Partial<Pick<UserEntity, 'username' | 'email'>>;

/** Creates, reads and updates users, for administrators and for the users themselves. */
@Injectable()
export class UsersService {
  /** Does not become false again. */
  private someoneSignedIn = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: PasswordPolicy,
    private readonly passwords: PasswordHasher,
    private readonly audit: AuditService,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
  ) {}

  /** Returns true if a user has ever signed in. */
  async haveSignedIn(): Promise<boolean> {
    this.someoneSignedIn ||= await someoneHasSignedIn(this.dataSource.manager);
    return this.someoneSignedIn;
  }

  async list(filter: UserFilter): Promise<Page<Account>> {
    return mapPage(await findUsers(this.dataSource.manager, filter), toAccount);
  }

  async find(id: number): Promise<Account> {
    return toAccount(await requireRow(findUser(this.dataSource.manager, id), 'The user'));
  }

  /** Create a user. @throws DomainError `username_taken` or `email_taken`; errors of the password policy */
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
   * Update the given fields. If the e-mail address changes, a notice is mailed to the previous address.
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
        throw new DomainError('conflict', 'username_taken', 'The username is taken. Choose another one.');
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
    const user = await requireRow(lockUser(manager, id), 'The user');
    const before = toAccount(user);
    const username = changes.username?.trim() ?? user.username;
    const email = changes.email?.trim() ?? user.email;
    const emailFolded = foldName(email);
    // An address that a user has entered counts as unproven. An address that an administrator has entered counts as
    // proven.
    const emailUnproven = emailFolded === user.emailFolded ? user.emailUnproven : actor.userId === user.id;
    const names = { username, usernameFolded: foldName(username), email, emailFolded, emailUnproven };
    await manager.update(UserEntity, { id }, names);
    await writeSearchTerms(manager, { id, ...names });
    const after = { ...before, username, email };
    await this.audit.recordChange(
      actor,
      { action: 'user.changed', target: `user ${id}`, before, after },
      manager,
    );
    return { before, after };
  }
}
