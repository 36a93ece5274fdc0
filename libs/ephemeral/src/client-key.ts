import { isIPv6 } from 'node:net';

/**
 * What attempts of one client are counted by: an IPv4 address, or the /64 network of an IPv6 address, all of which one
 * customer of a provider has. An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) counts as what it is.
 */
export function clientKey(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return plain;
  const groups = expand(plain);
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMappedIpv4) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
