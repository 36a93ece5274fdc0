import { gatherReads, requireRow } from '@app/entities';
import type { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Account, toAccount } from './account';
import { findAccounts } from './accounts.queries';

/** Reads accounts. */
@Injectable()
export class AccountsService {
  private readonly read = gatherReads((ids) => findAccounts(this.dataSource.manager, ids));

  constructor(private readonly dataSource: DataSource) {}

  /** Get the caller's own account. */
  async own(actor: Actor): Promise<Account> {
    return toAccount(await requireRow(this.read(actor.requireUserId()), 'The account'));
  }
}
