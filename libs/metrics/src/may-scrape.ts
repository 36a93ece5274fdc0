import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** A proxy has passed the request on: the socket's address is the proxy's. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether the caller may read the metrics: with the token, or from this machine and not through a proxy.
 * @param token `METRICS_TOKEN`; if it is not set, no token is accepted
 */
export function mayScrape(request: Pick<IncomingMessage, 'headers' | 'socket'>, token?: string): boolean {
  return (token !== undefined && bears(request.headers.authorization, token)) || isLocal(request);
}

function isLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const address = socket.remoteAddress ?? '';
  // `::ffff:127.0.0.1` on a listener for both families is matched by the IPv4 rule.
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function bears(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer ([^\s]+)$/i.exec(authorization ?? '') ?? [];
  // Hashes have one length, which the comparison needs.
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
