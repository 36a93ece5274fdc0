import type { Schema } from '../http/reference/json-schema';
import type { StreamEvent } from '../features/events/define-stream-event';
import { STREAM_EVENTS } from '../features/events/stream-events';
import { unionByType, type Variant } from './type-union';

/** Name of the schema of all stream events. */
export const STREAM_EVENT = 'StreamEvent';

const HEARTBEAT = {
  type: 'heartbeat',
  kind: 'heartbeat',
  title: 'HeartbeatEvent',
  description: 'The connection is alive. A heartbeat is the first event and is then sent every 30 seconds.',
  schema: { type: 'object', properties: {}, required: [] },
} as const;

type Described = Pick<StreamEvent, 'type' | 'kind' | 'title' | 'description' | 'instantName'> & {
  schema: object;
};

/** The schema of the event stream and of each event type, generated from the definitions of the events. */
export function eventSchemas(): Record<string, Schema> {
  return unionByType(
    STREAM_EVENT,
    'The JSON object in the `data:` of an event.',
    [HEARTBEAT, ...STREAM_EVENTS].map(variantOf),
  );
}

function variantOf({
  type,
  kind,
  title,
  description,
  instantName = 'timestamp',
  schema,
}: Described): Variant {
  const payload = JSON.parse(JSON.stringify(schema)) as {
    properties: Record<string, Schema>;
    required?: string[];
  };
  return {
    name: title,
    type,
    schema: {
      type: 'object',
      description,
      properties: {
        type: { description: 'Type of the event.' },
        kind: { type: 'string', const: kind, description: 'Group of the type, for routing.' },
        [instantName]: { type: 'string', format: 'date-time', description: 'When the event was sent.' },
        ...payload.properties,
      },
      required: ['type', 'kind', instantName, ...(payload.required ?? [])],
    },
  };
}
