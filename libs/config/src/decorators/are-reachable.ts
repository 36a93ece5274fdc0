import { isNetwork } from '@app/kernel';
import { ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';

const HOST =
  /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)*(?::\d{1,5})?$/;
const BRACKETED = /^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

/**
 * Requires that each entry is a host, an address or a CIDR block. A host or an address may have a port: `printer.lan`,
 * `10.0.0.7:8080`, `[fd00::7]:80`, `10.0.0.0/8`.
 */
@ValidatorConstraint({ name: 'areReachable' })
export class AreReachable implements ValidatorConstraintInterface {
  validate(entries: unknown): boolean {
    return Array.isArray(entries) && entries.every(isReachable);
  }

  defaultMessage(): string {
    return 'must be hosts, with or without a port, or CIDR blocks, separated by commas';
  }
}

function isReachable(entry: unknown): boolean {
  return isNetwork(entry) || (typeof entry === 'string' && (HOST.test(entry) || BRACKETED.test(entry)));
}
