import { type Address, type Network, parseAddress, parseNetwork } from './network-addresses';

/** A list of IP addresses and CIDR blocks of both families. */
export class NetworkList {
  private readonly networks: readonly Network[];

  /** @throws Error if an entry is neither an address nor a block */
  constructor(entries: readonly string[]) {
    this.networks = entries.map((entry) => {
      const network = parseNetwork(entry);
      if (!network) throw new Error(`"${entry}" is neither an IP address nor a CIDR block.`);
      return network;
    });
  }

  /** Returns whether the list contains the address `text`. No list contains an address with a zone (`fe80::1%eth0`). */
  has(text: string): boolean {
    const address = text.includes('%') ? null : parseAddress(text);
    return address !== null && this.networks.some((network) => isIn(network, address));
  }
}

function isIn([network, bits]: Network, address: Address): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
