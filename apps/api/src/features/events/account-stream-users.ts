import { AccountLoader } from '@app/auth';
import type { Role } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { StreamUsers } from './stream-users';

/** Reads the roles of users with the loader that also serves requests. */
@Injectable()
export class AccountStreamUsers extends StreamUsers {
  constructor(private readonly accounts: AccountLoader) {
    super();
  }

  async rolesOf(userIds: readonly number[]): Promise<ReadonlyMap<number, Role>> {
    // The loader combines these calls into one query, because they happen in one turn of the event loop.
    const accounts = await Promise.all(userIds.map((userId) => this.accounts.load(userId)));
    return new Map(accounts.flatMap((account) => (account ? [[account.id, account.role] as const] : [])));
  }
}
