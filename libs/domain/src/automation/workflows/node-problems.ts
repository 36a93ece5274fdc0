import {
  isJsonObject,
  type NodeDefinition,
  type Problem,
  type WorkflowDefinition,
} from '@app/workflow-engine';
import { INTERNAL_EVENTS, isInternalEvent } from '../../platform/occurrences/internal-events';

/**
 * Lists the problems of nodes that cannot be found by looking at the node alone. They depend on the trigger of the
 * workflow, or on the events of the platform.
 */
export function nodeProblems({ nodes }: WorkflowDefinition, triggerType: string): Problem[] {
  return nodes.flatMap((node, index) => [
    ...eventProblems(node, `nodes[${index}]`),
    ...(node.type === 'respond' && triggerType !== 'webhook'
      ? [
          {
            path: `nodes[${index}].type`,
            message: 'must not be respond, because the workflow has no webhook trigger',
          },
        ]
      : []),
  ]);
}

function eventProblems({ type, config }: NodeDefinition, path: string): Problem[] {
  const event = type === 'wait_for' && isJsonObject(config) ? config['event'] : undefined;
  const name = isJsonObject(event) ? event['name'] : undefined;
  if (typeof name !== 'string' || name.includes('{{') || isInternalEvent(name)) return [];
  return [{ path: `${path}.config.event.name`, message: `must be one of ${INTERNAL_EVENTS.join(', ')}` }];
}
