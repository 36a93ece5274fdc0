import { parseAddress } from '@app/kernel';
import type { Request } from 'express';

/**
 * Returns the caller's address. Behind trusted proxies, it is the last address in `X-Forwarded-For` that is not a
 * proxy's, because the caller can forge all addresses before it. The address is normalized, so that different spellings
 * of one address identify the same caller.
 * @returns null if the connection is gone
 */
export function clientAddressOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  // A proxy may forward text that is not an address. In that case only the proxy's own address is known.
  const address = parseAddress(ip ?? '') ?? parseAddress(socket.remoteAddress ?? '');
  return address?.toString() ?? null;
}
