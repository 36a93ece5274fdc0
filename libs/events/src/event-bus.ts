import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventDefinition } from '@app/contracts';
import { Pacer } from '@app/kernel';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EventOutbox } from './event-outbox';
import { PacketAssembler, cutIntoPackets } from './packets';
import type { EventTransport, TransportObserver } from './transports/event-transport';

export const EVENT_TRANSPORT = Symbol('EventTransport');

export type Unsubscribe = () => void;
type EventHandler = (payload: never) => void | Promise<void>;

const MAX_WAITING_EVENTS = 10_000;
const MAX_WAITING_CHARACTERS = 32_000_000;
/** Events are sent together up to this length. */
const MESSAGE_CHARACTERS = 250_000;
/** Few enough messages to cost little under load, and still immediate for people. */
const EVERY_MS = 50;
const SWEEP_EVERY_MS = 30_000;
const LAST_WORDS_MS = 1000;
/** A subscriber only waits: without a question of its own it would not notice that its connection is dead. */
const PROBE_EVERY_MS = 5000;

/**
 * Events between processes, for screens: quick, in the order of each publisher, and lost where nobody listens or the
 * connection is gone. Nothing durable may hang on it.
 */
@Injectable()
export class EventBus implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(EventBus.name);
  private readonly sender = randomBytes(8).toString('hex');
  private readonly outbox = new EventOutbox(MAX_WAITING_EVENTS, MAX_WAITING_CHARACTERS);
  private readonly assembler = new PacketAssembler(() => performance.now());
  private readonly handlers = new Map<string, Set<EventHandler>>();
  private lastNumber = 0;
  /** The message that is under way; after a loss of the connection it is sent again, under its number. */
  private sending: string[] | undefined;
  private flushing: Promise<void> | undefined;
  private readonly pacer = new Pacer(() => void this.flush(), EVERY_MS);
  private lossIsTold = false;
  private dropsAreTold = false;
  private sweeping: NodeJS.Timeout | undefined;
  private probing: NodeJS.Timeout | undefined;

  constructor(@Inject(EVENT_TRANSPORT) private readonly transport: EventTransport) {}

  /** True while events pass: those of this process leave it, and where it subscribed, those of all reach it. */
  get isConnected(): boolean {
    return this.transport.isConnected;
  }

  /** How many events were let go because there was no connection for too long. */
  get dropped(): number {
    return this.outbox.dropped;
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
    const lastWords = this.flush();
    await Promise.race([lastWords, delay(LAST_WORDS_MS, undefined, { ref: false })]);
    await this.transport.close();
  }

  /** Sends `payload` (plain JSON) to all that subscribed, in every process, this one included. Never throws, never waits. */
  publish<Payload extends object>(event: EventDefinition<Payload>, payload: NoInfer<Payload>): void {
    try {
      this.outbox.add(JSON.stringify([event.name, payload]));
    } catch (error) {
      this.logger.error(`The event ${event.name} cannot be written as JSON: ${String(error)}`);
      return;
    }
    this.tellOfDrops();
    this.pacer.ask();
  }

  /** Calls `handler` for each such event from now on, until the returned function is called. */
  subscribe<Payload extends object>(
    event: EventDefinition<Payload>,
    handler: (payload: Payload) => void | Promise<void>,
  ): Unsubscribe {
    const handlers = this.handlers.get(event.name) ?? new Set();
    this.handlers.set(event.name, handlers);
    // A function of its own, so that one that subscribes twice is called twice.
    const own = (payload: Payload) => handler(payload);
    handlers.add(own);
    this.transport.listen();
    return () => handlers.delete(own);
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
        this.logger.error(`Some events were refused and are lost: ${String(error)}`);
      }
      this.sending = undefined;
    }
  }

  private nextMessage(): string[] | undefined {
    if (this.outbox.isEmpty) return undefined;
    const text = `[${this.outbox.take(MESSAGE_CHARACTERS).join(',')}]`;
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
      this.logger.warn('A message on the event channel is not from here and is ignored.');
      return [];
    }
  }

  /** The handler begins at once: what it does before its first wait is in the order of the events. */
  private async hand(name: string, payload: never, handler: EventHandler): Promise<void> {
    try {
      await handler(payload);
    } catch (error) {
      this.logger.error(`A handler of the event ${name} failed: ${String(error)}`, (error as Error).stack);
    }
  }

  private becameConnected(): void {
    if (this.lossIsTold) this.logger.log('Events pass between the processes again.');
    this.lossIsTold = false;
    this.dropsAreTold = false;
    void this.flush();
  }

  private lostConnection(reason: unknown): void {
    if (!this.lossIsTold)
      this.logger.warn(`No events pass between the processes at present: ${String(reason)}`);
    this.lossIsTold = true;
  }

  private tellOfDrops(): void {
    if (this.dropsAreTold || this.outbox.dropped === 0) return;
    this.dropsAreTold = true;
    this.logger.warn('More events wait to be sent than can be kept; the oldest are let go.');
  }
}
