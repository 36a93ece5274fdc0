import {
  dialectSql,
  PagedList,
  RememberedValueEntity,
  SkippedStartEntity,
  TriggerHoldEntity,
  type TriggerType,
  TriggerWatchEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
  WorkflowRevisionEntity,
} from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import type { SummaryRow } from './workflow';
import { WORKFLOW_SEARCH } from './workflow-search';

export interface WorkflowFilter extends PageRequest {
  enabled?: boolean;
  /** The beginning of a word in the name. */
  search?: string;
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
    'mode',
    'skippedCount',
    'skippedAt',
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
  | 'mode'
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

/** Finds the matching workflows without their graphs, oldest first. @throws DomainError `search_too_broad` */
export async function findWorkflows(
  manager: EntityManager,
  { enabled, search = '', ...page }: WorkflowFilter,
): Promise<Page<SummaryRow>> {
  const ids = search === '' ? undefined : await WORKFLOW_SEARCH.find(manager, search);
  return WORKFLOWS.read(manager, page, { equals: { enabled }, ids });
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
    `SELECT id, revision, mode, enabled, problems, trigger_type AS "triggerType", trigger_config AS "triggerConfig",
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

/** The workflows whose definition contains one of these texts, oldest first. There must be at least one text. */
export function findDefinitionsWith(
  manager: EntityManager,
  texts: readonly string[],
): Promise<Pick<WorkflowEntity, 'id' | 'name' | 'enabled' | 'definition'>[]> {
  return manager
    .createQueryBuilder(WorkflowEntity, 'workflow')
    .select(['workflow.id', 'workflow.name', 'workflow.enabled', 'workflow.definition'])
    .where(texts.map((_, index) => `workflow.definition LIKE :text${index}`).join(' OR '))
    .setParameters(Object.fromEntries(texts.map((text, index) => [`text${index}`, patternOf(text)])))
    .orderBy('workflow.id')
    .getMany();
}

/** The text as JSON contains it. A backslash is also the escape character of LIKE. */
function patternOf(text: string): string {
  return `%${JSON.stringify(text).slice(1, -1).replaceAll('\\', '\\\\')}%`;
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

/**
 * Starts all waiting executions after a change to mode `parallel`, in which no execution waits. They are due at once,
 * and the sweep queues them.
 */
export async function startAllWaiting(manager: EntityManager, workflowId: string, at: Date): Promise<void> {
  await manager.update(
    WorkflowExecutionEntity,
    { workflowId, status: 'running', startedAt: IsNull() },
    { startedAt: at, dueAt: at },
  );
}

/**
 * Restarts the trigger of a workflow. Locks the watch first, so that the process that evaluates the trigger stores
 * nothing in the meantime.
 * @param keepsActs true to remember for which points the trigger has fired, so that it does not fire for them again
 */
export async function resetWatch(
  manager: EntityManager,
  workflowId: string,
  { keepsActs }: { keepsActs: boolean },
): Promise<void> {
  await manager.delete(TriggerWatchEntity, { workflowId });
  await manager.delete(TriggerHoldEntity, { workflowId, ...(keepsActs && { sinceAt: Not(IsNull()) }) });
}

/**
 * Deletes the workflow, its revisions, its remembered values and the progress of its trigger. Its executions and its
 * schedule must already be deleted.
 */
export async function deleteWorkflow(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(TriggerWatchEntity, { workflowId: id });
  await manager.delete(TriggerHoldEntity, { workflowId: id });
  await manager.delete(SkippedStartEntity, { workflowId: id });
  await manager.delete(RememberedValueEntity, { owner: id });
  await manager.delete(WorkflowRevisionEntity, { workflowId: id });
  await manager.delete(WorkflowEntity, { id });
}
