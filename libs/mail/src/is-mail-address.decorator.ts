import { ValidateBy, type ValidationOptions } from 'class-validator';
import { isMailAddress } from './mail-address';

/** Requires a single plain e-mail address, as the mailer does. */
export function IsMailAddress(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isMailAddress',
      validator: { validate: isMailAddress, defaultMessage: () => '$property must be an e-mail address' },
    },
    options,
  );
}
