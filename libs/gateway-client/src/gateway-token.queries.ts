import { GatewayTokenEntity } from '@app/entities';
import { DomainError } from '@app/kernel';
import type { DataSource, EntityManager } from 'typeorm';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  /** Absolute expiry of the access token, milliseconds since 1970 UTC. */
  expiresAtMs: number;
}

const ID = 1;

/** The stored pair, which all processes share. */
export class GatewayTokenQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Lets one caller of all processes at a time look at the stored pair and say which it shall be. The pair is committed
   * when this resolves. `choose` runs under the row's lock, so it must end in bounded time; where its process dies, the
   * lock goes with the connection. Never run again after a conflict: a refresh token can be spent only once.
   * @throws what `choose` throws; DomainError `unavailable` where the database fails
   */
  async exclusively(choose: (stored: TokenPair | null) => Promise<TokenPair>): Promise<TokenPair> {
    try {
      await this.makeRow();
      return await this.dataSource.transaction(async (manager) => {
        const stored = await lockPair(manager);
        const chosen = await choose(stored);
        if (chosen !== stored) await manager.update(GatewayTokenEntity, { id: ID }, chosen);
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
      .values({ id: ID, accessToken: '', refreshToken: '', expiresAtMs: 0 })
      .orIgnore()
      .execute();
  }
}

async function lockPair(manager: EntityManager): Promise<TokenPair | null> {
  const { accessToken, refreshToken, expiresAtMs } = await manager.findOneOrFail(GatewayTokenEntity, {
    where: { id: ID },
    lock: { mode: 'pessimistic_write' },
  });
  return accessToken === '' ? null : { accessToken, refreshToken, expiresAtMs };
}

/** The error of a failed statement carries its parameters, with some drivers its whole text: these are the tokens. */
function withoutTokens(error: unknown): DomainError {
  const { code, name } = error as Error & { code?: unknown };
  return new DomainError(
    'unavailable',
    'database_unavailable',
    `The gateway's tokens could not be read or stored (${typeof code === 'string' ? code : name}).`,
    { retryAfterSeconds: 5 },
  );
}
