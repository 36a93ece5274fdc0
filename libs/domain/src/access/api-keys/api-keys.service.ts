import { apiKeyHash, apiKeyPrefix, newApiKey } from '@app/auth';
import { apiKeyRevoked } from '@app/contracts';
import { type ApiKeyEntity, inTransaction, requireRow } from '@app/entities';
import { EventBus } from '@app/events';
import {
  type Actor,
  Clock,
  DomainError,
  type Page,
  type PageRequest,
  parseInstant,
  type Role,
  roleCovers,
  say,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { API_KEYS, deleteApiKey, insertApiKey, lockApiKey } from './api-keys.queries';

export interface ApiKeyInput {
  name: string;
  role: Role;
  /** ISO 8601. If omitted, the key is valid until it is deleted. */
  expiresAt?: string | null;
}

/** An API key without its hash. */
export type ApiKey = Omit<ApiKeyEntity, 'keyHash'>;
/** A new API key. Only this response contains the key itself. */
export type CreatedApiKey = ApiKey & { key: string };

/**
 * Creates, lists and deletes API keys. A key belongs to the installation: it stays valid if its creator gets another
 * role or is deleted, so that programs keep working.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  list(request: PageRequest): Promise<Page<ApiKey>> {
    return API_KEYS.read(this.dataSource.manager, request);
  }

  /**
   * @throws DomainError forbidden if the key's role is higher than the actor's; invalid if `expiresAt` is in the past
   */
  async create(actor: Actor, { name, role, expiresAt: given = null }: ApiKeyInput): Promise<CreatedApiKey> {
    if (!roleCovers(actor.role, role)) {
      throw new DomainError('forbidden', 'forbidden', 'A key cannot have a higher role than its creator.');
    }
    const createdAt = this.clock.now();
    const expiresAt = given === null ? null : parseInstant(given, await this.configuration.timezone());
    if (expiresAt && expiresAt <= createdAt) {
      throw DomainError.invalid(
        'expiresAt must be in the future. Omit expiresAt for a key that never expires.',
        [{ path: 'expiresAt', ...say('in_the_past') }],
      );
    }
    const key = newApiKey();
    const prefix = apiKeyPrefix(key);
    const shown = { name, prefix, role, createdBy: actor.name, createdAt, expiresAt, lastUsedAt: null };
    return inTransaction(this.dataSource, async (manager) => {
      const { id } = await insertApiKey(manager, { ...shown, keyHash: apiKeyHash(key) });
      const record = { action: 'api_key.created', target: `API key ${id}` };
      await this.audit.record(actor, { ...record, after: { name, prefix, role, expiresAt } }, manager);
      return { id, ...shown, key };
    });
  }

  /**
   * Deletes the key. Requests with the key are refused immediately, and its event streams end.
   * @throws DomainError not_found
   */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const { name, prefix, role } = await requireRow(lockApiKey(manager, id), 'The API key');
      await deleteApiKey(manager, id);
      const record = { action: 'api_key.removed', target: `API key ${id}`, before: { name, prefix, role } };
      await this.audit.record(actor, record, manager);
    });
    this.bus.publish(apiKeyRevoked, { apiKeyId: id });
  }
}
