import { Environment } from '@app/config';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { dictionary } from '@zxcvbn-ts/language-common';
import { foldName } from './fold-name';

const MAX_LENGTH = 128;

/** 49,000 of the passwords that are tried first, in lower case. */
const COMMON = new Set(dictionary['passwords-common']);

/** Which passwords may be set: any characters, long enough, and not among those that are tried first. */
@Injectable()
export class PasswordPolicy {
  constructor(private readonly environment: Environment) {}

  /**
   * @param username whose password it is to be
   * @param path the field of the request that carries it
   * @throws DomainError `weak_password`
   */
  assertAllowed(password: string, username: string, path = 'password'): void {
    const fault = this.faultOf(password, username);
    if (fault === null) return;
    const message = `The password ${fault}.`;
    throw new DomainError('invalid', 'weak_password', message, { details: [{ path, message }] });
  }

  private faultOf(password: string, username: string): string | null {
    const minLength = this.environment.PASSWORD_MIN_LENGTH;
    const length = Array.from(password).length;
    if (length < minLength) return `must have at least ${minLength} characters`;
    if (length > MAX_LENGTH) return `must not have more than ${MAX_LENGTH} characters`;
    if (COMMON.has(password.toLowerCase())) return 'is one of the commonest';
    if (password.toLowerCase().includes(foldName(username))) return 'must not contain the username';
    return null;
  }
}
