import { parseAddress } from '@app/kernel';

/**
 * Returns the key under which the attempts of a client are counted. This is its IPv4 address, or the /64 network of its
 * IPv6 address, because internet providers assign a whole /64 network to each customer.
 */
export function clientKey(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  if (!('parts' in parsed)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
