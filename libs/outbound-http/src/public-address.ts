import { isIPv4 } from 'node:net';
import { NetworkList } from '@app/kernel';

/**
 * IPv4 blocks that are not part of the public internet (IANA's registry of special addresses), and the address of a
 * cloud service that provides secrets.
 */
const SPECIAL_IPV4 = new NetworkList([
  '0.0.0.0/8', // "this network"; a connection reaches this machine
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; some clouds' metadata
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host, from within its machines
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/**
 * Only global unicast addresses of IPv6 can be public. This excludes loopback, unique local, link-local and multicast
 * addresses, and addresses that contain an IPv4 address (mapped, compatible and NAT64).
 */
const GLOBAL_IPV6 = new NetworkList(['2000::/3']);
const SPECIAL_IPV6 = new NetworkList([
  '2001::/23', // protocols: Teredo (carries IPv4), benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 (carries IPv4)
  '3fff::/20', // documentation
]);

/** Returns whether an IP address belongs to the public internet. False for any text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.has(address);
  return GLOBAL_IPV6.has(address) && !SPECIAL_IPV6.has(address);
}
