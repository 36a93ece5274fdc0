import { type UserEntity, isDuplicateKey } from '@app/entities';
import { Actor, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { type ProviderSubject, findUserOf, insertLink } from './provider-accounts.queries';

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
}
