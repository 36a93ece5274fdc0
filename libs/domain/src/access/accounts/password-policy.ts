import { Environment } from '@app/config';
import { DomainError, foldName } from '@app/kernel';
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
    const message = `The password ${fault}.`;
    throw new DomainError('invalid', 'weak_password', message, { details: [{ path, message }] });
  }

  private async faultOf(password: string, username: string | null): Promise<string | null> {
    const minLength = this.environment.PASSWORD_MIN_LENGTH;
    const length = Array.from(password).length;
    if (length < minLength) return `must have at least ${minLength} characters`;
    if (length > MAX_LENGTH) return `must not have more than ${MAX_LENGTH} characters`;
    const folded = foldPassword(password);
    if (username !== null && folded.includes(foldName(username))) return 'must not contain the username';
    return (await commonPasswords()).has(folded) ? 'is one of the most common passwords' : null;
  }
}
