import { Injectable } from '@nestjs/common';
import { PlatformService } from '../platform/platform.service';
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
  /** The code from the mail to `email`. */
  code: string;
}

/** Lets people create accounts with a code sent to their address. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly platform: PlatformService,
    private readonly policy: PasswordPolicy,
    private readonly codes: VerificationCodes,
    private readonly passwords: PasswordHasher,
    private readonly accounts: NewAccountsService,
  ) {}

  /**
   * Create an account with the lowest role and sign in. The code is used up by a success; after a failure, for example
   * a taken username, it stays valid. Only holders of a code learn that a name is taken.
   * @throws DomainError `registration_closed`, `weak_password`, `invalid_code`, `username_taken`, `email_taken`
   */
  async register({ username, email, password, code }: Registration): Promise<Login> {
    if (!(await this.platform.registrationEnabled())) throw registrationClosed();
    await this.policy.assertAllowed(password, username);
    return this.codes.use('register', email, code, async () => {
      const passwordHash = await this.passwords.hash(password);
      return this.accounts.make({ username, email, passwordHash });
    });
  }
}
