import { LightingStateEntity, type TriggerType, WorkflowExecutionEntity } from '@app/entities';
import { type EntityManager, In, MoreThan } from 'typeorm';

/** The requested states of the lights of a label. */
export function findStates(manager: EntityManager, labelId: string): Promise<LightingStateEntity[]> {
  return manager.findBy(LightingStateEntity, { labelId });
}

/** Returns which of these labels a command controls at `at`. */
export async function findControlledLabels(
  manager: EntityManager,
  labelIds: readonly string[],
  at: Date,
): Promise<Set<string>> {
  if (labelIds.length === 0) return new Set();
  const claimed = await manager.find(LightingStateEntity, {
    select: { labelId: true, deviceId: true },
    where: { labelId: In([...labelIds]), claimedUntil: MoreThan(at) },
  });
  return new Set(claimed.map(({ labelId }) => labelId));
}

/** Replaces the requested states of these lights. */
export async function replaceStates(
  manager: EntityManager,
  labelId: string,
  states: LightingStateEntity[],
): Promise<void> {
  if (states.length === 0) return;
  const deviceId = In(states.map((state) => state.deviceId));
  await manager.delete(LightingStateEntity, { labelId, deviceId });
  await manager.insert(LightingStateEntity, states);
}

/** Stores the result of a command for some of its lights, unless a later command has replaced it. */
export async function finishStates(
  manager: EntityManager,
  { labelId, commandId, deviceIds }: { labelId: string; commandId: string; deviceIds: readonly string[] },
  result: Pick<LightingStateEntity, 'status' | 'error' | 'finishedAt'>,
): Promise<void> {
  const which = { labelId, commandId, deviceId: In([...deviceIds]) };
  await manager.update(LightingStateEntity, which, { ...result, claimedUntil: null });
}

export function hasPendingStates(
  manager: EntityManager,
  labelId: string,
  commandId: string,
): Promise<boolean> {
  return manager.existsBy(LightingStateEntity, { labelId, commandId, status: 'pending' });
}

/** The trigger and the trigger data of an execution; null if the execution no longer exists. */
export async function readCause(
  manager: EntityManager,
  executionId: string,
): Promise<{ trigger: TriggerType; triggerData: unknown } | null> {
  const found = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, trigger: true, triggerData: true },
    where: { id: executionId },
  });
  return found && { trigger: found.trigger, triggerData: JSON.parse(found.triggerData) as unknown };
}
