import { gatherReads } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RequestAccount, readRequestAccounts } from './account.queries';

/**
 * Reads the caller's account from the database for each request, so that a deleted account or a lower role takes effect
 * with the next request.
 */
@Injectable()
export class AccountLoader {
  private readonly read = gatherReads((ids) => readRequestAccounts(this.dataSource.manager, ids));

  constructor(private readonly dataSource: DataSource) {}

  /** Returns null if no account has this id. */
  load(userId: number): Promise<RequestAccount | null> {
    return this.read(userId);
  }
}
