import { type Environment, isLoopbackHost } from '@app/config';
import { DomainError } from '@app/kernel';

/**
 * Where a provider leads the browser back to: what is registered with it, to the letter. It stands on `PUBLIC_URL`;
 * without that, on the address that the request was sent to, if that is this machine's own. Any other is the caller's
 * word alone.
 * @param host of the request, with its port
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
