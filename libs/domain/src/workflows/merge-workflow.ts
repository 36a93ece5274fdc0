import { isDeepStrictEqual } from 'node:util';
import { WorkflowEntity } from '@app/entities';
import { newId } from '@app/kernel';
import type { WorkflowDefinition } from '@app/workflow-engine';
import { knownConfig } from './trigger-config';
import { type Trigger, type TriggerInput, type WorkflowChanges, type WorkflowInput } from './workflow';
import { newWebhookAddress, newWebhookSecret, secretAfter } from './webhook-secret';

/** A new workflow; whether anything is wrong with it is not looked at. @throws DomainError invalid */
export function newWorkflow(input: WorkflowInput, userId: number | null, at: Date): WorkflowEntity {
  const { name, description = null, nodes, edges, trigger = { type: 'manual' }, enabled = true } = input;
  return Object.assign(new WorkflowEntity(), {
    id: newId(),
    name,
    description,
    definition: { nodes, edges },
    ...triggerColumns(trigger, newWebhookSecret()),
    enabled,
    problems: [],
    revision: 1,
    webhookSlug: newWebhookAddress(),
    webhookId: newWebhookAddress(),
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
  });
}

/**
 * `before` with what `changes` carries. The revision is another one where the graph or the trigger is; `updatedAt` is a
 * later one after each change, for there are those who tell by it whether anything has changed.
 * @throws DomainError invalid
 */
export function changedWorkflow(before: WorkflowEntity, changes: WorkflowChanges, at: Date): WorkflowEntity {
  const former = definitionOf(before);
  const after = Object.assign(new WorkflowEntity(), before, {
    name: changes.name ?? before.name,
    description: changes.description === undefined ? before.description : changes.description,
    definition: { nodes: changes.nodes ?? former.nodes, edges: changes.edges ?? former.edges },
    ...(changes.trigger && triggerColumns(changes.trigger, before.webhookSecret)),
    enabled: changes.enabled ?? before.enabled,
  });
  after.revision = sameWork(before, after) ? before.revision : before.revision + 1;
  if (!isDeepStrictEqual(before, after))
    after.updatedAt = new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1));
  return after;
}

/** True where both have the same graph and trigger. */
function sameWork(one: WorkflowEntity, other: WorkflowEntity): boolean {
  return (
    one.triggerType === other.triggerType &&
    isDeepStrictEqual(one.triggerConfig, other.triggerConfig) &&
    isDeepStrictEqual(one.definition, other.definition)
  );
}

export function definitionOf({ definition }: WorkflowEntity): WorkflowDefinition {
  return definition as WorkflowDefinition;
}

export function triggerOf({ triggerType, triggerConfig }: WorkflowEntity): Trigger {
  return { type: triggerType, config: triggerConfig as Trigger['config'] };
}

/** The secret of a webhook is no part of its configuration as it is kept: revisions and logs do without it. */
function triggerColumns(
  { type, config }: TriggerInput,
  presentSecret: string,
): Pick<WorkflowEntity, 'triggerType' | 'triggerConfig' | 'webhookSecret'> {
  return {
    triggerType: type,
    triggerConfig: knownConfig(type, config ?? {}),
    webhookSecret: secretAfter(presentSecret, type === 'webhook' ? config?.secret : undefined),
  };
}
