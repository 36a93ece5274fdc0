import { isIP } from 'node:net';
import { type IPv4, type IPv6, parse } from 'ipaddr.js';

export type Address = IPv4 | IPv6;
/** A block of addresses with the same first bits. */
export type Network = [address: Address, bits: number];

/** Length of the prefix before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPING_BITS = 96;

/**
 * Parses an IP address and drops its zone. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is returned as IPv4.
 * @returns null for any other text, including IPv4 notations that only some programs understand: `127.1`, `0x7f000001`
 */
export function parseAddress(text: string): Address | null {
  if (isIP(text) === 0) return null;
  const [withoutZone = ''] = text.split('%', 1);
  const address = parse(withoutZone);
  return isMapped(address) ? address.toIPv4Address() : address;
}

/** Returns whether `entry` is an IP address or a CIDR block, such as `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`. */
export function isNetwork(entry: unknown): entry is string {
  return typeof entry === 'string' && parseNetwork(entry) !== null;
}

/** Parses an IP address or a CIDR block. Returns null for any other text. */
export function parseNetwork(entry: string): Network | null {
  const [text = '', bits, more] = entry.split('/');
  if (isIP(text) === 0 || text.includes('%') || more !== undefined) return null;
  const address = parse(text);
  const allBits = address.kind() === 'ipv4' ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > allBits)) return null;
  const prefix = bits === undefined ? allBits : Number(bits);
  // A block with a shorter prefix also contains addresses that are not IPv4-mapped, so it stays an IPv6 block.
  return isMapped(address) && prefix >= MAPPING_BITS
    ? [address.toIPv4Address(), prefix - MAPPING_BITS]
    : [address, prefix];
}

function isMapped(address: Address): address is IPv6 {
  return 'isIPv4MappedAddress' in address && address.isIPv4MappedAddress();
}
