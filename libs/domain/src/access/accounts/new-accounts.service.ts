import { type UserEntity, inTransaction, isDuplicateKey } from '@app/entities';
import { Actor, Clock, USER_ROLE_LIST } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { type NewAccount, insertAccount, takenError } from './new-account';
import { type Login, SessionsService } from './sessions.service';

/** Creates accounts for people who register, and signs them in. */
@Injectable()
export class NewAccountsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Create an account with the lowest role and sign in. `also` stores additional rows in the same transaction.
   * @throws DomainError `username_taken` or `email_taken`. If concurrent calls have the same name or address, only one
   *   of them succeeds
   */
  async make(
    person: Pick<NewAccount, 'username' | 'email' | 'passwordHash'>,
    also?: (user: UserEntity, manager: EntityManager) => Promise<void>,
  ): Promise<Login> {
    const account = { ...person, role: USER_ROLE_LIST[0], createdAt: this.clock.now() };
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const user = await insertAccount(manager, account);
        const login = await this.sessions.begin(user, manager);
        if (!login) throw new Error('The new account was changed before its transaction ended.');
        const actor = Actor.user(user.id, user.role, user.username);
        const record = { action: 'user.registered', target: `user ${user.id}`, after: login.account };
        await this.audit.record(actor, record, manager);
        await also?.(user, manager);
        return login;
      });
    } catch (error) {
      throw isDuplicateKey(error) ? await takenError(this.dataSource.manager, person.username) : error;
    }
  }
}
