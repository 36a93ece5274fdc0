import { AccountLoader, ApiKeys } from '@app/auth';
import type { Role } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type StreamUser, StreamUsers } from './stream-users';

/** Reads the roles of users and keys with the loaders that also serve requests. */
@Injectable()
export class AccountStreamUsers extends StreamUsers {
  constructor(
    private readonly accounts: AccountLoader,
    private readonly keys: ApiKeys,
  ) {
    super();
  }

  rolesOf(users: readonly StreamUser[]): Promise<readonly (Role | null)[]> {
    // All calls happen in one turn of the event loop, so each loader combines its calls into one query.
    return Promise.all(users.map((user) => this.roleOf(user)));
  }

  private async roleOf({ userId, session, apiKeyId }: StreamUser): Promise<Role | null> {
    const account = () => this.accounts.load(userId ?? 0, session);
    const found = await (apiKeyId === undefined ? account() : this.keys.find(apiKeyId));
    return found?.role ?? null;
  }
}
