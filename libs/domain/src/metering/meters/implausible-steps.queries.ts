import { dialectSql, ImplausibleStepEntity, MeterEntity } from '@app/entities';
import { And, type EntityManager, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';

interface Range {
  fromMs: number;
  toMs: number;
}

/**
 * Replaces the implausible steps of a meter that end in (fromMs, toMs], and updates the meter's count of them. The
 * caller must have locked the meter's row.
 * @returns the change of the count
 */
export async function replaceImplausibleSteps(
  manager: EntityManager,
  meterId: number,
  { fromMs, toMs }: Range,
  endsMs: readonly number[],
): Promise<number> {
  const endsAt = And(MoreThan(new Date(fromMs)), LessThanOrEqual(new Date(toMs)));
  const { affected } = await manager.delete(ImplausibleStepEntity, { meterId, endsAt });
  await dialectSql.insert(manager, 'implausible_step', [
    { name: 'meter_id', type: 'int', values: meterId },
    { name: 'ends_at', type: 'instant', values: [...endsMs] },
  ]);
  const removed = affected ?? 0;
  if (endsMs.length + removed === 0) return 0;
  const change = endsMs.length - removed;
  await manager.update(MeterEntity, meterId, {
    implausibleSteps: () => `implausible_steps + (${change})`,
    lastImplausibleAt: await newestImplausible(manager, meterId),
  });
  return change;
}

/**
 * Deletes a meter's implausible steps. Keeps the count of folded steps, and the steps that end in the range (fromMs,
 * toMs] of `except`.
 */
export async function deleteImplausibleSteps(
  manager: EntityManager,
  meterId: number,
  except: Range | null,
): Promise<void> {
  if (except) {
    await manager.delete(ImplausibleStepEntity, { meterId, endsAt: MoreThan(new Date(except.toMs)) });
    // If `fromMs` is infinite, no steps before `toMs` are deleted.
    if (Number.isFinite(except.fromMs))
      await manager.delete(ImplausibleStepEntity, {
        meterId,
        endsAt: LessThanOrEqual(new Date(except.fromMs)),
      });
  } else {
    await manager.delete(ImplausibleStepEntity, { meterId });
  }
  const rows = await manager.countBy(ImplausibleStepEntity, { meterId });
  await manager.update(MeterEntity, meterId, {
    implausibleSteps: () => `implausible_folded + ${rows}`,
    lastImplausibleAt: await newestImplausible(manager, meterId),
  });
}

/**
 * Deletes the rows of implausible steps in pruned hours, which can never change, and adds their number to the meter's
 * `implausibleFolded`. Keeps the row of the newest step, because the meter may show its time.
 */
export async function foldImplausibleSteps(
  manager: EntityManager,
  meterId: number,
  toMs: number,
): Promise<void> {
  const newest = await newestImplausible(manager, meterId, toMs);
  if (!newest) return;
  const { affected } = await manager.delete(ImplausibleStepEntity, { meterId, endsAt: LessThan(newest) });
  if (affected)
    await manager.update(MeterEntity, meterId, {
      implausibleFolded: () => `implausible_folded + ${affected}`,
    });
}

async function newestImplausible(
  manager: EntityManager,
  meterId: number,
  untilMs?: number,
): Promise<Date | null> {
  const endsAt = untilMs === undefined ? undefined : LessThanOrEqual(new Date(untilMs));
  const newest = await manager.findOne(ImplausibleStepEntity, {
    where: { meterId, ...(endsAt && { endsAt }) },
    order: { endsAt: 'DESC' },
  });
  return newest?.endsAt ?? null;
}
