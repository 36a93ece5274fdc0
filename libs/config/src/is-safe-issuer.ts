import { ValidateBy, type ValidationOptions, isURL } from 'class-validator';

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** True for a host name, as a URL has it, that leads to this machine and nowhere else. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * The address of an issuer whose word is believed: by https, so that nobody in between speaks for it. Plain http
 * only where there is no between.
 */
export function IsSafeIssuer(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isSafeIssuer',
      validator: {
        validate: isSafeIssuer,
        defaultMessage: () => 'must be an https address; http is taken for this machine alone',
      },
    },
    options,
  );
}

function isSafeIssuer(value: unknown): boolean {
  if (!isURL(value as string, { protocols: ['http', 'https'], require_protocol: true, require_tld: false }))
    return false;
  const { protocol, hostname } = new URL(value as string);
  return protocol === 'https:' || isLoopbackHost(hostname);
}
