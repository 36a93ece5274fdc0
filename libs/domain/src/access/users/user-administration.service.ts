import { accountChanged } from '@app/contracts';
import { UserEntity, inTransaction, requireRow } from '@app/entities';
import { EventBus } from '@app/events';
import { type Actor, DomainError, type Role } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Account, toAccount } from '../accounts/account';
import { SessionsService, type UserSession } from '../accounts/sessions.service';
import { AuditService } from '../../platform/audit/audit.service';
import { AvatarsService } from './avatars.service';
import { findUser, lockAdministratorIds, lockUser } from './users.queries';

/** Changes roles, ends sessions and removes users. One administrator always remains, even under concurrent calls. */
@Injectable()
export class UserAdministrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly avatars: AvatarsService,
    private readonly audit: AuditService,
    private readonly bus: EventBus,
    private readonly sessions: SessionsService,
  ) {}

  /** The sessions of a user: at most one. @throws DomainError not_found */
  async sessionsOf(actor: Actor, id: number): Promise<UserSession[]> {
    await requireRow(findUser(this.dataSource.manager, id), 'The user');
    return this.sessions.of(actor, id);
  }

  /**
   * End a session of a user. Its tokens are refused from the next request on, and its event streams are ended.
   * @throws DomainError not_found
   */
  async endSession(actor: Actor, id: number, sessionNumber: number): Promise<void> {
    await this.sessions.end(actor, id, sessionNumber);
    this.bus.publish(accountChanged, { userId: id });
  }

  /**
   * Change a user's role. The new role takes effect at the user's next request, and the event streams of the user are
   * ended.
   * @throws DomainError `last_administrator`
   */
  async changeRole(actor: Actor, id: number, role: Role): Promise<Account> {
    const account = await inTransaction(this.dataSource, async (manager) => {
      const user = await lockReplaceable(manager, id, role);
      await manager.update(UserEntity, { id }, { role });
      const roles = { before: { role: user.role }, after: { role } };
      const record = { action: 'user.role_changed', target: `user ${id}`, ...roles };
      await this.audit.record(actor, record, manager);
      return { ...toAccount(user), role };
    });
    this.bus.publish(accountChanged, { userId: id });
    return account;
  }

  /**
   * Remove the user and everything that belongs only to them: session, settings, provider sign-ins, avatar.
   * @throws DomainError `last_administrator`
   */
  async remove(actor: Actor, id: number): Promise<void> {
    const removed = await inTransaction(this.dataSource, async (manager) => {
      const user = await lockReplaceable(manager, id, null);
      await manager.delete(UserEntity, { id });
      await this.avatars.release(manager, user.avatarFile);
      const record = { action: 'user.removed', target: `user ${id}`, before: toAccount(user) };
      await this.audit.record(actor, record, manager);
      return user;
    });
    this.bus.publish(accountChanged, { userId: id });
    await this.avatars.discard(removed.avatarFile);
  }
}

/** @param role the new role; null to remove the user */
async function lockReplaceable(manager: EntityManager, id: number, role: Role | null): Promise<UserEntity> {
  // All transactions lock the administrators before the user, so that they do not deadlock.
  const administratorIds = role === 'admin' ? [] : await lockAdministratorIds(manager);
  const user = await requireRow(lockUser(manager, id), 'The user');
  if (role !== 'admin' && user.role === 'admin' && administratorIds.every((one) => one === id)) {
    throw new DomainError(
      'conflict',
      'last_administrator',
      'The last administrator cannot be removed or get another role.',
    );
  }
  return user;
}
