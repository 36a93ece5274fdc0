import { DomainError } from '@app/kernel';

/** Create the error for installations in which only administrators may create accounts. */
export function registrationClosed(): DomainError {
  return new DomainError(
    'forbidden',
    'registration_closed',
    'Registration is closed. Ask an administrator for an account.',
  );
}
