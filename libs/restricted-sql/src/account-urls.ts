import { dialectOf } from '@app/config';
import { type Clock, type Message, say } from '@app/kernel';
import { mysqlAccounts } from './mysql-accounts';
import { postgresAccounts } from './postgres-accounts';
import { ALLOWED_TABLES, type AccountMode } from './readable-tables';
import { databaseOf, restrictedAccounts, urlAs } from './restricted-accounts';
import { databaseNodeOff, isNotAllowed, isSignInRefused } from './sql-errors';

export interface AccountUrlsOptions {
  /** False if database nodes are turned off. */
  enabled: boolean;
  /** The service's own database and account. */
  databaseUrl: string;
  /** The URL with an account that the operator has created. This account is used for both modes. */
  ownUrl: string | undefined;
  /** The secret from which passwords are derived. It is the same for all processes of the installation. */
  secret: string;
}

type Urls = Record<AccountMode, string>;

/** How long to wait before the next attempt if the creation of accounts has failed. */
const OFF_FOR_MS = 60_000;
const KEEPERS = { postgres: postgresAccounts, mysql: mysqlAccounts };

/**
 * The accounts under which statements run. They are created or repaired before the first statement of this process. An
 * account with excess privileges is never used.
 */
export class AccountUrls {
  private urls: Promise<Urls> | null = null;
  private off: { error: Error; untilMs: number } | null = null;

  constructor(
    private readonly options: AccountUrlsOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the URL with the account for a mode.
   * @throws DomainError `database_node_off`; the driver's error if the database is unreachable
   */
  async of(mode: AccountMode): Promise<string> {
    if (!this.options.enabled) throw databaseNodeOff(say('database_switched_off'));
    if (this.off && this.clock.nowMs() < this.off.untilMs) throw this.off.error;
    this.urls ??= this.find().catch((error: unknown) => {
      this.urls = null;
      throw error;
    });
    return (await this.urls)[mode];
  }

  private async find(): Promise<Urls> {
    const { ownUrl, databaseUrl, secret } = this.options;
    if (ownUrl !== undefined) {
      await this.examine(ownUrl, 'write', 'WORKFLOW_DATABASE_URL');
      return { read: ownUrl, write: ownUrl };
    }
    const accounts = restrictedAccounts(dialectOf(databaseUrl), databaseOf(databaseUrl), secret);
    await KEEPERS[dialectOf(databaseUrl)]
      .ensure(databaseUrl, Object.values(accounts))
      .catch((error: unknown) => {
        // Continue if the service may not create accounts, because the accounts may have been created earlier, when the
        // service had more rights.
        if (!isNotAllowed(error)) throw error;
      });
    const urls = { read: urlAs(databaseUrl, accounts.read), write: urlAs(databaseUrl, accounts.write) };
    await this.examine(urls.read, 'read', accounts.read.name);
    await this.examine(urls.write, 'write', accounts.write.name);
    return urls;
  }

  /**
   * Checks an account before it is used.
   * @throws DomainError `database_node_off` if the account cannot sign in or has excess privileges
   */
  private async examine(url: string, mode: AccountMode, account: string): Promise<void> {
    let excess: string[];
    try {
      excess = await KEEPERS[dialectOf(url)].excessOf(url, ALLOWED_TABLES[mode]);
    } catch (error) {
      if (!isSignInRefused(error)) throw error;
      throw this.turnOff(say('account_missing', { account }));
    }
    if (excess.length > 0)
      throw this.turnOff(
        say('account_over_privileged', { account, privileges: excess.slice(0, 5).join(', ') }),
      );
  }

  private turnOff(reason: Message): Error {
    const error = databaseNodeOff(reason);
    this.off = { error, untilMs: this.clock.nowMs() + OFF_FOR_MS };
    return error;
  }
}
