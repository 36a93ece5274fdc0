import { AccountLoader } from '@app/auth';
import { Injectable } from '@nestjs/common';
import { StreamUsers } from './stream-users';

/** Every role may read the stream: who has an account, may. */
@Injectable()
export class AccountStreamUsers extends StreamUsers {
  constructor(private readonly accounts: AccountLoader) {
    super();
  }

  async stillAllowed(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    // One query: the loader gathers what one turn of the event loop asks for.
    const accounts = await Promise.all(userIds.map((userId) => this.accounts.load(userId)));
    return new Set(accounts.flatMap((account) => account?.id ?? []));
  }
}
