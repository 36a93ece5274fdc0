import { ReportMailEntity, ReportRunEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

export async function insertMails(manager: EntityManager, mails: readonly ReportMailEntity[]): Promise<void> {
  if (mails.length > 0) await manager.insert(ReportMailEntity, [...mails]);
}

/** The mails of these runs, in the order of their recipients. */
export async function findMails(
  manager: EntityManager,
  runIds: readonly string[],
): Promise<ReportMailEntity[]> {
  if (runIds.length === 0) return [];
  return manager.find(ReportMailEntity, { where: { runId: In([...runIds]) }, order: { id: 'ASC' } });
}

/** The report of a mail. */
export function findRunOf(manager: EntityManager, runId: string): Promise<ReportRunEntity | null> {
  return manager.findOneBy(ReportRunEntity, { id: runId });
}

/** Changes all mails of a run. */
export async function updateMails(
  manager: EntityManager,
  runId: string,
  changes: Partial<ReportMailEntity>,
): Promise<void> {
  await manager.update(ReportMailEntity, { runId }, changes);
}

export async function deleteMails(manager: EntityManager, runIds: readonly string[]): Promise<void> {
  if (runIds.length > 0) await manager.delete(ReportMailEntity, { runId: In([...runIds]) });
}
