import type { BACNetAddress, default as BACnetClient, IAMResult } from '@bacnet-js/client';
import type { BacnetSettings } from './bacnet.dto';
import { openSocket } from './bacnet-socket';

/** A search for devices. */
export interface Search {
  onFound(instance: number, address: BACNetAddress): void;
  /** The socket has failed, and is closed. */
  onError(error: Error): void;
}

interface Shared {
  client: BACnetClient;
  searches: Set<Search>;
}

/** How long a search waits for a BBMD. */
const BBMD_MS = 1000;

/** Only one socket of this process can receive the answers at a port, so all searches of one network share it. */
const sockets = new Map<string, Shared>();

export function joinSearch(
  { port, broadcast, bbmd }: Pick<BacnetSettings, 'port' | 'broadcast' | 'bbmd'>,
  search: Search,
): { client: BACnetClient; leave(): void } {
  const key = `${port} ${bbmd ?? broadcast}`;
  const shared = sockets.get(key) ?? open();
  shared.searches.add(search);
  return { client: shared.client, leave };

  function open(): Shared {
    const searches = new Set<Search>();
    const onError = (error: Error) => {
      close();
      for (const each of searches) each.onError(error);
    };
    const client = openSocket({ port, timeoutMs: BBMD_MS, broadcast, bbmd, onError });
    client.on('iAm', ({ header, payload }) => {
      const { deviceId } = payload as IAMResult;
      const { address, forwardedFrom, net, adr } = header?.sender ?? {};
      // A BBMD passes the answers of its network on, with the address of the device.
      const found: BACNetAddress = { address: forwardedFrom ?? address, net, adr };
      for (const each of searches) each.onFound(deviceId, found);
    });
    const opened = { client, searches };
    sockets.set(key, opened);
    return opened;
  }

  function leave(): void {
    shared.searches.delete(search);
    if (shared.searches.size === 0) close();
  }

  function close(): void {
    shared.client.close();
    if (sockets.get(key) === shared) sockets.delete(key);
  }
}
