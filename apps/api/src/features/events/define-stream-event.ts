import type { EventDefinition } from '@app/contracts';
import type { EventBus, Unsubscribe } from '@app/events';
import type { Clock, Role } from '@app/kernel';
import { type StreamEnvelope, type StreamPayload, type StreamReaders, eventBytes } from './stream-frame';
import type { PayloadSchema } from './stream-payloads';
import type { Delivery } from './stream-queue';
import type { StreamSink } from './stream-sink';

/** The description of an event type in the reference. */
export interface StreamEventText {
  /** Name of the event's schema in the reference. */
  readonly title: string;
  readonly description: string;
}

interface StreamEventSource<Fact extends object, Payload extends object>
  extends StreamEnvelope, StreamEventText {
  /** Schema of the payload. */
  readonly schema: PayloadSchema<Payload>;
  /** The lowest role that receives the event. It must equal the lowest role of the routes that return the same data. */
  readonly lowestRole: Role;
  /** The bus event from which the stream event is created. */
  readonly from: EventDefinition<Fact>;
  /**
   * Returns true if a newer bus event about the same thing was already received. It is called for each bus event, even
   * if no client wants it. The bus keeps the order of one process only.
   */
  readonly isOutdated?: (fact: Fact) => boolean;
  /** Returns the users who receive the event; undefined for all whose role receives the type. */
  readonly readers?: (fact: Fact) => StreamReaders | undefined;
  /** Converts a bus event to any number of stream events. */
  readonly payloads: (fact: Fact) => readonly StreamPayload<Payload>[];
  /** The key of an event, prefixed with its kind (`point:…`). Events with the same key keep their order. */
  readonly key: (payload: StreamPayload<Payload>) => string;
  readonly delivery: Delivery;
}

export interface StreamEvent extends StreamEnvelope, StreamEventText {
  readonly schema: PayloadSchema<object>;
  readonly lowestRole: Role;
  /** Subscribes to the bus and passes each new event to `sink` as stream events. */
  follow(bus: Pick<EventBus, 'subscribe'>, clock: Clock, sink: StreamSink): Unsubscribe;
}

/** Defines an event type of the stream. */
export function defineStreamEvent<Fact extends object, Payload extends object>(
  source: StreamEventSource<Fact, Payload>,
): StreamEvent {
  const { type, kind, delivery, lowestRole } = source;
  return {
    title: source.title,
    description: source.description,
    schema: source.schema,
    instantName: source.instantName,
    type,
    kind,
    lowestRole,
    follow: (bus, clock, sink) =>
      bus.subscribe(source.from, (fact) => {
        if (source.isOutdated?.(fact) || !sink.wants(type)) return;
        const sentAt = clock.now().toISOString();
        const readers = source.readers?.(fact);
        const frames = source.payloads(fact).map((payload) => ({
          type,
          key: source.key(payload),
          delivery,
          bytes: eventBytes(source, payload, sentAt),
          ...(readers && { readers }),
        }));
        sink.publish(frames);
      }),
  };
}
