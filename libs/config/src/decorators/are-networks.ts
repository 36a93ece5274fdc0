import { isNetwork } from '@app/kernel';
import { ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';

/** Requires that each entry is an IP address or a CIDR block: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
@ValidatorConstraint({ name: 'areNetworks' })
export class AreNetworks implements ValidatorConstraintInterface {
  validate(entries: unknown): boolean {
    return Array.isArray(entries) && entries.every(isNetwork);
  }

  defaultMessage(): string {
    return 'must be IP addresses or CIDR blocks, separated by commas';
  }
}
