import { isIP } from 'node:net';
import type { Request } from 'express';

/** How a listener for both families of addresses shows one of IPv4. */
const IPV4_IN_IPV6 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * Where the caller sits: behind proxies that are trusted, the last address in `X-Forwarded-For` that is none of
 * theirs, for what stands before it the caller can write himself. Each address has one spelling, so that it counts as
 * one.
 */
export function clientAddressOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  // A proxy may pass on what is no address at all: then it is its own that is known.
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress;
  if (address === undefined) return null;
  // The zone of a link-local address is a name on this machine, of any length.
  const [plain = ''] = address.split('%', 1);
  return IPV4_IN_IPV6.exec(plain)?.[1] ?? plain.toLowerCase();
}
