import type { Socket } from 'node:net';
import { chunksOf } from '@app/kernel';
import { connect, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { networkReason, REASONS } from '../serving/reasons';
import type { BrokerSettings } from './mqtt.dto';

const RECONNECT_MS = 1000;
/** Some brokers limit the length of a request. */
const TOPICS_AT_ONCE = 100;
const REFUSED = 0x80;
/** The codes of a wrong password, and of an account that the broker does not allow. */
const ACCOUNT_REFUSED: ReadonlySet<unknown> = new Set([4, 5]);
/** The messages of the library about a silent broker. They have no code. */
const SILENCE: ReadonlySet<string> = new Set(['connack timeout', 'Keepalive timeout']);
const SUBSCRIBE_AGAIN_MS = 60_000;
/** A message with the births of a large node has about 500 KB. */
const LARGEST_MESSAGE = 2 ** 20;

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
  private state: 'new' | 'connected' | 'lost' = 'new';
  /** Why the last attempt failed, or the connection was lost. */
  private reason = '';
  /** The error of the present attempt or connection. */
  private lastError: Error | undefined;
  private heardMs = 0;
  /** The topics that have been reported as refused or too large. */
  private readonly reported = new Set<string>();

  constructor(
    private readonly settings: BrokerSettings,
    private readonly events: BrokerEvents,
    private readonly logger: Logger,
  ) {}

  /** Why the broker is not connected, in words; null if it is, or before the first attempt has ended. */
  get failure(): string | null {
    return this.isConnected || this.state === 'new' ? null : this.reason;
  }

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
      // A write that nobody received must not reach the device after an outage.
      queueQoSZero: false,
      ...(will && { will: { ...will, qos: 1, retain: true } }),
    });
    this.client = client;
    client.on('connect', () => this.connected(client));
    client.on('packetreceive', () => (this.heardMs = performance.now()));
    client.on('message', (topic, payload, { retain }) =>
      this.receive({ topic, payload, isRetained: retain }),
    );
    client.on('error', (error) => (this.lastError = error));
    client.on('close', () => this.lost());
  }

  /** Closes the connection at once, so that the broker sends the will. */
  async stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.endAsync(true);
  }

  /** Sends a message at most once, and asks the broker for a sign of life. */
  async publish(topic: string, payload: string | Buffer): Promise<void> {
    await this.client?.publishAsync(topic, payload, { qos: 0 });
    this.client?.sendPing();
  }

  /** Sends a message that the broker keeps for later subscribers, and waits until it has it. */
  async announce(topic: string, payload: Buffer): Promise<void> {
    await this.client?.publishAsync(topic, payload, { qos: 1, retain: true });
  }

  /** Drops what has not left the machine yet, if the broker has been silent since `sinceMs` of `performance.now()`. */
  resetIfSilent(sinceMs: number): void {
    if (this.heardMs >= sinceMs) return;
    const { stream } = this.client ?? {};
    // Without a reset, the operating system would still deliver it when the network returns.
    (stream as Socket | undefined)?.resetAndDestroy?.();
    stream?.destroy();
  }

  private connected(client: MqttClient): void {
    if (this.state === 'lost') this.log('info', {}, 'the broker is connected again');
    this.state = 'connected';
    void this.subscribe(client, this.events.topics).then(() => this.events.onConnect?.());
  }

  /** Subscribes, and tries refused topics again as long as the connection lasts. */
  private async subscribe(client: MqttClient, topics: readonly string[]): Promise<void> {
    const { stream } = client;
    const answers = await Promise.all(
      [...chunksOf(topics, TOPICS_AT_ONCE)].map((chunk) => refusedTopics(client, chunk)),
    );
    const refused = answers.flat();
    if (refused.length === 0) return;
    const unknown = refused.filter((topic) => !this.reported.has(topic));
    for (const topic of unknown) this.reported.add(topic);
    if (unknown.length > 0) this.log('warn', { topics: unknown }, 'the broker refuses topics');
    const again = () => {
      if (client.connected && client.stream === stream) void this.subscribe(client, refused);
    };
    setTimeout(again, SUBSCRIBE_AGAIN_MS).unref();
  }

  private receive(message: Message): void {
    if (message.payload.length <= LARGEST_MESSAGE) this.events.onMessage(message);
    else if (!this.reported.has(message.topic)) {
      this.reported.add(message.topic);
      this.log('warn', { topic: message.topic }, 'a message is larger than 1 MiB');
    }
  }

  private lost(): void {
    const { state } = this;
    this.state = 'lost';
    this.reason = this.lastError ? reasonOf(this.lastError) : REASONS.connection_closed;
    this.lastError = undefined;
    if (state === 'connected') this.events.onLoss();
    if (this.client && state !== 'lost')
      this.log('warn', { reason: this.reason }, 'the broker is not connected');
  }

  private log(level: 'info' | 'warn', values: object, text: string): void {
    this.logger[level]({ connection: this.settings.name, ...values }, text);
  }
}

function reasonOf(error: Error & { code?: unknown }): string {
  if (SILENCE.has(error.message)) return REASONS.no_answer;
  return ACCOUNT_REFUSED.has(error.code) ? REASONS.not_authorized : networkReason(error);
}

/** Subscribes to topics. Returns those that the broker refuses. */
function refusedTopics(client: MqttClient, topics: readonly string[]): Promise<string[]> {
  return new Promise((resolve) => {
    client.subscribe([...topics], { qos: 1 }, (error) => {
      const { granted = [] } = (error as { packet?: { granted: number[] } } | null)?.packet ?? {};
      resolve(topics.filter((_, index) => (granted[index] ?? 0) >= REFUSED));
    });
  });
}
