import { PagedList, ReportPlanEntity, ReportRunEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';

const RUNS = new PagedList(ReportRunEntity, {
  columns: [
    'id',
    'planId',
    'name',
    'templateId',
    'format',
    'language',
    'timezone',
    'areaIds',
    'fromAt',
    'toAt',
    'status',
    'progress',
    'fileId',
    'error',
    'attempts',
    'claim',
    'dueAt',
    'createdBy',
    'executionId',
    'createdAt',
    'finishedAt',
  ],
  order: ['id'],
  direction: 'DESC',
});

/** The runs of a plan, newest first. */
export function findRunsOfPlan(
  manager: EntityManager,
  planId: number,
  page: PageRequest,
): Promise<Page<ReportRunEntity>> {
  return RUNS.read(manager, page, { equals: { planId } });
}

export function findRun(manager: EntityManager, id: string): Promise<ReportRunEntity | null> {
  return manager.findOneBy(ReportRunEntity, { id });
}

export async function findRuns(manager: EntityManager, ids: readonly string[]): Promise<ReportRunEntity[]> {
  return ids.length === 0 ? [] : manager.findBy(ReportRunEntity, { id: In([...ids]) });
}

/** The runs that created a file. */
export function findRunsOfFile(
  manager: EntityManager,
  fileId: string,
  limit: number,
): Promise<ReportRunEntity[]> {
  return manager.find(ReportRunEntity, { where: { fileId }, order: { id: 'ASC' }, take: limit });
}

export async function insertRun(manager: EntityManager, run: ReportRunEntity): Promise<void> {
  await manager.insert(ReportRunEntity, run);
}

/** Some runs of a plan. */
export async function findRunIds(manager: EntityManager, planId: number, limit: number): Promise<string[]> {
  const runs = await manager.find(ReportRunEntity, { select: { id: true }, where: { planId }, take: limit });
  return runs.map(({ id }) => id);
}

/** Runs that ended before an instant, oldest first, without the newest run of each plan. */
export async function findOldRunIds(manager: EntityManager, before: Date, limit: number): Promise<string[]> {
  const newest = manager
    .createQueryBuilder(ReportPlanEntity, 'plan')
    .select('1')
    .where('plan.lastRunId = run.id')
    .getQuery();
  const runs = await manager
    .createQueryBuilder(ReportRunEntity, 'run')
    .select('run.id')
    .where('run.finishedAt < :before', { before })
    .andWhere(`NOT EXISTS (${newest})`)
    .orderBy('run.finishedAt')
    .limit(limit)
    .getMany();
  return runs.map(({ id }) => id);
}

export async function deleteRuns(manager: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await manager.delete(ReportRunEntity, { id: In([...ids]) });
}
