import { isDeepStrictEqual } from 'node:util';
import { WorkflowEntity } from '@app/entities';
import { newId, newWebhookAddress, newWebhookSecret, secretAfter } from '@app/kernel';
import type { Json, NodeDefinition, StickyNote, WorkflowDefinition } from '@app/workflow-engine';
import { isTriggerType, givenConfig } from './trigger-config';
import type { TriggerInput, WorkflowChanges, WorkflowInput } from './workflow';
import { restoreNodeSecrets } from './workflow-secrets';

/** Creates the record of a new workflow. Does not check its definition. @throws DomainError invalid */
export function newWorkflow(input: WorkflowInput, userId: number | null, at: Date): WorkflowEntity {
  const { name, description = null, nodes, edges, trigger = { type: 'manual' }, enabled = true } = input;
  const { mode = 'parallel', notes } = input;
  return Object.assign(new WorkflowEntity(), {
    id: newId(),
    name,
    description,
    definition: { nodes: restoreNodeSecrets(nodes, []), edges, ...withNotes(notes) },
    ...triggerColumns(trigger, { present: newWebhookSecret(), isNewWebhook: false }),
    enabled,
    mode,
    skippedCount: 0,
    skippedAt: null,
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
 * Applies `changes` to `before`. Masked credentials keep their stored value. Each change of any field gets a new
 * revision, and a later `updatedAt`.
 * @throws DomainError invalid
 */
export function changedWorkflow(before: WorkflowEntity, changes: WorkflowChanges, at: Date): WorkflowEntity {
  const former = definitionOf(before);
  const after = Object.assign(new WorkflowEntity(), before, {
    name: changes.name ?? before.name,
    description: changes.description === undefined ? before.description : changes.description,
    definition: {
      nodes: nodesAfter(former.nodes, changes.nodes),
      edges: changes.edges ?? former.edges,
      ...withNotes(changes.notes ?? former.notes),
    },
    ...(changes.trigger &&
      triggerColumns(changes.trigger, {
        present: before.webhookSecret,
        isNewWebhook: before.triggerType !== 'webhook',
      })),
    enabled: changes.enabled ?? before.enabled,
    mode: changes.mode ?? before.mode,
  });
  if (isDeepStrictEqual(before, after)) return after;
  after.revision = before.revision + 1;
  after.updatedAt = new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1));
  return after;
}

function nodesAfter(former: NodeDefinition[], sent: NodeDefinition[] | undefined): NodeDefinition[] {
  return sent ? restoreNodeSecrets(sent, former) : former;
}

function withNotes(notes: StickyNote[] | undefined): Pick<WorkflowDefinition, 'notes'> {
  return notes && notes.length > 0 ? { notes } : {};
}

/** Returns true if both workflows have the same nodes, edges and trigger. */
export function sameWork(one: WorkflowEntity, other: WorkflowEntity): boolean {
  return (
    one.triggerType === other.triggerType &&
    isDeepStrictEqual(one.triggerConfig, other.triggerConfig) &&
    isDeepStrictEqual({ ...one.definition, notes: null }, { ...other.definition, notes: null })
  );
}

export function definitionOf({ definition }: WorkflowEntity): WorkflowDefinition {
  return definition as WorkflowDefinition;
}

/**
 * Returns the columns of a trigger. The webhook secret is stored outside the trigger configuration, so revisions and
 * logs never contain it.
 * @param isNewWebhook true if the workflow had another trigger before. In this case, a secret is generated if the
 *   request omits it: the stored secret is not reused, because users cannot see it
 */
function triggerColumns(
  { type, config, unknown = {} }: TriggerInput,
  { present, isNewWebhook }: { present: string; isNewWebhook: boolean },
): Pick<WorkflowEntity, 'triggerType' | 'triggerConfig' | 'webhookSecret'> {
  const other = Object.keys(unknown).length > 0 ? { unknown } : {};
  const kept = givenConfig(config ?? {});
  if (!isTriggerType(type)) {
    return {
      triggerType: 'unknown',
      triggerConfig: { type, config: kept, ...other },
      webhookSecret: present,
    };
  }
  const given = config?.secret ?? (isNewWebhook ? null : config?.secret);
  return {
    // A trigger with unknown fields never starts the workflow.
    ...('unknown' in other
      ? { triggerType: 'unknown', triggerConfig: { type, config: kept, ...other } }
      : { triggerType: type, triggerConfig: kept }),
    webhookSecret: secretAfter(
      present,
      type === 'webhook' ? given : undefined,
      'trigger.config.secret',
      isPlainSecret(config?.signature),
    ),
  };
}

/**
 * Returns true if the secret is used as plain text. Secrets of Standard Webhooks and Svix are base64 after the prefix
 * `whsec_`. Secrets of Stripe have the same prefix, but are plain text.
 */
function isPlainSecret(signature: Json | undefined): boolean {
  if (typeof signature !== 'object' || signature === null || Array.isArray(signature)) return false;
  return signature.preset !== 'svix';
}
