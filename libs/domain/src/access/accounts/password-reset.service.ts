import { type UserEntity, inTransaction } from '@app/entities';
import { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { AccountMails } from './account-mails';
import { findAccountByEmail, proveEmail, setPassword } from './accounts.queries';
import { PasswordHasher } from './password-hasher';
import { PasswordPolicy } from './password-policy';
import { endSession } from './sessions.queries';
import { VerificationCodes, invalidCode } from './verification-codes';

export interface PasswordReset {
  email: string;
  /** The code that was mailed to `email`. */
  code: string;
  newPassword: string;
}

const FIELD = 'newPassword';

/** Lets users reset a forgotten password with a code sent to their address. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: PasswordPolicy,
    private readonly codes: VerificationCodes,
    private readonly passwords: PasswordHasher,
    private readonly audit: AuditService,
    private readonly mails: AccountMails,
  ) {}

  /**
   * Set the password and end the user's session. Access tokens stay valid until they expire.
   * @throws DomainError `weak_password`, `invalid_code`
   */
  async reset({ email, code, newPassword }: PasswordReset): Promise<void> {
    // The policy is checked before the code. If the code were checked first, somebody could send a weak password and
    // learn whether a code is right without using it up.
    await this.policy.assertAllowed(newPassword, null, FIELD);
    await this.codes.use('reset', email, code, async () => {
      const user = await findAccountByEmail(this.dataSource.manager, email);
      if (!user) throw invalidCode();
      await this.policy.assertAllowed(newPassword, user.username, FIELD);
      await this.store(user, await this.passwords.hash(newPassword));
      this.mails.sendPasswordChanged(user);
    });
  }

  private store(user: UserEntity, passwordHash: string): Promise<void> {
    return inTransaction(this.dataSource, async (manager) => {
      // This write comes first, because it locks the account. If a concurrent login has committed before this write,
      // its session is ended here. Any later login with the old password fails.
      if (!(await setPassword(manager, user.id, passwordHash))) throw invalidCode();
      await endSession(manager, user.id);
      await proveEmail(manager, user);
      const actor = Actor.user(user.id, user.role, user.username);
      await this.audit.record(actor, { action: 'user.password_reset', target: `user ${user.id}` }, manager);
    });
  }
}
