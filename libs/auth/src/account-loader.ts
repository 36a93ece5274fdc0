import { gatherReads } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RequestAccount, readRequestAccounts } from './account.queries';

/**
 * Reads the caller's account from the database on each request, so that a demotion or removal applies to the next one.
 */
@Injectable()
export class AccountLoader {
  private readonly read = gatherReads((ids) => readRequestAccounts(this.dataSource.manager, ids));

  constructor(private readonly dataSource: DataSource) {}

  /** Null if there is no such account. */
  load(userId: number): Promise<RequestAccount | null> {
    return this.read(userId);
  }
}
