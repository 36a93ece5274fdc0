import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { BACNetAddress, default as BACnetClient, WhoIsOptions } from '@bacnet-js/client';
import { pause, withTimeout } from '@app/kernel';
import type { Logger } from 'pino';
import { REASONS } from '../serving/reasons';
import type { BacnetSettings } from './bacnet.dto';
import { joinSearch, type Search } from './search-socket';

/** How long a BBMD forwards broadcasts after each registration. */
const REGISTERED_SECONDS = 60;
/** Routers pass a search with this network number on to all networks. */
const ALL_NETWORKS = 0xffff;
/** More devices are not asked one by one. */
const FEW = 10;
/** How often a device is searched within the time limit. */
const SEARCHES = 4;

type SearchSettings = Pick<BacnetSettings, 'broadcast' | 'port' | 'bbmd' | 'timeoutMs'>;

interface Waiting {
  /** Undefined if every device is awaited. */
  instance?: number;
  onFound: (instance: number, address: BACNetAddress) => void;
}

/** Finds devices by their instance, wherever they are in the network. */
export class DeviceLocator implements Search {
  private joined: ReturnType<typeof joinSearch> | null = null;
  private readonly closing = new AbortController();
  private readonly waiting = new Set<Waiting>();
  private isSearching = false;
  /** Why the last search failed. */
  private problem: Error | null = null;

  constructor(
    private readonly settings: SearchSettings,
    private readonly logger: Logger,
  ) {
    // One for each device that is searched.
    setMaxListeners(0, this.closing.signal);
  }

  /** @throws Error if no device with this instance answers in time */
  async find(instance: number): Promise<BACNetAddress> {
    const waiting: Waiting = { instance, onFound: () => undefined };
    const found = new Promise<BACNetAddress>((resolve) => {
      waiting.onFound = (_, address) => resolve(address);
    });
    this.waiting.add(waiting);
    void this.searchWhileWaiting();
    try {
      return await withTimeout(
        this.settings.timeoutMs,
        () => found,
        () => this.problem ?? new Error(REASONS.not_found),
        this.closing.signal,
      );
    } finally {
      this.waiting.delete(waiting);
    }
  }

  /** Collects the devices that answer, until `wait` resolves. @throws Error if the search is not possible */
  async findAll(
    wait: (found: ReadonlyMap<number, BACNetAddress>) => Promise<void>,
  ): Promise<Map<number, BACNetAddress>> {
    const found = new Map<number, BACNetAddress>();
    const waiting: Waiting = { onFound: (instance, address) => found.set(instance, address) };
    this.waiting.add(waiting);
    await this.search();
    await wait(found);
    this.waiting.delete(waiting);
    if (this.problem) throw this.problem;
    return found;
  }

  /**
   * Searches all awaited devices at once, until none is awaited: after a power failure, hundreds are, and one frame for
   * each of them would be too many for the smallest device.
   */
  private async searchWhileWaiting(): Promise<void> {
    if (this.isSearching) return;
    this.isSearching = true;
    // Devices are polled at the same time, so the others begin to wait now.
    await setImmediate();
    const { signal } = this.closing;
    while (this.waiting.size > 0 && !signal.aborted) {
      await this.searchFor([...this.waiting].flatMap(({ instance }) => instance ?? []));
      await pause(this.settings.timeoutMs / SEARCHES, signal);
    }
    this.isSearching = false;
  }

  /** Asks few devices one by one, and many by the range of their instances, to which others may belong. */
  private async searchFor(instances: readonly number[]): Promise<void> {
    if (instances.length > FEW)
      await this.search({ lowLimit: Math.min(...instances), highLimit: Math.max(...instances) });
    else for (const instance of instances) await this.search({ lowLimit: instance, highLimit: instance });
  }

  private async search(limits: WhoIsOptions = {}): Promise<void> {
    const { bbmd } = this.settings;
    try {
      const client = this.opened();
      if (bbmd !== undefined)
        await client.registerForeignDevice({ address: withPort(bbmd) }, REGISTERED_SECONDS);
      client.whoIs({ net: ALL_NETWORKS }, limits);
      this.problem = null;
    } catch (error) {
      // If the socket has failed, the problem is known.
      if (this.joined)
        this.problem = new Error(`the BBMD does not register the bridge: ${(error as Error).message}`);
    }
  }

  close(): void {
    this.closing.abort(new Error(REASONS.connection_closed));
    this.disconnect();
  }

  onFound(deviceId: number, address: BACNetAddress): void {
    for (const { instance, onFound } of this.waiting)
      if (instance === undefined || instance === deviceId) onFound(deviceId, address);
  }

  onError(error: Error): void {
    this.problem = error;
    this.logger.warn({ err: error, port: this.settings.port }, 'the search for devices has failed');
    this.disconnect();
  }

  private disconnect(): void {
    this.joined?.leave();
    this.joined = null;
  }

  private opened(): BACnetClient {
    if (this.joined) return this.joined.client;
    this.closing.signal.throwIfAborted();
    this.joined = joinSearch(this.settings, this);
    return this.joined.client;
  }
}

/** The library compares the address with the one of the answer, which names the port. */
function withPort(address: string): string {
  return address.includes(':') ? address : `${address}:47808`;
}
