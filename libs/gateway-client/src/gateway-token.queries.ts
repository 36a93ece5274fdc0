import { GatewayTokenEntity } from '@app/entities';
import { DomainError, say, Semaphore } from '@app/kernel';
import type { DataSource, EntityManager } from 'typeorm';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  /** When the access token expires, in milliseconds since 1970 UTC. */
  expiresAtMs: number;
}

/** The stored token pair of a gateway, shared by all processes. */
export class GatewayTokenQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly id: number,
    private readonly renewals = new Semaphore(1),
  ) {}

  /**
   * Locks the stored pair, calls `choose` for the new pair, and commits the new pair before it resolves. Only one call
   * runs at a time across all processes. `choose` must end in bounded time, because it runs under the row's lock. If
   * the process dies, the lock ends with its connection. `choose` is never repeated after a conflict, because a refresh
   * token can be used only once.
   * @throws errors of `choose`; DomainError `unavailable` if the database fails
   */
  exclusively(choose: (stored: TokenPair | null) => Promise<TokenPair>): Promise<TokenPair> {
    return this.renewals.run(() => this.lockAndChoose(choose));
  }

  private async lockAndChoose(choose: (stored: TokenPair | null) => Promise<TokenPair>): Promise<TokenPair> {
    try {
      await this.makeRow();
      return await this.dataSource.transaction(async (manager) => {
        const stored = await lockPair(manager, this.id);
        const chosen = await choose(stored);
        if (chosen !== stored) await manager.update(GatewayTokenEntity, { id: this.id }, chosen);
        return chosen;
      });
    } catch (error) {
      throw error instanceof DomainError ? error : withoutTokens(error);
    }
  }

  private async makeRow(): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(GatewayTokenEntity)
      .values({ id: this.id, accessToken: '', refreshToken: '', expiresAtMs: 0 })
      .orIgnore()
      .execute();
  }
}

async function lockPair(manager: EntityManager, id: number): Promise<TokenPair | null> {
  const { accessToken, refreshToken, expiresAtMs } = await manager.findOneOrFail(GatewayTokenEntity, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  return accessToken === '' ? null : { accessToken, refreshToken, expiresAtMs };
}

/**
 * Converts a database error. The original error is dropped, because it contains the parameters and sometimes the whole
 * statement, and therefore the tokens.
 */
function withoutTokens(error: unknown): DomainError {
  const { code, name } = error as Error & { code?: unknown };
  return new DomainError(
    'unavailable',
    'database_unavailable',
    say('gateway_tokens', { code: typeof code === 'string' ? code : name }),
    { retryAfterSeconds: 5 },
  );
}
