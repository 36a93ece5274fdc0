import { type Environment, isLoopbackHost } from '@app/config';
import { DomainError } from '@app/kernel';

/**
 * The redirect address that is registered with the provider. It is based on `PUBLIC_URL`. If `PUBLIC_URL` is not set,
 * the host of the request is used, but only if it is this machine: any other host would be an unverified claim of the
 * caller.
 * @param host the host of the request, with its port
 * @throws DomainError `public_url_missing`
 */
export function callbackAddress(
  { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
  provider: string,
  host: string | undefined,
): string {
  const base = PUBLIC_URL?.replace(/\/+$/, '') ?? loopbackAddress(host);
  if (base === null) {
    throw new DomainError(
      'conflict',
      'public_url_missing',
      'Sign-in through a provider needs the address of this service: the operator must set PUBLIC_URL.',
    );
  }
  return `${base}/api/auth/oauth/${provider}/callback`;
}

function loopbackAddress(host = ''): string | null {
  const address = `http://${host}`;
  if (!URL.canParse(address)) return null;
  const { origin, hostname, host: named } = new URL(address);
  return isLoopbackHost(hostname) && named !== '' ? origin : null;
}
