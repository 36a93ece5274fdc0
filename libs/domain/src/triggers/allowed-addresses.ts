import { BlockList, isIP } from 'node:net';
import { isNetwork } from '@app/config';

/**
 * Whether `address` is among `allowed`: addresses and CIDR blocks. Where there are none all are; an unknown one never.
 * @param allowed as it is kept: of a draft it may be anything. What is no network lets nobody in
 */
export function isAllowed(allowed: unknown, address: string | null): boolean {
  if (Array.isArray(allowed) && allowed.length === 0) return true;
  const family = address === null ? null : familyOf(address);
  if (address === null || family === null || !Array.isArray(allowed)) return false;
  const list = new BlockList();
  for (const entry of allowed) if (isNetwork(entry)) add(list, entry);
  return list.check(address, family);
}

function add(list: BlockList, entry: string): void {
  const [network = '', bits] = entry.split('/');
  const family = familyOf(network);
  if (family === null) return;
  if (bits === undefined) list.addAddress(network, family);
  else list.addSubnet(network, Number(bits), family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  switch (isIP(address)) {
    case 4:
      return 'ipv4';
    case 6:
      return 'ipv6';
    default:
      return null;
  }
}
