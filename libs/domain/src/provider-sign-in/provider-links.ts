import { type UserEntity, isDuplicateKey } from '@app/entities';
import { Actor, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { type ProviderSubject, findUserOf, insertLink } from './oauth-accounts.queries';

/** Which people at the providers are which users. */
@Injectable()
export class ProviderLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Whose this is; null where nobody has bound it. */
  userOf(identity: ProviderSubject): Promise<UserEntity | null> {
    return findUserOf(this.dataSource.manager, identity);
  }

  /**
   * Binds for good. Of calls that race, the database lets one through.
   * @throws DomainError `identity_taken`, with which the transaction must end
   */
  async link(identity: ProviderSubject, user: UserEntity, manager: EntityManager): Promise<void> {
    try {
      await insertLink(manager, identity, user.id, this.clock.now());
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new DomainError('conflict', 'identity_taken', 'This sign-in is bound to an account already.');
    }
    const actor = Actor.user(user.id, user.role, user.username);
    const { provider, subject } = identity;
    const record = { action: 'user.bound', target: `user ${user.id}`, after: { provider, subject } };
    await this.audit.record(actor, record, manager);
  }
}
