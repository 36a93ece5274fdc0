import type { TSchema } from '@sinclair/typebox';
import {
  calendarsIn,
  compileConfig,
  ExpressionError,
  isJsonObject,
  type JsonObject,
  type NodeDefinition,
  parseExpression,
  type RecordReference,
  referencesIn,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import type { Trigger } from './workflow';
import { isTriggerType } from './trigger-config';
import { TRIGGER_SCHEMAS } from './trigger-schemas';

const CALENDAR_FUNCTION = /isOpen|isHoliday/;

/** The references of a workflow to records. Leaves out ids that a template computes. */
export function referencesOf(workflow: {
  trigger: Trigger;
  nodes: readonly NodeDefinition[];
}): RecordReference[] {
  return [
    ...triggerReferences(workflow.trigger),
    ...workflow.nodes.flatMap((node, index) => {
      const path = `nodes[${index}].config`;
      return [
        ...referencesAt(path, nodeCatalogue.get(node.type)?.config, node.config),
        ...calendarsOfNode(node, path),
        ...['points', 'event'].flatMap((target) => calendarsOfWait(node, path, target)),
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

function triggerReferences({ type, config }: Trigger): RecordReference[] {
  const path = 'trigger.config';
  const { condition } = config;
  return [
    ...referencesAt(path, isTriggerType(type) ? TRIGGER_SCHEMAS[type] : undefined, config),
    ...(typeof condition === 'string' ? calendarsOfCondition(condition, `${path}.condition`) : []),
  ];
}

/** The ids in fields of a configuration. Returns none if the type of the node or trigger is unknown. */
function referencesAt(path: string, schema: TSchema | undefined, config: JsonObject): RecordReference[] {
  const found = schema ? referencesIn(schema, config) : [];
  return found.map((reference) => ({ ...reference, path: `${path}.${reference.path}` }));
}

/**
 * Finds calendars in the condition of a `wait_for` node. The condition is stored as text, because it is evaluated while
 * the node waits.
 */
function calendarsOfWait({ type, config }: NodeDefinition, path: string, target: string): RecordReference[] {
  const awaited = type === 'wait_for' ? config[target] : undefined;
  const condition = isJsonObject(awaited) ? awaited.condition : undefined;
  return typeof condition === 'string' ? calendarsOfCondition(condition, `${path}.${target}.condition`) : [];
}

function calendarsOfNode({ type, config }: NodeDefinition, path: string): RecordReference[] {
  const schema = nodeCatalogue.get(type)?.config;
  if (!schema || !CALENDAR_FUNCTION.test(JSON.stringify(config))) return [];
  return ofValidExpression(() =>
    calendarsIn(compileConfig(schema, config)).map((found) => ({
      kind: 'calendar',
      path: `${path}.${found.path}`,
      id: found.id,
    })),
  );
}

function calendarsOfCondition(condition: string, path: string): RecordReference[] {
  if (!CALENDAR_FUNCTION.test(condition)) return [];
  return ofValidExpression(() =>
    parseExpression(condition).calendarIds.map((id) => ({ kind: 'calendar', path, id })),
  );
}

/** Returns no references if an expression of a draft cannot be parsed. The problems of the draft report the error. */
function ofValidExpression(read: () => RecordReference[]): RecordReference[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
