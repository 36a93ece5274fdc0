import type { TSchema } from '@sinclair/typebox';
import {
  calendarsIn,
  compileConfig,
  ExpressionError,
  type JsonObject,
  type NodeDefinition,
  type Reference,
  referencesIn,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import type { Trigger } from './workflow';
import { isTriggerType } from './trigger-config';
import { TRIGGER_SCHEMAS } from './trigger-schemas';

const CALENDAR_FUNCTION = /isOpen|isHoliday/;

/** The references of a workflow to records, points and events. Leaves out ids that a template computes. */
export function referencesOf(workflow: { trigger: Trigger; nodes: readonly NodeDefinition[] }): Reference[] {
  const { type, config } = workflow.trigger;
  return [
    ...referencesAt('trigger.config', isTriggerType(type) ? TRIGGER_SCHEMAS[type] : undefined, config),
    ...workflow.nodes.flatMap((node, index) => {
      const path = `nodes[${index}].config`;
      return [
        ...referencesAt(path, nodeCatalogue.get(node.type)?.config, node.config),
        ...calendarsOfNode(node, path),
      ];
    }),
  ];
}

/** Returns true if a node contains the id of the file, for example as an attachment of a mail. */
export function usesFile(nodes: readonly NodeDefinition[], fileId: string): boolean {
  return nodes.some(({ type, config }) =>
    referencesAt('', nodeCatalogue.get(type)?.config, config).some(
      ({ kind, id }) => kind === 'file' && id === fileId,
    ),
  );
}

/** The points that the nodes write, with the path of each code. Leaves out codes that an expression computes. */
export function writtenPoints(nodes: readonly NodeDefinition[]): { path: string; code: string }[] {
  return nodes.flatMap(({ type, config }, index) =>
    type === 'set_point' && typeof config.code === 'string' && !config.code.includes('{{')
      ? [{ path: `nodes[${index}].config.code`, code: config.code }]
      : [],
  );
}

/** The references of a configuration. Returns none if the type of the node or trigger is unknown. */
function referencesAt(path: string, schema: TSchema | undefined, config: JsonObject): Reference[] {
  const found = schema ? referencesIn(schema, config) : [];
  return found.map((reference) => ({ ...reference, path: `${path}.${reference.path}` }));
}

/**
 * Finds calendars in the expressions of a node. Returns none if an expression of a draft cannot be parsed. The problems
 * of the draft report the error.
 */
function calendarsOfNode({ type, config }: NodeDefinition, path: string): Reference[] {
  const schema = nodeCatalogue.get(type)?.config;
  if (!schema || !CALENDAR_FUNCTION.test(JSON.stringify(config))) return [];
  try {
    return calendarsIn(compileConfig(schema, config)).map((found) => ({
      kind: 'calendar',
      path: `${path}.${found.path}`,
      id: found.id,
    }));
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
