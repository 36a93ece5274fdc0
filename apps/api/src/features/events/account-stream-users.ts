import { AccountLoader } from '@app/auth';
import type { Role } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { StreamUsers } from './stream-users';

/** Reads the roles of users with those that requests ask for. */
@Injectable()
export class AccountStreamUsers extends StreamUsers {
  constructor(private readonly accounts: AccountLoader) {
    super();
  }

  async rolesOf(userIds: readonly number[]): Promise<ReadonlyMap<number, Role>> {
    // One query: the loader gathers what one turn of the event loop asks for.
    const accounts = await Promise.all(userIds.map((userId) => this.accounts.load(userId)));
    return new Map(accounts.flatMap((account) => (account ? [[account.id, account.role] as const] : [])));
  }
}
