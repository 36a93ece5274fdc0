import type { WorkflowEntity, WorkflowMode, WorkflowRevisionEntity } from '@app/entities';
import { DomainError, SECRET_MASK, withCode } from '@app/kernel';
import type {
  EdgeDefinition,
  JsonObject,
  NodeDefinition,
  Problem,
  StickyNote,
  WorkflowDefinition,
} from '@app/workflow-engine';
import type { LastExecution } from './last-executions.queries';

/** The type and configuration of a workflow's trigger. */
export interface Trigger {
  /** One of `TRIGGER_TYPES`. A draft may have any text. */
  type: string;
  config: JsonObject;
  /** Fields that a trigger does not have. Only a draft can have them. */
  unknown?: JsonObject;
}

/** The input for a new workflow. */
export interface WorkflowInput {
  name: string;
  description?: string | null;
  nodes: NodeDefinition[];
  edges: EdgeDefinition[];
  notes?: StickyNote[];
  /** Default: manual. */
  trigger?: TriggerInput;
  /** Default: true. */
  enabled?: boolean;
  /** Default: parallel. */
  mode?: WorkflowMode;
}

/** A graph and a trigger to check. */
export type DefinitionInput = Pick<WorkflowInput, 'nodes' | 'edges' | 'trigger'>;

/** The changes of a workflow. Omitted fields keep their value. */
export interface WorkflowChanges extends Partial<WorkflowInput> {
  /**
   * The revision on which the changes are based. If it is given, but is not the current revision, the change is
   * refused.
   */
  revision?: number;
}

export interface TriggerInput {
  type: string;
  /**
   * Replaces the whole trigger. The `secret` of a webhook may be a text, the mask to keep the current secret, or null
   * to generate one.
   */
  config?: JsonObject | null;
  /** Fields that a trigger does not have. A workflow with such fields is a draft. */
  unknown?: JsonObject;
}

/** A workflow without its graph, for lists. */
export interface WorkflowSummary {
  id: string;
  name: string;
  description: string | null;
  enabled: boolean;
  mode: WorkflowMode;
  /** Counts the triggers that started no execution because of the mode. */
  skipped: { count: number; lastAt: Date | null };
  /** The configuration of a webhook has the field `secret`, which is masked like `webhookSecret`. */
  trigger: Trigger;
  webhookSlug: string;
  webhookId: string;
  /** Masked, except in the response to the request that set it. */
  webhookSecret: string;
  /** A workflow with problems is a draft. */
  problems: Problem[];
  /** Starts at 1, and increases with each change. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A workflow in a list. */
export interface ListedWorkflow extends WorkflowSummary {
  /** Null if the workflow has no execution; absent if the caller did not ask for it. */
  lastExecution?: LastExecution | null;
}

export interface Workflow extends WorkflowSummary, WorkflowDefinition {}

/** The definition of a workflow as its executions with this revision run it. */
export interface WorkflowRevision extends WorkflowDefinition {
  workflowId: string;
  revision: number;
  /** Like the trigger of a `WorkflowSummary`; the secret is always masked. */
  trigger: Trigger;
  createdAt: Date;
}

type TriggerColumns = Pick<WorkflowEntity, 'triggerType' | 'triggerConfig'>;

export type SummaryRow = Omit<WorkflowEntity, 'definition' | 'createdBy'>;

export function triggerOf({ triggerType, triggerConfig }: TriggerColumns): Trigger {
  if (triggerType === 'unknown') return triggerConfig as Trigger;
  return { type: triggerType, config: triggerConfig as JsonObject };
}

/** @param shownSecret true to show the secret, which happens only once */
export function toSummary(row: SummaryRow, shownSecret = false): WorkflowSummary {
  const webhookSecret = shownSecret ? row.webhookSecret : SECRET_MASK;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    mode: row.mode,
    skipped: { count: row.skippedCount, lastAt: row.skippedAt },
    trigger: shownTrigger(row, webhookSecret),
    webhookSlug: row.webhookSlug,
    webhookId: row.webhookId,
    webhookSecret,
    problems: (row.problems as Problem[]).map(withCode),
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function shownTrigger(row: TriggerColumns, secret: string): Trigger {
  const { type, config } = triggerOf(row);
  return { type, config: type === 'webhook' ? { ...config, secret } : config };
}

export function toRevision(row: WorkflowRevisionEntity): WorkflowRevision {
  const { workflowId, revision, createdAt } = row;
  const trigger = shownTrigger(row, SECRET_MASK);
  return { workflowId, revision, trigger, ...(row.definition as WorkflowDefinition), createdAt };
}

export function toWorkflow(row: WorkflowEntity, shownSecret = false): Workflow {
  return { ...toSummary(row, shownSecret), ...(row.definition as WorkflowDefinition) };
}

/** @throws DomainError `workflow_draft` */
export function assertNotDraft({ draft }: { draft: boolean }): void {
  if (!draft) return;
  const message = 'The workflow is a draft. Fix its problems before you run it.';
  throw new DomainError('conflict', 'workflow_draft', message);
}
