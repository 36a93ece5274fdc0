import { DomainError } from '@app/kernel';

/** The refusal of a registration where accounts are made by administrators alone. */
export function registrationClosed(): DomainError {
  return new DomainError('forbidden', 'registration_closed', 'Accounts are made by administrators here.');
}
