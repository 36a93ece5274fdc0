import {
  dialectSql,
  PagedList,
  RememberedValueEntity,
  type TriggerType,
  WorkflowEntity,
  WorkflowRevisionEntity,
} from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';
import type { SummaryRow } from './workflow';

export interface WorkflowFilter extends PageRequest {
  enabled?: boolean;
}

/** The columns of a workflow without its graph, which may be large. */
const WORKFLOWS = new PagedList(WorkflowEntity, {
  columns: [
    'id',
    'name',
    'description',
    'triggerType',
    'triggerConfig',
    'enabled',
    'problems',
    'revision',
    'webhookSlug',
    'webhookId',
    'webhookSecret',
    'createdAt',
    'updatedAt',
  ],
  order: ['id'],
  direction: 'ASC',
});

/** The columns that webhooks need. */
export type TriggeredRow = Pick<
  WorkflowEntity,
  | 'id'
  | 'revision'
  | 'enabled'
  | 'problems'
  | 'triggerType'
  | 'triggerConfig'
  | 'webhookSlug'
  | 'webhookId'
  | 'webhookSecret'
> & {
  /** Time of the last change, in milliseconds since 1970. */
  changedAtMs: number;
};

/** Finds the matching workflows without their graphs, oldest first. */
export function findWorkflows(
  manager: EntityManager,
  { enabled, ...page }: WorkflowFilter,
): Promise<Page<SummaryRow>> {
  return WORKFLOWS.read(manager, page, { equals: { enabled } });
}

export function findWorkflow(manager: EntityManager, id: string): Promise<WorkflowEntity | null> {
  return manager.findOneBy(WorkflowEntity, { id });
}

/** Reads the workflow and locks it until the transaction ends. */
export function lockWorkflow(manager: EntityManager, id: string): Promise<WorkflowEntity | null> {
  return manager.findOne(WorkflowEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

interface RawTriggeredRow extends Omit<TriggeredRow, 'enabled' | 'problems' | 'triggerConfig'> {
  /** MySQL returns booleans as numbers. */
  enabled: boolean | number;
  problems: string;
  triggerConfig: string;
}

const COLUMNS = { id: 'id', webhookSlug: 'webhook_slug', webhookId: 'webhook_id' } as const;

/**
 * Finds the workflows with these ids, slugs or webhook ids. Uses plain SQL for speed, because every webhook delivery
 * waits for it.
 */
export async function findTriggered(
  manager: EntityManager,
  by: keyof typeof COLUMNS,
  values: readonly string[],
): Promise<TriggeredRow[]> {
  const rows = await dialectSql.query<RawTriggeredRow>(
    manager,
    `SELECT id, revision, enabled, problems, trigger_type AS "triggerType", trigger_config AS "triggerConfig",
       webhook_slug AS "webhookSlug", webhook_id AS "webhookId", webhook_secret AS "webhookSecret",
       ${dialectSql.instantMs('updated_at')} AS "changedAtMs"
     FROM workflow WHERE ${COLUMNS[by]} IN (${values.map(() => '?').join(', ')})`,
    values,
  );
  return rows.map(({ enabled, problems, triggerConfig, ...row }) => ({
    ...row,
    enabled: Boolean(enabled),
    problems: JSON.parse(problems) as object[],
    triggerConfig: JSON.parse(triggerConfig) as object,
  }));
}

/** Finds the enabled workflows with a trigger of this type. */
export function findEnabled(
  manager: EntityManager,
  triggerType: TriggerType,
): Promise<Pick<WorkflowEntity, 'id' | 'revision' | 'triggerConfig'>[]> {
  return manager.find(WorkflowEntity, {
    select: { id: true, revision: true, triggerConfig: true },
    where: { triggerType, enabled: true },
    order: { id: 'ASC' },
  });
}

export function findNames(
  manager: EntityManager,
  ids: readonly string[],
): Promise<Pick<WorkflowEntity, 'id' | 'name'>[]> {
  return manager.find(WorkflowEntity, { select: { id: true, name: true }, where: { id: In([...ids]) } });
}

export function findRevision(
  manager: EntityManager,
  workflowId: string,
  revision: number,
): Promise<WorkflowRevisionEntity | null> {
  return manager.findOneBy(WorkflowRevisionEntity, { workflowId, revision });
}

/** Stores the current graph and trigger as a revision, for the executions that will use them. */
export async function insertRevision(
  manager: EntityManager,
  { id, revision, definition, triggerType, triggerConfig, updatedAt }: WorkflowEntity,
): Promise<void> {
  const kept = { workflowId: id, revision, definition, triggerType, triggerConfig, createdAt: updatedAt };
  await manager.insert(WorkflowRevisionEntity, kept);
}

/** Deletes the workflow, its revisions and what it remembers. Its executions and its schedule must be deleted before. */
export async function deleteWorkflow(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(RememberedValueEntity, { owner: id });
  await manager.delete(WorkflowRevisionEntity, { workflowId: id });
  await manager.delete(WorkflowEntity, { id });
}
