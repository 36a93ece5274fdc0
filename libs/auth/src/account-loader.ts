import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { DataSource } from 'typeorm';
import { type RequestAccount, readRequestAccounts } from './account.queries';

/**
 * Reads who makes a request, from the database each time: a demotion or removal acts on the next request. The reads
 * that one turn of the event loop asks for become one query.
 */
@Injectable()
export class AccountLoader {
  private readonly loader = new DataLoader<number, RequestAccount | null>((ids) => this.readAll(ids), {
    cache: false,
    // Requests arrive on sockets of their own, each with microtasks of its own: only after all have been read from
    // does the whole turn's demand stand.
    batchScheduleFn: (dispatch) => setImmediate(dispatch),
  });

  constructor(private readonly dataSource: DataSource) {}

  /** Null where there is no such account. */
  load(userId: number): Promise<RequestAccount | null> {
    return this.loader.load(userId);
  }

  private async readAll(ids: readonly number[]): Promise<(RequestAccount | null)[]> {
    const accounts = await readRequestAccounts(this.dataSource.manager, [...new Set(ids)]);
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}
