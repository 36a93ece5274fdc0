import { connect, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import type { BrokerSettings } from './mqtt.dto';

const RECONNECT_MS = 1000;
/** Some brokers limit the length of a request. */
const TOPICS_AT_ONCE = 100;
const REFUSED = 128;

export interface Message {
  topic: string;
  payload: Buffer;
  /** The broker has kept it, perhaps for days. */
  isRetained: boolean;
}

export interface BrokerEvents {
  /** The topics to receive, with wildcards. */
  topics: readonly string[];
  onConnect?: () => Promise<void>;
  onMessage: (message: Message) => void;
  onLoss: () => void;
  will?: { topic: string; payload: Buffer };
}

/** A connection to an MQTT broker. If it is lost, it is opened again, until it is stopped. */
export class Broker {
  private client: MqttClient | undefined;
  /** Why it is not connected; null while it is. */
  private failure: string | null = '';
  private reason = '';

  constructor(
    private readonly settings: BrokerSettings,
    private readonly events: BrokerEvents,
    private readonly logger: Logger,
  ) {}

  get isConnected(): boolean {
    return this.client?.connected === true;
  }

  start(): void {
    const { url, username, password, ca, clientId, keepAliveSeconds, timeoutMs } = this.settings;
    const { will } = this.events;
    const client = connect(url, {
      username,
      password,
      ca,
      ...(clientId !== undefined && { clientId }),
      keepalive: keepAliveSeconds,
      connectTimeout: timeoutMs,
      reconnectPeriod: RECONNECT_MS,
      reconnectOnConnackError: true,
      resubscribe: false,
      subscribeBatchSize: TOPICS_AT_ONCE,
      // A write that nobody received must not reach the device after an outage.
      queueQoSZero: false,
      ...(will && { will: { ...will, qos: 1, retain: true } }),
    });
    this.client = client;
    client.on('connect', () => this.connected(client));
    client.on('message', (topic, payload, { retain }) =>
      this.events.onMessage({ topic, payload, isRetained: retain }),
    );
    client.on('error', (error) => (this.reason = reasonOf(error)));
    client.on('close', () => this.lost());
  }

  /** Closes the connection at once, so that the broker sends the will. */
  async stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.endAsync(true);
  }

  /** Sends a message at most once. */
  async publish(topic: string, payload: string | Buffer): Promise<void> {
    if (!this.isConnected) throw new Error('the broker is not connected');
    await this.client?.publishAsync(topic, payload, { qos: 0 });
  }

  /** Sends a message that the broker keeps for later subscribers, and waits until it has it. */
  async announce(topic: string, payload: Buffer): Promise<void> {
    await this.client?.publishAsync(topic, payload, { qos: 1, retain: true });
  }

  private connected(client: MqttClient): void {
    if (this.failure) this.logger.info({ connection: this.settings.name }, 'the broker is connected again');
    this.failure = null;
    this.reason = '';
    client.subscribe([...this.events.topics], { qos: 1 }, (error, granted = []) => {
      const refused = granted.filter(({ qos }) => qos >= REFUSED).map(({ topic }) => topic);
      if (error || refused.length > 0)
        this.logger.warn(
          { connection: this.settings.name, refused, reason: error?.message },
          'topics are refused',
        );
      else void this.events.onConnect?.();
    });
  }

  private lost(): void {
    const { name: connection } = this.settings;
    if (this.failure === null) this.events.onLoss();
    const failure = this.reason || 'the connection was closed';
    if (this.client && !this.failure)
      this.logger.warn({ connection, reason: failure }, 'the broker is not connected');
    this.failure = failure;
  }
}

function reasonOf(error: Error): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  if (code === 'ECONNREFUSED') return 'the connection is refused';
  return message || errors?.map((each) => each.message).join(', ') || String(code);
}
