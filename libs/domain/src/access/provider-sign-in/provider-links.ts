import {
  type ProviderAccountEntity,
  type UserEntity,
  inTransaction,
  isDuplicateKey,
  requireRow,
} from '@app/entities';
import { Actor, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import {
  type ProviderSubject,
  deleteLink,
  findLinksOf,
  findOwner,
  findUserOf,
  insertLink,
} from './provider-accounts.queries';

const USER = 'The user';

/** The links between identities at providers and users. */
@Injectable()
export class ProviderLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The user that is bound to this identity; null if there is none. */
  userOf(identity: ProviderSubject): Promise<UserEntity | null> {
    return findUserOf(this.dataSource.manager, identity);
  }

  /**
   * Bind the identity permanently. If several calls race, one succeeds.
   * @throws DomainError `identity_taken`; the caller's transaction cannot continue after this error
   */
  async link(identity: ProviderSubject, user: UserEntity, manager: EntityManager): Promise<void> {
    try {
      await insertLink(manager, identity, user.id, this.clock.now());
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new DomainError(
        'conflict',
        'identity_taken',
        'This identity at the provider is already bound to an account. Sign in with the provider to use that account.',
      );
    }
    const actor = Actor.user(user.id, user.role, user.username);
    const { provider, subject } = identity;
    const record = { action: 'user.bound', target: `user ${user.id}`, after: { provider, subject } };
    await this.audit.record(actor, record, manager);
  }

  /** The identities of a user, oldest first. @throws DomainError not_found */
  async of(userId: number): Promise<ProviderAccountEntity[]> {
    const { manager } = this.dataSource;
    await requireRow(findOwner(manager, userId), USER);
    return findLinksOf(manager, userId);
  }

  /**
   * Unbind an identity. Sessions that began with it go on.
   * @throws DomainError not_found; `last_sign_in` if the user could not sign in any more
   */
  async unlink(actor: Actor, userId: number, { provider, subject }: ProviderSubject): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      // The lock prevents two calls from unbinding the last two identities.
      const owner = await requireRow(findOwner(manager, userId, { mode: 'pessimistic_write' }), USER);
      const links = await findLinksOf(manager, userId);
      const link = links.find((one) => one.provider === provider && one.subject === subject);
      if (!link) throw DomainError.notFound('The identity');
      if (owner.passwordHash === null && links.length === 1) throw lastSignIn();
      await deleteLink(manager, link);
      const record = { action: 'user.unbound', target: `user ${userId}`, before: { provider, subject } };
      await this.audit.record(actor, record, manager);
    });
  }
}

function lastSignIn(): DomainError {
  return new DomainError(
    'conflict',
    'last_sign_in',
    'The user has no password and no other identity. Set a password with “Forgot password” first.',
  );
}
