import { dialectSql, FormulaPartEntity, type FormulaPart, MeterEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { type EntityManager, In, IsNull } from 'typeorm';

type Term = Pick<FormulaPart, 'partId' | 'factor'>;

/** A formula with its parts. */
export interface StoredFormula {
  meter: MeterEntity;
  parts: readonly Term[];
}

/** The parts of formulas by the id of the formula, in their order. @param ids default: all formulas */
export async function findParts(
  manager: EntityManager,
  ids?: readonly number[],
): Promise<Map<number, FormulaPartEntity[]>> {
  const parts = await manager.find(FormulaPartEntity, {
    where: ids && { meterId: In([...ids]) },
    order: { meterId: 'ASC', sortOrder: 'ASC' },
  });
  return groupBy(parts, ({ meterId }) => meterId);
}

/** The ids of all formulas that contain a meter, directly or through other formulas. */
export async function formulasWith(manager: EntityManager, meterId: number): Promise<number[]> {
  const rows = await dialectSql.query<{ id: number }>(
    manager,
    `WITH RECURSIVE formula (id) AS (
       SELECT meter_id FROM formula_part WHERE part_id = ?
       UNION SELECT part.meter_id FROM formula_part AS part JOIN formula ON formula.id = part.part_id
     ) SELECT id FROM formula`,
    [meterId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks active formulas until the transaction ends, always in the same order, and then reads their parts. A change of
 * the parts locks the formula too.
 */
export async function lockFormulas(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, StoredFormula>> {
  const meters = await manager.find(MeterEntity, {
    where: { id: In([...ids]), kind: 'formula', removedAt: IsNull() },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const parts = await findParts(manager, ids);
  return new Map(meters.map((meter) => [meter.id, { meter, parts: parts.get(meter.id) ?? [] }]));
}

/**
 * Replaces the parts of formulas. The foreign key locks the parts: it waits for transactions that are storing readings
 * of a part and cannot know the new formula yet. The sums must be computed after this transaction.
 */
export async function replaceParts(
  manager: EntityManager,
  formulas: readonly { meterId: number; parts: readonly Term[] }[],
): Promise<void> {
  if (formulas.length === 0) return;
  await manager.delete(FormulaPartEntity, { meterId: In(formulas.map(({ meterId }) => meterId)) });
  const rows = formulas.flatMap(({ meterId, parts }) =>
    parts.map(({ partId, factor }, sortOrder) => ({ meterId, partId, factor, sortOrder })),
  );
  await dialectSql.insert(manager, 'formula_part', [
    { name: 'meter_id', type: 'int', values: rows.map(({ meterId }) => meterId) },
    { name: 'part_id', type: 'int', values: rows.map(({ partId }) => partId) },
    { name: 'factor', type: 'double', values: rows.map(({ factor }) => factor) },
    { name: 'sort_order', type: 'int', values: rows.map(({ sortOrder }) => sortOrder) },
  ]);
}

/** Deletes the parts of removed formulas, so that their parts can be removed too. */
export async function deletePartsOfRemoved(manager: EntityManager): Promise<void> {
  await dialectSql.query(
    manager,
    'DELETE FROM formula_part WHERE meter_id IN (SELECT id FROM meter WHERE removed_at IS NOT NULL)',
  );
}
