import { parseAddress } from '@app/kernel';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

const REMEMBERED_ADDRESSES = 1000;
/** Longer texts, such as addresses with a long zone, are not remembered. */
const LONGEST_ADDRESS = 64;
/** Normalized addresses. Parsing takes longer than most other steps of a request. */
const normalized = new LRUCache<string, string>({ max: REMEMBERED_ADDRESSES });

/**
 * Returns the caller's address. Behind trusted proxies, it is the last address in `X-Forwarded-For` that is not a
 * proxy's, because the caller can forge all addresses before it. The address is normalized, so that different spellings
 * of one address identify the same caller.
 * @returns null if the connection is gone
 */
export function clientAddressOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  // A proxy may forward text that is not an address. In that case only the proxy's own address is known.
  return normalize(ip ?? '') ?? normalize(socket.remoteAddress ?? '');
}

function normalize(text: string): string | null {
  const known = normalized.get(text);
  if (known !== undefined) return known;
  const address = parseAddress(text)?.toString() ?? null;
  if (address !== null && text.length <= LONGEST_ADDRESS) normalized.set(text, address);
  return address;
}
