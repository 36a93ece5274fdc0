import { dialectSql, ImplausibleStepEntity, MeterEntity } from '@app/entities';
import { And, type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';

interface Range {
  fromMs: number;
  toMs: number;
}

/**
 * Replaces the implausible steps of a meter that end in (fromMs, toMs], and updates the meter's count of them. The
 * caller has locked the meter's row.
 * @returns by how much the count changed
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

/** Deletes a meter's implausible steps, except those that end in (fromMs, toMs] of `except`. */
export async function deleteImplausibleSteps(
  manager: EntityManager,
  meterId: number,
  except: Range | null,
): Promise<void> {
  if (except) {
    await manager.delete(ImplausibleStepEntity, { meterId, endsAt: MoreThan(new Date(except.toMs)) });
    // From minus infinity on if nothing before the pruned hours may change.
    if (Number.isFinite(except.fromMs))
      await manager.delete(ImplausibleStepEntity, {
        meterId,
        endsAt: LessThanOrEqual(new Date(except.fromMs)),
      });
  } else {
    await manager.delete(ImplausibleStepEntity, { meterId });
  }
  await manager.update(MeterEntity, meterId, {
    implausibleSteps: await manager.countBy(ImplausibleStepEntity, { meterId }),
    lastImplausibleAt: await newestImplausible(manager, meterId),
  });
}

async function newestImplausible(manager: EntityManager, meterId: number): Promise<Date | null> {
  const newest = await manager.findOne(ImplausibleStepEntity, {
    where: { meterId },
    order: { endsAt: 'DESC' },
  });
  return newest?.endsAt ?? null;
}
