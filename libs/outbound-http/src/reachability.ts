import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { NetworkList } from '@app/kernel';
import { isPublicAddress } from './public-address';

/** The target of a connection: the port, and a name or address as normalized by `URL`. */
export interface Destination {
  host: string;
  port: number;
}

interface ByName {
  host: string;
  port: number | null;
}

interface ByAddress {
  networks: NetworkList;
  port: number | null;
}

const ENTRY = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/;

/**
 * Decides which addresses may be called: public addresses except those of this machine, and those on the operator's
 * list. A name on the list may resolve to any address. An address or a block on the list is allowed under any name. An
 * entry with a port applies only to this port.
 */
export class Reachability {
  private readonly names: ByName[] = [];
  private readonly addresses: ByAddress[] = [];

  constructor(
    allowlist: readonly string[],
    private readonly ownAddresses: () => Set<string> = addressesOfThisMachine,
  ) {
    for (const entry of allowlist) this.add(entry);
  }

  /** Returns whether a connection to `destination` may use this address. */
  allows(destination: Destination, address: string): boolean {
    return (
      (isPublicAddress(address) && !this.ownAddresses().has(address)) ||
      this.allowsName(destination) ||
      this.allowsAddress(destination.port, address)
    );
  }

  private allowsName({ host, port }: Destination): boolean {
    const asked = withoutFinalDot(host);
    return this.names.some((entry) => entry.host === asked && fits(entry.port, port));
  }

  private allowsAddress(port: number, address: string): boolean {
    return this.addresses.some((entry) => fits(entry.port, port) && entry.networks.has(address));
  }

  private add(entry: string): void {
    if (isIP(entry.split('/', 1)[0] ?? '')) {
      this.addresses.push({ networks: new NetworkList([entry]), port: null });
      return;
    }
    const [, written = '', digits] = ENTRY.exec(entry) ?? [];
    const host = hostOf(`http://${written}/`);
    const port = digits === undefined ? null : Number(digits);
    if (!host)
      throw new Error(`WORKFLOW_HTTP_ALLOWLIST contains "${entry}", which is neither a host nor a network.`);
    if (isIP(host)) this.addresses.push({ networks: new NetworkList([host]), port });
    else this.names.push({ host: withoutFinalDot(host), port });
  }
}

/**
 * Returns the host as connections use it. `URL` normalizes unusual forms of addresses, and the brackets of IPv6
 * addresses are removed.
 */
export function hostOf(url: string | URL): string {
  return URL.canParse(String(url)) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : '';
}

function addressesOfThisMachine(): Set<string> {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(interfaces.map(({ address }) => address));
}

const withoutFinalDot = (host: string) => host.replace(/\.$/, '');
const fits = (allowed: number | null, port: number) => allowed === null || allowed === port;
