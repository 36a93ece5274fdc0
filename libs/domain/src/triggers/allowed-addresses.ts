import { BlockList, isIP } from 'node:net';

/** Whether `address` is among `allowed`: addresses and CIDR blocks. Where there are none all are; an unknown one never. */
export function isAllowed(allowed: readonly string[], address: string | null): boolean {
  if (allowed.length === 0) return true;
  const family = address === null ? null : familyOf(address);
  if (address === null || family === null) return false;
  const list = new BlockList();
  for (const entry of allowed) add(list, entry);
  return list.check(address, family);
}

function add(list: BlockList, entry: string): void {
  const [network = '', bits] = entry.split('/');
  const family = familyOf(network);
  // What is no network was not let in when the workflow was saved, and lets nobody in now.
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
