import { say } from '@app/kernel';
import {
  BackupEntity,
  ExecutionWaitEntity,
  ExportJobEntity,
  NotificationDeliveryEntity,
  ReportMailEntity,
  ReportRunEntity,
  SkippedStartEntity,
  TriggerHoldEntity,
  TriggerOccurrenceEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { type EntityManager, In, IsNull, LessThanOrEqual, Not } from 'typeorm';

/** The number of records of each kind whose work has been ended. */
export interface EndedWork {
  backups: number;
  exports: number;
  reports: number;
  /** Mails of reports and messages about alerts. */
  messages: number;
  executions: number;
  /** Events and changes of points that had not yet started their workflows. */
  occurrences: number;
  /** States of points that had not yet lasted long enough to start their workflows. */
  holds: number;
}

const NO_WORK: EndedWork = {
  backups: 0,
  exports: 0,
  reports: 0,
  messages: 0,
  executions: 0,
  occurrences: 0,
  holds: 0,
};
const OPEN = In(['queued', 'running']);

/**
 * Fails work that was under way when the backup was made. The processes of that time may have finished it after the
 * backup. Executions and messages that only wait for a time after `now` are kept, because they cannot have continued.
 * Executions in a `wait_for` node fail, because a call or an event may have ended their wait. The database must not be
 * in use.
 * @param continuesWork if true, only backups fail, because no process has worked since the backup was made
 */
export async function endWork(manager: EntityManager, now: Date, continuesWork: boolean): Promise<EndedWork> {
  const ended = { status: 'failed', dueAt: null, claim: null, finishedAt: now } as const;
  const backups = await changed(
    manager.update(
      BackupEntity,
      { status: OPEN },
      { ...ended, error: say('restored_backup'), activeKey: null },
    ),
  );
  if (continuesWork) return { ...NO_WORK, backups };
  const exportEnd = { ...ended, error: say('restored_work', { work: say('the_export') }) };
  const reportEnd = { ...ended, error: say('restored_work', { work: say('the_report') }) };
  return {
    backups,
    exports: await changed(manager.update(ExportJobEntity, { status: OPEN }, exportEnd)),
    reports: await changed(manager.update(ReportRunEntity, { status: OPEN }, reportEnd)),
    messages: await endMessages(manager, now),
    executions: await endExecutions(manager, now),
    occurrences:
      (await changed(manager.deleteAll(TriggerOccurrenceEntity))) +
      (await changed(manager.deleteAll(SkippedStartEntity))),
    holds: await changed(manager.update(TriggerHoldEntity, { sinceAt: Not(IsNull()) }, { sinceAt: null })),
  };
}

async function endMessages(manager: EntityManager, now: Date): Promise<number> {
  const end = { status: 'failed', error: say('restored_message'), dueAt: null } as const;
  const held = { status: 'held', dueAt: LessThanOrEqual(now) } as const;
  return (
    (await changed(
      manager.update(ReportMailEntity, { status: OPEN }, { ...end, claim: null, finishedAt: now }),
    )) +
    (await changed(manager.update(NotificationDeliveryEntity, { status: 'pending' }, end))) +
    (await changed(manager.update(NotificationDeliveryEntity, held, end)))
  );
}

async function endExecutions(manager: EntityManager, now: Date): Promise<number> {
  const update = manager
    .createQueryBuilder()
    .update(WorkflowExecutionEntity)
    .set({
      status: 'failed',
      error: say('restored_execution'),
      finishedAt: now,
      dueAt: null,
      claimedBy: null,
      claimedUntil: null,
      version: () => 'version + 1',
    })
    .where(
      `status = 'running' AND (claimed_by IS NOT NULL OR due_at IS NULL OR due_at <= :now OR EXISTS (
        SELECT 1 FROM execution_wait
        WHERE execution_wait.execution_id = workflow_execution.id AND execution_wait.status = 'waiting'))`,
      { now },
    );
  const executions = await changed(update.execute());
  await manager.delete(ExecutionWaitEntity, { status: 'waiting' });
  return executions;
}

async function changed(change: Promise<{ affected?: number | null }>): Promise<number> {
  return (await change).affected ?? 0;
}
