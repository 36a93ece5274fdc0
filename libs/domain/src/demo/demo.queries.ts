import { AuditEntryEntity, ReportRunEntity, ReportTemplateEntity } from '@app/entities';
import { type EntityManager, In, IsNull } from 'typeorm';

/**
 * The records that the given system actor has created, as JSON from the audit log.
 * @param action such as `workflow.created`
 */
export async function findRecordsMadeBy(
  manager: EntityManager,
  part: string,
  action: string,
): Promise<(string | null)[]> {
  const entries = await manager.find(AuditEntryEntity, {
    select: { id: true, after: true },
    where: { action, username: part, userId: IsNull() },
  });
  return entries.map(({ after }) => after);
}

/**
 * The records that the given system actor has created, newest first.
 * @param kinds such as `fault`
 */
export async function findTargetsMadeBy(
  manager: EntityManager,
  part: string,
  kinds: readonly string[],
): Promise<{ kind: string; id: string }[]> {
  const entries = await manager.find(AuditEntryEntity, {
    select: { id: true, action: true, target: true },
    where: { action: In(kinds.map((kind) => `${kind}.created`)), username: part, userId: IsNull() },
    order: { id: 'DESC' },
  });
  return entries.map(({ action, target }) => ({
    kind: action.slice(0, action.lastIndexOf('.')),
    id: target?.split(' ').at(-1) ?? '',
  }));
}

/** The id of the report plan that the given system actor has created, unless it has run; null otherwise. */
export async function findPlanWithoutRun(manager: EntityManager, part: string): Promise<number | null> {
  const [plan] = await findTargetsMadeBy(manager, part, ['report']);
  const planId = Number(plan?.id);
  return plan && !(await manager.existsBy(ReportRunEntity, { planId })) ? planId : null;
}

export function findShippedTemplate(
  manager: EntityManager,
  shipped: string,
): Promise<ReportTemplateEntity | null> {
  return manager.findOneBy(ReportTemplateEntity, { shipped });
}

export function isDemoRemoved(manager: EntityManager, part: string): Promise<boolean> {
  return manager.existsBy(AuditEntryEntity, {
    action: 'demonstration.removed',
    username: part,
    userId: IsNull(),
  });
}
