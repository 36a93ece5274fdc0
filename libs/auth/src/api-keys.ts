import { Environment } from '@app/config';
import { type ApiKeyEntity, gatherReads, gatherReadsBy } from '@app/entities';
import { clientKey, type Limit, Throttle } from '@app/ephemeral';
import { Actor, Clock, currentRequest } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { apiKeyHash, isWellFormedApiKey } from './api-key';
import { readApiKeys, readApiKeysByHash, recordApiKeyUse } from './api-keys.queries';

/** The last use of a key is stored at most once within this time. */
const USE_RECORDED_EVERY_MS = 60_000;

/**
 * Authenticates API keys. The key is read from the database for each request, so a deleted or expired key is refused
 * immediately.
 */
@Injectable()
export class ApiKeys {
  private readonly logger = new Logger(ApiKeys.name);
  private readonly refusals: Limit;
  private readonly recording = new Set<number>();
  private readonly read = gatherReads((ids) => readApiKeys(this.dataSource.manager, ids));
  private readonly readByHash = gatherReadsBy<string, ApiKeyEntity>(
    (hashes) => readApiKeysByHash(this.dataSource.manager, hashes),
    ({ keyHash }) => keyHash,
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    throttle: Throttle,
    environment: Environment,
  ) {
    this.refusals = throttle.limit({
      name: 'api-key-refusals',
      points: environment.LIMIT_LOGIN_FAILURES_PER_CLIENT,
      windowSeconds: environment.LIMIT_LOGIN_WINDOW_SECONDS,
    });
  }

  /**
   * Returns the key as an actor. Null if the key is unknown, deleted or expired.
   * @throws DomainError `too_many_attempts` if the key is refused and the client has sent too many refused keys. A
   *   valid key is always accepted, because keys cannot be guessed and other programs may share the client's address
   */
  async authenticate(text: string): Promise<Actor | null> {
    const key = isWellFormedApiKey(text) ? await this.readByHash(apiKeyHash(text)) : null;
    if (!key || !this.isValid(key)) {
      await this.refuse(key);
      return null;
    }
    await this.recordUse(key);
    return actorOf(key);
  }

  /** Returns the key with this id as an actor; null if it is deleted or expired. */
  async find(id: number): Promise<Actor | null> {
    const key = await this.read(id);
    return key && this.isValid(key) ? actorOf(key) : null;
  }

  private isValid({ expiresAt }: ApiKeyEntity): boolean {
    return expiresAt === null || expiresAt.getTime() > this.clock.nowMs();
  }

  private async refuse(expired: ApiKeyEntity | null): Promise<void> {
    const reason = expired ? 'expired' : 'unknown';
    this.logger.warn(
      { security: 'api_key_refused', reason, apiKeyId: expired?.id },
      'An API key was refused.',
    );
    await this.refusals.count(clientKey(currentRequest()?.clientAddress ?? ''));
  }

  /**
   * Stores the last use of a key, at most once per minute. Requests that arrive during this write do not wait for it.
   */
  private async recordUse({ id, lastUsedAt }: ApiKeyEntity): Promise<void> {
    const at = this.clock.now();
    const notSince = new Date(at.getTime() - USE_RECORDED_EVERY_MS);
    if (this.recording.has(id) || (lastUsedAt !== null && lastUsedAt >= notSince)) return;
    this.recording.add(id);
    try {
      await recordApiKeyUse(this.dataSource.manager, id, { at, notSince });
    } catch (error) {
      // Only log this failure, because it must not make the request itself fail.
      this.logger.warn({ err: error, apiKeyId: id }, 'The last use of an API key could not be stored.');
    } finally {
      this.recording.delete(id);
    }
  }
}

function actorOf({ id, role, name, expiresAt }: ApiKeyEntity): Actor {
  return Actor.apiKey(id, role, name, expiresAt);
}
