import type { AllowedTables } from './readable-tables';
import type { RestrictedAccount } from './restricted-accounts';

/** Makes and examines accounts, each database in its own way. */
export interface AccountKeeper {
  /**
   * Makes the accounts, or sets those that are there right: password, and exactly the privileges of their modes on the
   * tables that there are. Any number of processes may do so at once.
   * @throws what the driver throws, also where the service's own account may not do this
   */
  ensure(serviceUrl: string, accounts: RestrictedAccount[]): Promise<void>;
  /**
   * What the account of `url` may do beyond what is allowed, in words; empty where it is fit to be used.
   * @throws what the driver throws
   */
  excessOf(url: string, allowed: AllowedTables): Promise<string[]>;
}
