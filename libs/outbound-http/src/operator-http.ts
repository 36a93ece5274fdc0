import { OutboundHttp, type OutboundHttpOptions } from './outbound-http';

/**
 * Creates an `OutboundHttp` for a URL that the operator has configured. The address may be private. Redirects are only
 * followed to public addresses and to the same host.
 * @param url if undefined, only public addresses can be called
 */
export function operatorHttp(
  url: string | undefined,
  limits: Pick<OutboundHttpOptions, 'maxMs' | 'maxBytes'>,
): OutboundHttp {
  return new OutboundHttp({ ...limits, allowlist: url === undefined ? [] : [destinationOf(new URL(url))] });
}

function destinationOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
