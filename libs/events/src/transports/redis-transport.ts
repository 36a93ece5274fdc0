import { connectRedis } from '@app/redis';
import { type Redis, type RedisOptions, ReplyError } from 'ioredis';
import { ANSWER_MS, type EventTransport, type TransportObserver } from './event-transport';

const CONNECTION: RedisOptions = {
  commandTimeout: ANSWER_MS,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  // Subscriptions are renewed explicitly, because `isConnected` must wait until Redis has confirmed them.
  autoResubscribe: false,
};

/**
 * Sends packets with publish/subscribe of Redis. A subscribed connection cannot publish, so there are two connections.
 */
export class RedisTransport implements EventTransport {
  readonly maxPacketBytes = Number.MAX_SAFE_INTEGER;
  private publisher: Redis | undefined;
  private subscriber: Redis | undefined;
  private observer: TransportObserver | undefined;
  private wanted = false;
  private subscribed = false;

  constructor(private readonly url: string) {}

  get isConnected(): boolean {
    return this.publisher?.status === 'ready' && (this.subscribed || !this.wanted);
  }

  start(observer: TransportObserver): void {
    this.observer = observer;
    this.publisher = this.connect(() => this.announce());
    if (this.wanted) this.subscribe();
  }

  listen(): void {
    if (this.wanted) return;
    this.wanted = true;
    if (this.observer) this.subscribe();
  }

  async send(packets: string[]): Promise<boolean> {
    const { publisher } = this;
    if (publisher?.status !== 'ready') return false;
    try {
      await Promise.all(packets.map((packet) => publisher.publish(channelOf(publisher), packet)));
      return true;
    } catch (error) {
      if (error instanceof ReplyError) throw error;
      if (publisher.status === 'ready') publisher.disconnect(true);
      return false;
    }
  }

  async probe(): Promise<void> {
    await Promise.all([probe(this.publisher), probe(this.subscriber)]);
  }

  async close(): Promise<void> {
    this.observer = undefined;
    this.publisher?.disconnect();
    this.subscriber?.disconnect();
  }

  private subscribe(): void {
    const subscriber = this.connect(() => void this.subscribeOn(subscriber));
    subscriber.on('message', (_channel, packet: string) => this.observer?.packet(packet));
    subscriber.on('close', () => (this.subscribed = false));
    this.subscriber = subscriber;
  }

  private async subscribeOn(subscriber: Redis): Promise<void> {
    try {
      await subscriber.subscribe(channelOf(subscriber));
      this.subscribed = true;
      this.announce();
    } catch {
      subscriber.disconnect(true);
    }
  }

  private announce(): void {
    if (this.isConnected) this.observer?.connected();
  }

  private connect(whenReady: () => void): Redis {
    const client = connectRedis(this.url, CONNECTION);
    let reason: unknown = new Error('Redis closed the connection.');
    client.on('ready', whenReady);
    client.on('error', (error) => (reason = error));
    client.on('close', () => this.observer?.lost(reason));
    return client;
  }
}

/**
 * Returns the channel of this installation. Each installation uses its own numbered database, but all databases of a
 * Redis server share the same channels. The name of the channel therefore contains the number of the database.
 */
function channelOf(client: Redis): string {
  return `plantroom:${client.options.db ?? 0}:events`;
}

async function probe(client: Redis | undefined): Promise<void> {
  if (client?.status !== 'ready') return;
  try {
    await client.ping();
  } catch {
    if (client.status === 'ready') client.disconnect(true);
  }
}
