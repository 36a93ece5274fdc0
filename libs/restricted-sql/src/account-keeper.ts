import type { AllowedTables } from './readable-tables';
import type { RestrictedAccount } from './restricted-accounts';

/** Creates and checks accounts. Each database has its own implementation. */
export interface AccountKeeper {
  /**
   * Creates the accounts, or repairs existing ones: it sets their passwords and grants exactly the privileges of their
   * modes on the existing tables. Any number of processes may call this at once.
   * @throws the driver's error, for example if the service's own account may not create accounts
   */
  ensure(serviceUrl: string, accounts: RestrictedAccount[]): Promise<void>;
  /**
   * Returns the excess privileges of the account of `url`, in words; empty if the account may be used.
   * @throws the driver's error
   */
  excessOf(url: string, allowed: AllowedTables): Promise<string[]>;
}
