import type { JsonObject } from '@app/workflow-engine';
import { TRIGGER_SCHEMAS } from './trigger-schemas';

/** The description of a trigger type for an editor. */
export interface TriggerDescriptor {
  type: string;
  description: string;
  /** JSON Schema of the configuration, without the secret of a webhook. */
  configSchema: JsonObject;
}

/** All trigger types, in the order in which an editor offers them. */
export const TRIGGER_DESCRIPTORS: readonly TriggerDescriptor[] = Object.entries(TRIGGER_SCHEMAS).map(
  ([type, schema]) => {
    // As JSON, without the symbols of the library.
    const { description: _, ...configSchema } = JSON.parse(JSON.stringify(schema)) as JsonObject;
    return { type, description: schema.description ?? '', configSchema };
  },
);
