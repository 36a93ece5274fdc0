import { Rule, say } from '@app/kernel';
import type { ValidationOptions } from 'class-validator';
import { isMailAddress } from './mail-address';

/** Requires a single plain e-mail address, as the mailer does. */
export function IsMailAddress(options?: ValidationOptions): PropertyDecorator {
  return Rule('isMailAddress', isMailAddress, say('not_mail_address'), options);
}
