import { parseAddress } from '@app/kernel';

/**
 * Returns the key under which attempts of one client are counted: an IPv4 address, or the /64 network of an IPv6
 * address, because an internet provider assigns a whole /64 to one customer.
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
