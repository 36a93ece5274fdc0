import { Rule, say } from '@app/kernel';
import { type ValidationOptions, isURL } from 'class-validator';

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Returns whether the host name of a URL always refers to this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Requires the URL of an issuer with https, so that nobody on the network can forge the responses of the issuer. Plain
 * http is allowed only for this machine.
 */
export function IsSafeIssuer(options?: ValidationOptions): PropertyDecorator {
  return Rule('isSafeIssuer', isSafeIssuer, say('not_safe_issuer'), options);
}

function isSafeIssuer(value: unknown): boolean {
  if (!isURL(value as string, { protocols: ['http', 'https'], require_protocol: true, require_tld: false }))
    return false;
  const { protocol, hostname } = new URL(value as string);
  return protocol === 'https:' || isLoopbackHost(hostname);
}
