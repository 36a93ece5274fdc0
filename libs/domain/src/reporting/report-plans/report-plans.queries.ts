import { PagedList, ReportPlanEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';

export interface ReportPlanFilter extends PageRequest {
  enabled?: boolean;
}

const PLANS = new PagedList(ReportPlanEntity, {
  columns: [
    'id',
    'name',
    'templateId',
    'cron',
    'timezone',
    'range',
    'areaIds',
    'enabled',
    'recipients',
    'format',
    'language',
    'lastRunId',
  ],
  order: ['id'],
  direction: 'ASC',
});

/** Plans, oldest first. */
export function findPlans(
  manager: EntityManager,
  { enabled, ...page }: ReportPlanFilter,
): Promise<Page<ReportPlanEntity>> {
  return PLANS.read(manager, page, { equals: { enabled } });
}

export function findPlan(manager: EntityManager, id: number): Promise<ReportPlanEntity | null> {
  return manager.findOneBy(ReportPlanEntity, { id });
}

/** Returns the given ids for which a plan exists. */
export async function findPlanIds(manager: EntityManager, ids: readonly number[]): Promise<number[]> {
  const rows = await manager.find(ReportPlanEntity, { select: { id: true }, where: { id: In([...ids]) } });
  return rows.map(({ id }) => id);
}

/** Reads the plan and locks it until the transaction ends. */
export function lockPlan(manager: EntityManager, id: number): Promise<ReportPlanEntity | null> {
  return manager.findOne(ReportPlanEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

export function findEnabledPlans(manager: EntityManager): Promise<ReportPlanEntity[]> {
  return manager.find(ReportPlanEntity, { where: { enabled: true }, order: { id: 'ASC' } });
}

/** Locks the given plans, except disabled ones, so that no plan is deleted before its run is stored. */
export function lockEnabledPlans(
  manager: EntityManager,
  ids: readonly number[],
): Promise<ReportPlanEntity[]> {
  return manager.find(ReportPlanEntity, {
    where: { id: In([...ids]), enabled: true },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

export function savePlan(
  manager: EntityManager,
  plan: Omit<ReportPlanEntity, 'id'>,
): Promise<ReportPlanEntity> {
  return manager.save(manager.create(ReportPlanEntity, plan));
}

export async function storeLastRun(manager: EntityManager, id: number, lastRunId: string): Promise<void> {
  await manager.update(ReportPlanEntity, { id }, { lastRunId });
}

export async function deletePlan(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(ReportPlanEntity, { id });
}
