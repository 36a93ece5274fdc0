import { once } from 'node:events';
import { reconnectDelayMs, repeatUntilAborted } from '@app/kernel';
import { Client, DatabaseError } from 'pg';
import { ANSWER_MS, type EventTransport, KEEP_ALIVE_MS, type TransportObserver } from './event-transport';

/** The channel of LISTEN and NOTIFY. A channel belongs to one database and therefore to one installation. */
const CHANNEL = 'plantroom_events';
/**
 * All packets are sent with a single statement, so that they keep their order and no other packet comes between them.
 */
const NOTIFY = `
  SELECT pg_notify($1, packet)
  FROM unnest($2::text[]) WITH ORDINALITY AS packets (packet, place)
  ORDER BY place`;
/** Matches states which mean that the server is about to end the connection, and not that it refuses the packets. */
const LOSS_STATES = /^(08|57P)/;

/** Sends packets with LISTEN and NOTIFY of PostgreSQL, on its own connection. */
export class PostgresTransport implements EventTransport {
  /** PostgreSQL allows 8,000 bytes, including the terminating byte. */
  readonly maxPacketBytes = 7999;
  private readonly closing = new AbortController();
  private observer: TransportObserver | undefined;
  private running: Promise<void> | undefined;
  /** The connection that is in use or being opened. */
  private client: Client | undefined;
  private usable = false;
  private wanted = false;
  private listening = false;

  constructor(private readonly url: string) {}

  get isConnected(): boolean {
    return this.usable && this.listening === this.wanted;
  }

  start(observer: TransportObserver): void {
    this.observer = observer;
    this.running = this.stayConnected();
  }

  listen(): void {
    if (this.wanted) return;
    this.wanted = true;
    if (this.client && this.usable) void this.listenLate(this.client);
  }

  async send(packets: string[]): Promise<boolean> {
    const { client } = this;
    if (!client || !this.usable) return false;
    try {
      await client.query(NOTIFY, [CHANNEL, packets]);
      return true;
    } catch (error) {
      if (error instanceof DatabaseError && !LOSS_STATES.test(error.code ?? '')) throw error;
      hangUp(client);
      return false;
    }
  }

  async probe(): Promise<void> {
    const { client } = this;
    if (client && this.usable) await client.query('SELECT 1').catch(() => hangUp(client));
  }

  async close(): Promise<void> {
    this.closing.abort();
    if (this.client) hangUp(this.client);
    await this.running;
  }

  private async stayConnected(): Promise<void> {
    const { signal } = this.closing;
    let failures = 0;
    await repeatUntilAborted(signal, async () => {
      const client = this.makeClient();
      this.client = client;
      try {
        await client.connect();
        if (this.wanted) await this.listenOn(client);
        const ended = once(client, 'end');
        failures = 0;
        this.usable = true;
        this.announce();
        await ended;
        throw new Error('PostgreSQL closed the connection.');
      } catch (error) {
        this.usable = false;
        this.listening = false;
        hangUp(client);
        if (!signal.aborted) this.observer?.lost(error);
        return reconnectDelayMs(failures++);
      }
    });
  }

  private makeClient(): Client {
    const client = new Client({
      connectionString: this.url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    // Without this listener, the `error` event would end the process. The `end` event that follows handles the loss.
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => {
      if (payload) this.observer?.packet(payload);
    });
    return client;
  }

  private async listenLate(client: Client): Promise<void> {
    try {
      await this.listenOn(client);
      this.announce();
    } catch {
      hangUp(client);
    }
  }

  private async listenOn(client: Client): Promise<void> {
    await client.query(`LISTEN ${CHANNEL}`);
    this.listening = true;
  }

  private announce(): void {
    if (this.isConnected) this.observer?.connected();
  }
}

/**
 * Closes the socket without the termination message of the protocol, because a hanging server would not respond to it.
 */
function hangUp(client: Client): void {
  client.connection.stream.destroy();
}
