import { isNetwork, NetworkList } from '@app/kernel';

/**
 * Whether a webhook may be called from `address`. An empty list allows every caller, even if the address is unknown.
 * Any other list refuses unknown addresses.
 * @param allowed addresses and CIDR blocks as stored. A draft may contain anything: invalid entries allow nobody
 */
export function isAllowed(allowed: unknown, address: string | null): boolean {
  if (!Array.isArray(allowed)) return false;
  if (allowed.length === 0) return true;
  return address !== null && new NetworkList(allowed.filter(isNetwork)).has(address);
}
