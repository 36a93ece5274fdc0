import { gatherReads } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RequestAccount, readRequestAccounts } from './account.queries';

/** Reads who makes a request, from the database each time: a demotion or removal acts on the next request. */
@Injectable()
export class AccountLoader {
  private readonly read = gatherReads((ids) => readRequestAccounts(this.dataSource.manager, ids));

  constructor(private readonly dataSource: DataSource) {}

  /** Null where there is no such account. */
  load(userId: number): Promise<RequestAccount | null> {
    return this.read(userId);
  }
}
