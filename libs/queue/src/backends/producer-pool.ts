import { setTimeout as delay } from 'node:timers/promises';
import type { PgPool, PgPoolClient, PgQueryResult } from 'bullmq';
import type { QueuePool } from './queue-pool';

const RETRY_MS = 1000;

/**
 * The pool that a `Queue` uses. A `Queue` stays unusable if its very first query fails. Therefore, the pool repeats
 * this query until the server responds.
 */
export class ProducerPool implements PgPool {
  constructor(private readonly pool: QueuePool) {}

  connect(): Promise<PgPoolClient> {
    const client = {
      query: (text: string, values?: readonly unknown[]) => this.queryUntilAnswered(text, values),
      release: () => undefined,
    };
    return Promise.resolve(client as unknown as PgPoolClient);
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<PgQueryResult<Row>> {
    return this.pool.query(text, values);
  }

  on(): this {
    return this;
  }

  removeAllListeners(): this {
    return this;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async queryUntilAnswered(text: string, values?: readonly unknown[]) {
    for (;;) {
      try {
        return await this.pool.query(text, values);
      } catch {
        await delay(RETRY_MS, undefined, { signal: this.pool.closed });
      }
    }
  }
}
