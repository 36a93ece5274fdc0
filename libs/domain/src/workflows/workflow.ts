import type { WorkflowEntity } from '@app/entities';
import { SECRET_MASK } from '@app/kernel';
import type {
  EdgeDefinition,
  JsonObject,
  NodeDefinition,
  Problem,
  WorkflowDefinition,
} from '@app/workflow-engine';

/** What a workflow's trigger is and how it is set up. */
export interface Trigger {
  /** One of `TRIGGER_TYPES`; a draft may have another. */
  type: string;
  config: JsonObject;
}

/** What people say a workflow shall be. */
export interface WorkflowInput {
  name: string;
  description?: string | null;
  nodes: NodeDefinition[];
  edges: EdgeDefinition[];
  /** Manual where it is left out. */
  trigger?: TriggerInput;
  /** True where it is left out. */
  enabled?: boolean;
}

/** What is left out stays as it is. */
export type WorkflowChanges = Partial<WorkflowInput>;

export interface TriggerInput {
  type: string;
  /** The whole of it. A webhook's `secret` may be an own one, the mask to keep it, or null for a new one. */
  config?: JsonObject | null;
}

/** A workflow without its graph: what lists show. */
export interface WorkflowSummary {
  id: string;
  name: string;
  description: string | null;
  enabled: boolean;
  /** A webhook's config has a `secret`, masked as `webhookSecret` is. */
  trigger: Trigger;
  webhookSlug: string;
  webhookId: string;
  /** The mask, but in the answer to the request that set it. */
  webhookSecret: string;
  /** Where there are any it is a draft. */
  problems: Problem[];
  /** Counts the changes of graph and trigger, from 1. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface Workflow extends WorkflowSummary {
  nodes: NodeDefinition[];
  edges: EdgeDefinition[];
}

export type SummaryRow = Omit<WorkflowEntity, 'definition' | 'createdBy'>;

export function triggerOf({
  triggerType,
  triggerConfig,
}: Pick<WorkflowEntity, 'triggerType' | 'triggerConfig'>): Trigger {
  if (triggerType === 'unknown') return triggerConfig as Trigger;
  return { type: triggerType, config: triggerConfig as JsonObject };
}

/** @param shownSecret true where the secret may be shown, this once */
export function toSummary(row: SummaryRow, shownSecret = false): WorkflowSummary {
  const webhookSecret = shownSecret ? row.webhookSecret : SECRET_MASK;
  const { type, config } = triggerOf(row);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    trigger: {
      type,
      config: type === 'webhook' ? { ...config, secret: webhookSecret } : config,
    },
    webhookSlug: row.webhookSlug,
    webhookId: row.webhookId,
    webhookSecret,
    problems: row.problems as Problem[],
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toWorkflow(row: WorkflowEntity, shownSecret = false): Workflow {
  return { ...toSummary(row, shownSecret), ...(row.definition as WorkflowDefinition) };
}
