import { inTransaction } from '@app/entities';
import { type Actor, DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { AccountMails } from './account-mails';
import { findAccounts, setPassword } from './accounts.queries';
import { LoginThrottle } from './login-throttle';
import { PasswordHasher } from './password-hasher';
import { PasswordPolicy } from './password-policy';
import { endSession } from './sessions.queries';

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** Lets users change their own passwords. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policy: PasswordPolicy,
    private readonly passwords: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly mails: AccountMails,
    private readonly audit: AuditService,
  ) {}

  /**
   * Set a new password and end the user's session. Access tokens stay valid until they expire.
   * @throws DomainError `invalid_password` if the current password is wrong, `too_many_attempts`, errors of the
   * password policy
   */
  async change(actor: Actor, { currentPassword, newPassword }: PasswordChange): Promise<void> {
    const id = actor.requireUserId();
    const [user = null] = await findAccounts(this.dataSource.manager, [id]);
    const oldHash = user?.passwordHash ?? null;
    // Throttled like a sign-in, so that a stolen access token cannot be used for faster guessing.
    const verified = await this.throttle.guard(`user ${id}`, async () =>
      (await this.passwords.verify(oldHash, currentPassword)) ? user : null,
    );
    if (!verified || oldHash === null) throw wrongPassword();
    await this.policy.assertAllowed(newPassword, actor.name, 'newPassword');
    const newHash = await this.passwords.hash(newPassword);
    await inTransaction(this.dataSource, async (manager) => {
      // If two changes race, the later one fails, because its current password is outdated.
      if (!(await setPassword(manager, id, newHash, oldHash))) throw wrongPassword();
      await endSession(manager, id);
      await this.audit.record(actor, { action: 'user.password_changed', target: `user ${id}` }, manager);
    });
    this.mails.sendPasswordChanged(verified);
  }
}

function wrongPassword(): DomainError {
  const message = say('wrong_password');
  const details = [{ path: 'currentPassword', ...message }];
  return new DomainError('invalid', 'invalid_password', message, { details });
}
