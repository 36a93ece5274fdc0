import type { EventDefinition } from '@app/contracts';
import type { EventBus, Unsubscribe } from '@app/events';
import type { Clock, Role } from '@app/kernel';
import { type StreamEnvelope, type StreamPayload, eventBytes } from './stream-frame';
import type { PayloadSchema } from './stream-payloads';
import type { Delivery } from './stream-queue';
import type { StreamSink } from './stream-sink';

/** What the reference says about an event type. */
export interface StreamEventText {
  /** Name of its schema. */
  readonly title: string;
  readonly description: string;
}

interface StreamEventSource<Fact extends object, Payload extends object>
  extends StreamEnvelope, StreamEventText {
  /** Schema of the payload. */
  readonly schema: PayloadSchema<Payload>;
  /** The lowest role that is sent it: that of the routes which show the same. */
  readonly lowestRole: Role;
  /** The event of the bus that feeds this one. */
  readonly from: EventDefinition<Fact>;
  /** What the clients are sent of it: an event for each. */
  readonly payloads: (fact: Fact) => readonly StreamPayload<Payload>[];
  /** Whose event it is, with the sort of thing in front (`point:…`): what shares a key stays in order. */
  readonly key: (payload: StreamPayload<Payload>) => string;
  readonly delivery: Delivery;
}

export interface StreamEvent extends StreamEnvelope, StreamEventText {
  readonly schema: PayloadSchema<object>;
  readonly lowestRole: Role;
  /** Hands on to `sink` what the bus says from now on. */
  follow(bus: Pick<EventBus, 'subscribe'>, clock: Clock, sink: StreamSink): Unsubscribe;
}

/** An event type of the stream. Everything about it stands in its definition. */
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
        if (!sink.wants(type)) return;
        const sentAt = clock.now().toISOString();
        const frames = source.payloads(fact).map((payload) => ({
          type,
          key: source.key(payload),
          delivery,
          bytes: eventBytes(source, payload, sentAt),
        }));
        sink.publish(frames);
      }),
  };
}
