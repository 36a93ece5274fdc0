import { randomBytes } from 'node:crypto';
import type { EventDefinition } from '@app/contracts';
import { isDoneWithin, Pacer } from '@app/kernel';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EventBuffer } from './event-buffer';
import { PacketAssembler } from './packet-assembler';
import { cutIntoPackets } from './packets';
import type { EventTransport, TransportObserver } from './transports/event-transport';

export const EVENT_TRANSPORT = Symbol('EventTransport');

export type Unsubscribe = () => void;
type EventHandler = (payload: never) => void | Promise<void>;

const MAX_WAITING_EVENTS = 10_000;
const MAX_WAITING_CHARACTERS = 32_000_000;
/** Maximum size of a batch of events. */
const MESSAGE_CHARACTERS = 250_000;
/**
 * Interval between batches. It is long enough to collect events under load, and short enough to seem immediate to
 * people.
 */
const EVERY_MS = 50;
const SWEEP_EVERY_MS = 30_000;
const LAST_WORDS_MS = 1000;
/**
 * How often the connections are pinged. A subscriber sends nothing else, so without pings it would not detect a dead
 * connection.
 */
const PROBE_EVERY_MS = 5000;

/**
 * Publishes events between processes, for screens. Delivery is fast and ordered per publisher. Events are lost if
 * nobody listens or the connection is down, so nothing durable may depend on them.
 */
@Injectable()
export class EventBus implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(EventBus.name);
  private readonly sender = randomBytes(8).toString('hex');
  private readonly buffer = new EventBuffer(MAX_WAITING_EVENTS, MAX_WAITING_CHARACTERS);
  private readonly assembler = new PacketAssembler(() => performance.now());
  private readonly handlers = new Map<string, Set<EventHandler>>();
  private readonly connectedHandlers = new Set<() => void>();
  private lastNumber = 0;
  /** The message that is being sent. If the connection is lost, the message is sent again with the same number. */
  private sending: string[] | undefined;
  private flushing: Promise<void> | undefined;
  private readonly pacer = new Pacer(() => void this.flush(), EVERY_MS);
  private lossIsLogged = false;
  private dropsAreTold = false;
  private sweeping: NodeJS.Timeout | undefined;
  private probing: NodeJS.Timeout | undefined;

  constructor(@Inject(EVENT_TRANSPORT) private readonly transport: EventTransport) {}

  /** True while events can be sent and, if this process has subscribed, also received. */
  get isConnected(): boolean {
    return this.transport.isConnected;
  }

  /** Number of events that were dropped because the connection was down for too long. */
  get dropped(): number {
    return this.buffer.dropped;
  }

  onModuleInit(): void {
    const observer: TransportObserver = {
      packet: (text) => this.receive(text),
      connected: () => this.becameConnected(),
      lost: (reason) => this.lostConnection(reason),
    };
    this.transport.start(observer);
    this.sweeping = setInterval(() => this.assembler.sweep(), SWEEP_EVERY_MS).unref();
    this.probing = setInterval(() => void this.transport.probe(), PROBE_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeping);
    clearInterval(this.probing);
    await isDoneWithin(LAST_WORDS_MS, this.flush());
    await this.transport.close();
  }

  /**
   * Sends `payload`, which must be plain JSON, to all subscribers in all processes, including this one. Never throws
   * and never waits.
   */
  publish<Payload extends object>(event: EventDefinition<Payload>, payload: NoInfer<Payload>): void {
    try {
      this.buffer.add(JSON.stringify([event.name, payload]));
    } catch (error) {
      this.logger.error(`The event ${event.name} cannot be serialized as JSON: ${String(error)}`);
      return;
    }
    this.tellOfDrops();
    this.pacer.ask();
  }

  /** Calls `handler` for each event of this type until the returned function is called. */
  subscribe<Payload extends object>(
    event: EventDefinition<Payload>,
    handler: (payload: Payload) => void | Promise<void>,
  ): Unsubscribe {
    const handlers = this.handlers.get(event.name) ?? new Set();
    this.handlers.set(event.name, handlers);
    // A new function wraps the handler, so that a handler that is subscribed twice is called twice.
    const own = (payload: Payload) => handler(payload);
    handlers.add(own);
    this.transport.listen();
    return () => handlers.delete(own);
  }

  /** Calls `handler` each time the bus has connected, because this process may have missed events before. */
  onConnected(handler: () => void): Unsubscribe {
    const own = () => handler();
    this.connectedHandlers.add(own);
    return () => this.connectedHandlers.delete(own);
  }

  private flush(): Promise<void> {
    this.flushing ??= this.sendAll().finally(() => (this.flushing = undefined));
    return this.flushing;
  }

  private async sendAll(): Promise<void> {
    while (this.transport.isConnected) {
      this.sending ??= this.nextMessage();
      if (!this.sending) return;
      try {
        if (!(await this.transport.send(this.sending))) return;
      } catch (error) {
        this.logger.error(`Some events were rejected and are lost: ${String(error)}`);
      }
      this.sending = undefined;
    }
  }

  private nextMessage(): string[] | undefined {
    if (this.buffer.isEmpty) return undefined;
    const text = `[${this.buffer.take(MESSAGE_CHARACTERS).join(',')}]`;
    return cutIntoPackets(
      { sender: this.sender, number: ++this.lastNumber, text },
      this.transport.maxPacketBytes,
    );
  }

  private receive(packet: string): void {
    const message = this.assembler.accept(packet);
    if (message === null) return;
    for (const [name, payload] of this.eventsIn(message)) {
      for (const handler of this.handlers.get(name) ?? []) void this.hand(name, payload, handler);
    }
  }

  private eventsIn(message: string): [string, never][] {
    try {
      return JSON.parse(message) as [string, never][];
    } catch {
      this.logger.warn('A message on the event channel was ignored, because its format is unknown.');
      return [];
    }
  }

  /** Calls a handler synchronously, so that the first steps of handlers run in the order of the events. */
  private async hand(name: string, payload: never, handler: EventHandler): Promise<void> {
    try {
      await handler(payload);
    } catch (error) {
      this.logger.error(`A handler of the event ${name} failed: ${String(error)}`, (error as Error).stack);
    }
  }

  private becameConnected(): void {
    if (this.lossIsLogged)
      this.logger.log('The delivery of events between the processes was interrupted, and works again.');
    this.lossIsLogged = false;
    this.dropsAreTold = false;
    for (const handler of this.connectedHandlers) handler();
    void this.flush();
  }

  private lostConnection(reason: unknown): void {
    if (!this.lossIsLogged)
      this.logger.warn(`Events between the processes are not delivered: ${String(reason)}`);
    this.lossIsLogged = true;
  }

  private tellOfDrops(): void {
    if (this.dropsAreTold || this.buffer.dropped === 0) return;
    this.dropsAreTold = true;
    this.logger.warn('The queue of unsent events is full, so the oldest events are dropped.');
  }
}
