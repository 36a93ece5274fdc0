import { gatherReads } from '@app/entities';
import { type Actor, DomainError } from '@app/kernel';
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
    const user = await this.read(actor.requireUserId());
    if (!user) throw DomainError.notFound('The account');
    return toAccount(user);
  }
}
