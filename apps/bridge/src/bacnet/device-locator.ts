import { EventEmitter, once } from 'node:events';
import type { BACNetAddress, default as BACnetClient, IAMResult } from '@bacnet-js/client';
import { withTimeout } from '@app/kernel';
import type { Logger } from 'pino';
import type { BacnetSettings } from './bacnet.dto';
import { openSocket, plainAddress } from './bacnet-socket';

/** How long a BBMD forwards broadcasts after each registration. */
const REGISTERED_SECONDS = 60;
/** Routers pass a search with this network number on to all networks. */
const ALL_NETWORKS = 0xffff;
const ANY = 'any';

export type SearchSettings = Pick<BacnetSettings, 'broadcast' | 'port' | 'bbmd' | 'timeoutMs'>;

/** Finds devices by their instance, wherever they are in the network. */
export class DeviceLocator {
  private client: BACnetClient | null = null;
  private readonly closing = new AbortController();
  /** Its events are the instances of the devices that answer, and `ANY`. */
  private readonly answers = new EventEmitter();

  constructor(
    private readonly settings: SearchSettings,
    private readonly logger: Logger,
  ) {}

  /** @throws Error if no device with this instance answers in time */
  find(instance: number): Promise<BACNetAddress> {
    return withTimeout(
      this.settings.timeoutMs,
      async (signal) => {
        const answered = once(this.answers, String(instance), { signal }) as Promise<[BACNetAddress]>;
        const [[address]] = await Promise.all([answered, this.search(instance)]);
        return address;
      },
      () => new Error('no device answers the search for its instance'),
      this.closing.signal,
    );
  }

  /** Collects the devices that answer, until `wait` resolves. */
  async findAll(wait: () => Promise<void>): Promise<Map<number, BACNetAddress>> {
    const found = new Map<number, BACNetAddress>();
    this.answers.on(ANY, (instance: number, address: BACNetAddress) => found.set(instance, address));
    await this.search();
    await wait();
    this.answers.removeAllListeners(ANY);
    return found;
  }

  /** Asks all devices, or the one with an instance, for their addresses. */
  private async search(instance?: number): Promise<void> {
    const client = this.opened();
    const { bbmd } = this.settings;
    const limits = instance === undefined ? {} : { lowLimit: instance, highLimit: instance };
    if (bbmd === undefined) {
      client.whoIs({ net: ALL_NETWORKS }, limits);
    } else {
      await client.registerForeignDevice({ address: withPort(bbmd) }, REGISTERED_SECONDS);
      client.whoIsThroughBBMD({ address: plainAddress(bbmd) }, limits);
    }
  }

  close(): void {
    this.closing.abort(new Error('the connection was closed'));
    this.disconnect();
  }

  private disconnect(): void {
    this.client?.close();
    this.client = null;
  }

  private opened(): BACnetClient {
    if (this.client) return this.client;
    this.closing.signal.throwIfAborted();
    const { port, timeoutMs, broadcast } = this.settings;
    const client = openSocket({
      port,
      timeoutMs,
      broadcast,
      onError: (error) => {
        this.logger.warn({ err: error, port }, 'the socket for the search of devices has failed');
        this.disconnect();
      },
    });
    client.on('iAm', ({ header, payload }) => {
      const { deviceId } = payload as IAMResult;
      const { address, forwardedFrom, net, adr } = header?.sender ?? {};
      // A BBMD passes the answers of its network on, with the address of the device.
      const found: BACNetAddress = { address: forwardedFrom ?? address, net, adr };
      this.answers.emit(String(deviceId), found);
      this.answers.emit(ANY, deviceId, found);
    });
    this.client = client;
    return client;
  }
}

/** The library compares the address with the one of the answer, which names the port. */
function withPort(address: string): string {
  return address.includes(':') ? address : `${address}:47808`;
}
