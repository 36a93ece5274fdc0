import { DomainError } from '@app/kernel';

/** The error if only administrators may create accounts. */
export function registrationClosed(): DomainError {
  return new DomainError('forbidden', 'registration_closed', 'Accounts are made by administrators here.');
}
