import { isIP } from 'node:net';
import { ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';

/** Each is an IP address or a CIDR block: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
@ValidatorConstraint({ name: 'areNetworks' })
export class AreNetworks implements ValidatorConstraintInterface {
  validate(entries: unknown): boolean {
    return Array.isArray(entries) && entries.every(isNetwork);
  }

  defaultMessage(): string {
    return 'must be IP addresses or CIDR blocks, separated by commas';
  }
}

export function isNetwork(entry: unknown): boolean {
  if (typeof entry !== 'string') return false;
  const [address = '', bits, more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
