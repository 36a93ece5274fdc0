import { isNetwork, NetworkList } from '@app/kernel';

/**
 * Returns true if a webhook may be called from `address`. An empty list allows every caller, even if the address is
 * unknown. Any other list refuses unknown addresses.
 * @param allowed the stored addresses and CIDR blocks. A draft may contain anything; an invalid entry allows no address
 */
export function isAllowed(allowed: unknown, address: string | null): boolean {
  if (!Array.isArray(allowed)) return false;
  if (allowed.length === 0) return true;
  return address !== null && new NetworkList(allowed.filter(isNetwork)).has(address);
}
