import { inTransaction } from '@app/entities';
import { type Actor, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LoginThrottle } from '../accounts/login-throttle';
import { PasswordHasher } from '../accounts/password-hasher';
import { PasswordPolicy } from '../accounts/password-policy';
import { AuditService } from '../audit/audit.service';
import { AccountMails } from '../mailing/account-mails';
import { endSessionsOf, findUser, replacePassword } from './users.queries';

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
   * Sets another password and ends the user's session; access tokens live on until they expire.
   * @throws DomainError `invalid_password` where the current one is wrong, `too_many_attempts`, or what the policy for passwords says
   */
  async change(actor: Actor, { currentPassword, newPassword }: PasswordChange): Promise<void> {
    const id = actor.requireUserId();
    const user = await findUser(this.dataSource.manager, id);
    const oldHash = user?.passwordHash ?? null;
    // A stolen access token is to be no better place to guess than the sign-in.
    const verified = await this.throttle.guard(`user ${id}`, async () =>
      (await this.passwords.verify(oldHash, currentPassword)) ? user : null,
    );
    if (!verified || oldHash === null) throw wrongPassword();
    await this.policy.assertAllowed(newPassword, actor.name, 'newPassword');
    const newHash = await this.passwords.hash(newPassword);
    await inTransaction(this.dataSource, async (manager) => {
      // Of two changes that race, the later one no longer has the current password.
      if (!(await replacePassword(manager, id, oldHash, newHash))) throw wrongPassword();
      await endSessionsOf(manager, id);
      await this.audit.record(actor, { action: 'user.password_changed', target: `user ${id}` }, manager);
    });
    this.mails.sendPasswordChanged(verified);
  }
}

function wrongPassword(): DomainError {
  const message = 'The current password is wrong.';
  const details = [{ path: 'currentPassword', message }];
  return new DomainError('invalid', 'invalid_password', message, { details });
}
