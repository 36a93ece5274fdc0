import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { NetworkList } from '@app/kernel';

/**
 * Headers that a proxy adds. They are checked, because the socket of a forwarded request has the address of the proxy.
 */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const LOOPBACK = new NetworkList(['127.0.0.0/8', '::1']);

export const SCRAPE_REFUSAL =
  'Send METRICS_TOKEN as a bearer token. If METRICS_TOKEN is not set, set it, or send the request from the ' +
  'same machine without a proxy.';

export interface ScrapeSettings {
  METRICS_TOKEN?: string;
  TRUSTED_PROXIES: readonly string[];
}

/**
 * Returns true if the caller may read the metrics. If `METRICS_TOKEN` is set, every caller needs it. If it is not set,
 * callers on this machine may read the metrics, but only if no proxies are configured. A proxy on this machine could
 * forward a request of another machine without a header that shows this.
 */
export function mayScrape(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { METRICS_TOKEN, TRUSTED_PROXIES }: ScrapeSettings,
): boolean {
  if (METRICS_TOKEN !== undefined) return bears(request.headers.authorization, METRICS_TOKEN);
  return TRUSTED_PROXIES.length === 0 && isLocal(request);
}

function isLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return LOOPBACK.has(socket.remoteAddress ?? '');
}

function bears(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer ([^\s]+)$/i.exec(authorization ?? '') ?? [];
  // Hashes are compared, because the comparison needs values of equal length.
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
