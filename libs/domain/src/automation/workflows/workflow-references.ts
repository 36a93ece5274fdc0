import {
  calendarsIn,
  compileConfig,
  ExpressionError,
  isJsonObject,
  type Json,
  type NodeDefinition,
  parseExpression,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import type { Trigger } from './workflow';
import { attachmentsOf } from './workflow-attachments';

export type ReferenceKind = 'area' | 'calendar' | 'file' | 'reportPlan' | 'reportTemplate' | 'workflow';

/** A reference to a record by its id. */
export interface Reference {
  kind: ReferenceKind;
  path: string;
  id: number | string;
}

/** The fields of nodes that contain the id of a record. */
const FIELDS: readonly { type: string; field: readonly string[]; kind: ReferenceKind }[] = [
  { type: 'read_energy', field: ['areaId'], kind: 'area' },
  { type: 'create_alert', field: ['areaId'], kind: 'area' },
  { type: 'export', field: ['filters', 'areaId'], kind: 'area' },
  { type: 'report', field: ['planId'], kind: 'reportPlan' },
  { type: 'report', field: ['templateId'], kind: 'reportTemplate' },
  { type: 'run_workflow', field: ['workflowId'], kind: 'workflow' },
];

const CALENDAR_FUNCTION = /isOpen|isHoliday/;

/** The references of a workflow to records. Leaves out ids that a template computes. */
export function referencesOf(workflow: { trigger: Trigger; nodes: readonly NodeDefinition[] }): Reference[] {
  return [
    ...triggerReferences(workflow.trigger),
    ...workflow.nodes.flatMap(nodeReferences),
    ...attachmentsOf(workflow.nodes).map(({ path, fileId }) => ({ kind: 'file' as const, path, id: fileId })),
  ];
}

function triggerReferences({ type, config: { calendarId, condition } }: Trigger): Reference[] {
  const path = 'trigger.config';
  return [
    ...(type === 'schedule' ? reference('calendar', `${path}.calendarId`, calendarId) : []),
    ...(typeof condition === 'string' ? calendarsOfCondition(condition, `${path}.condition`) : []),
  ];
}

function nodeReferences(node: NodeDefinition, index: number): Reference[] {
  const path = `nodes[${index}].config`;
  const fields = FIELDS.filter(({ type }) => type === node.type);
  return [
    ...fields.flatMap(({ field, kind }) => {
      const value = field.reduce<Json | undefined>(
        (object, name) => (isJsonObject(object) ? object[name] : undefined),
        node.config,
      );
      return reference(kind, `${path}.${field.join('.')}`, value);
    }),
    ...calendarsOfNode(node, path),
    ...['points', 'event'].flatMap((target) => calendarsOfWait(node, path, target)),
  ];
}

/**
 * Finds calendars in the condition of a `wait_for` node. The condition is stored as text, because it is evaluated while
 * the node waits.
 */
function calendarsOfWait({ type, config }: NodeDefinition, path: string, target: string): Reference[] {
  const awaited = type === 'wait_for' ? config[target] : undefined;
  const condition = isJsonObject(awaited) ? awaited.condition : undefined;
  return typeof condition === 'string' ? calendarsOfCondition(condition, `${path}.${target}.condition`) : [];
}

/** Returns no reference if the id is a template, because it is computed when the node runs. */
function reference(kind: ReferenceKind, path: string, id: Json | undefined): Reference[] {
  if (typeof id === 'number') return [{ kind, path, id }];
  return typeof id === 'string' && !id.includes('{{') ? [{ kind, path, id }] : [];
}

function calendarsOfNode({ type, config }: NodeDefinition, path: string): Reference[] {
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

function calendarsOfCondition(condition: string, path: string): Reference[] {
  if (!CALENDAR_FUNCTION.test(condition)) return [];
  return ofValidExpression(() =>
    parseExpression(condition).calendarIds.map((id) => ({ kind: 'calendar', path, id })),
  );
}

/** Returns no references if an expression of a draft cannot be parsed. The problems of the draft report the error. */
function ofValidExpression(read: () => Reference[]): Reference[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
