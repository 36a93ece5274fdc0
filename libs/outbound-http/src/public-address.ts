import { BlockList, isIP } from 'node:net';

/**
 * IPv4 blocks outside the public internet (IANA's registry of special addresses), and one that serves cloud secrets.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network; connects to this machine
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
];

/**
 * Only global unicast IPv6 can be public. This excludes loopback, unique local, link-local and multicast, and the forms
 * that carry an IPv4 address: mapped, compatible and NAT64.
 */
const GLOBAL_IPV6 = ['2000::/3'];
const SPECIAL_IPV6 = [
  '2001::/23', // protocols: Teredo (carries IPv4), benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 (carries IPv4)
  '3fff::/20', // documentation
];

/** Addresses and CIDR blocks of both families. */
export function networksOf(entries: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return networks;
}

const specialIpv4 = networksOf(SPECIAL_IPV4);
const globalIpv6 = networksOf(GLOBAL_IPV6);
const specialIpv6 = networksOf(SPECIAL_IPV6);

/** Whether an address, as the system writes it, belongs to the public internet. Any other text does not. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone (`fe80::1%eth0`) is link-local.
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !specialIpv4.check(address, 'ipv4');
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}
