import { gatherReads } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RequestAccount, readRequestAccounts } from './account.queries';

/**
 * Reads the caller's account from the database for each request, so that a deleted account, a lower role or an
 * ended session takes effect with the next request.
 */
@Injectable()
export class AccountLoader {
  private readonly read = gatherReads((ids) => readRequestAccounts(this.dataSource.manager, ids));

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns null if no account has this id, or if the session was ended.
   * @param session the number of the caller's session
   */
  async load(userId: number, session = 0): Promise<RequestAccount | null> {
    const account = await this.read(userId);
    return account && session >= account.firstSession ? account : null;
  }
}
