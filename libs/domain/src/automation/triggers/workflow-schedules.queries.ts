import { type TriggerType, WorkflowEntity, type WorkflowMode } from '@app/entities';
import { type EntityManager, In } from 'typeorm';
import { SCHEDULED_TRIGGERS } from '../workflows/workflow-schedule';

/** An enabled workflow with a schedule row. */
export interface ScheduledWorkflow {
  id: string;
  revision: number;
  mode: WorkflowMode;
  triggerType: TriggerType;
  triggerConfig: object;
}

/** The workflows that are enabled and have a schedule row. */
export function readScheduled(
  manager: EntityManager,
  workflowIds: readonly string[],
): Promise<ScheduledWorkflow[]> {
  return manager.find(WorkflowEntity, {
    select: { id: true, revision: true, mode: true, triggerType: true, triggerConfig: true },
    where: { id: In([...workflowIds]), enabled: true, triggerType: In([...SCHEDULED_TRIGGERS]) },
  }) as Promise<ScheduledWorkflow[]>;
}

/** Reads the workflow and locks it until the transaction ends. */
export function lockScheduled(manager: EntityManager, workflowId: string): Promise<WorkflowEntity | null> {
  return manager.findOne(WorkflowEntity, { where: { id: workflowId }, lock: { mode: 'pessimistic_write' } });
}
