import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { NewAccountsService } from './new-accounts.service';
import { PasswordHasher } from './password-hasher';
import { PasswordPolicy } from './password-policy';
import { registrationClosed } from './registration-closed';
import type { Login } from './sessions.service';
import { VerificationCodes } from './verification-codes';

export interface Registration {
  username: string;
  email: string;
  password: string;
  /** The code that was mailed to `email`. */
  code: string;
}

/** Lets people create accounts with a code sent to their address. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly policy: PasswordPolicy,
    private readonly codes: VerificationCodes,
    private readonly passwords: PasswordHasher,
    private readonly accounts: NewAccountsService,
  ) {}

  /**
   * Create an account with the lowest role and sign in. A success uses up the code. After a failure, for example a
   * taken username, the code stays valid. Only owners of a code learn that a name is taken.
   * @throws DomainError `registration_closed`, `weak_password`, `invalid_code`, `username_taken`, `email_taken`
   */
  async register({ username, email, password, code }: Registration): Promise<Login> {
    if (!(await this.configuration.registrationEnabled())) throw registrationClosed();
    await this.policy.assertAllowed(password, username);
    return this.codes.use('register', email, code, async () => {
      const passwordHash = await this.passwords.hash(password);
      return this.accounts.make({ username, email, passwordHash });
    });
  }
}
