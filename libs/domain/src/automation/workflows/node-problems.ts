import { say } from '@app/kernel';
import {
  type JsonObject,
  type NodeType,
  type Problem,
  referencesIn,
  type WorkflowDefinition,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { INTERNAL_EVENTS, isInternalEvent } from '../../platform/occurrences/internal-events';

/**
 * Lists the problems of nodes that cannot be found by looking at the node alone. They depend on the trigger of the
 * workflow, or on the events of the platform.
 */
export function nodeProblems({ nodes }: WorkflowDefinition, triggerType: string): Problem[] {
  return nodes.flatMap(({ type, config }, index) => {
    const known = nodeCatalogue.get(type);
    if (!known) return [];
    const path = `nodes[${index}]`;
    return [...eventProblems(known, config, path), ...placeProblems(known, triggerType, path)];
  });
}

function eventProblems({ config: schema }: NodeType, config: JsonObject, path: string): Problem[] {
  return referencesIn(schema, config)
    .filter(({ kind, id }) => kind === 'event' && !isInternalEvent(id))
    .map((event) => ({
      path: `${path}.config.${event.path}`,
      ...say('not_choice', { choices: INTERNAL_EVENTS.join(', ') }),
    }));
}

function placeProblems({ type, triggers }: NodeType, triggerType: string, path: string): Problem[] {
  if (!triggers || triggers.includes(triggerType)) return [];
  return [{ path: `${path}.type`, ...say('other_trigger', { type, trigger: triggers.join(' or ') }) }];
}
