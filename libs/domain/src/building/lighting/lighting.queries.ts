import { type PointValue, QUALITIES } from '@app/contracts';
import {
  LightingStateEntity,
  PointValueEntity,
  type TriggerType,
  WorkflowExecutionEntity,
} from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** Codes per statement. This is far below the number of parameters that a database accepts. */
const CODES_PER_STATEMENT = 1000;

/** The stored last values of points, by code. Points without a stored value are missing. */
export async function readStoredValues(
  manager: EntityManager,
  codes: readonly string[],
): Promise<Map<string, PointValue>> {
  const values = new Map<string, PointValue>();
  for (let start = 0; start < codes.length; start += CODES_PER_STATEMENT) {
    const part = codes.slice(start, start + CODES_PER_STATEMENT);
    for (const row of await manager.findBy(PointValueEntity, { code: In(part) })) {
      const { code, value, quality, measuredAt } = row;
      const timestamp = measuredAt.toISOString();
      values.set(code, { code, value, quality: QUALITIES[quality] ?? 'bad', timestamp });
    }
  }
  return values;
}

/** The requested states of the lights of a label. */
export function findStates(manager: EntityManager, labelId: string): Promise<LightingStateEntity[]> {
  return manager.findBy(LightingStateEntity, { labelId });
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

/** The trigger of an execution; null if the execution no longer exists. */
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
