import type { AllowedTables } from './readable-tables';
import type { RestrictedAccount } from './restricted-accounts';

/** Creates and checks restricted accounts. Each database has its own implementation. */
export interface AccountKeeper {
  /**
   * Creates the accounts, or repairs existing ones. Sets their passwords, and grants exactly the privileges of their
   * modes on the tables that exist. Several processes may call this at the same time.
   * @throws the driver's error, for example if the service's own account may not create accounts
   */
  ensure(serviceUrl: string, accounts: RestrictedAccount[]): Promise<void>;
  /**
   * Describes the privileges that the account of `url` has but must not have. If the list is empty, the account may be
   * used.
   * @throws the driver's error
   */
  excessOf(url: string, allowed: AllowedTables): Promise<string[]>;
}
