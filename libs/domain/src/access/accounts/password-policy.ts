import { Environment } from '@app/config';
import { DomainError, foldName, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { commonPasswords } from './common-passwords';
import { foldPassword } from './fold-password';

const MAX_LENGTH = 128;

/** Checks new passwords. Any characters are allowed. A password must be long enough, and must not be a common one. */
@Injectable()
export class PasswordPolicy {
  constructor(private readonly environment: Environment) {}

  /**
   * @param username the account's username; null if it is not known yet
   * @param path the field of the request that contains the password
   * @throws DomainError `weak_password`
   */
  async assertAllowed(password: string, username: string | null, path = 'password'): Promise<void> {
    const fault = await this.faultOf(password, username);
    if (fault === null) return;
    throw new DomainError('invalid', 'weak_password', fault, { details: [{ path, ...fault }] });
  }

  private async faultOf(password: string, username: string | null): Promise<Message | null> {
    const minLength = this.environment.PASSWORD_MIN_LENGTH;
    const length = Array.from(password).length;
    if (length < minLength) return say('password_too_short', { least: minLength });
    if (length > MAX_LENGTH) return say('password_too_long', { most: MAX_LENGTH });
    const folded = foldPassword(password);
    if (username !== null && folded.includes(foldName(username))) return say('password_with_name');
    return (await commonPasswords()).has(folded) ? say('common_password') : null;
  }
}
