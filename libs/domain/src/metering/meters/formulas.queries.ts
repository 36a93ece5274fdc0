import { dialectSql, FormulaPartEntity, MeterEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { type EntityManager, In, IsNull } from 'typeorm';

/** A formula with its parts. */
export interface StoredFormula {
  meter: MeterEntity;
  parts: readonly FormulaPartEntity[];
}

/** The parts of formulas by the id of the formula. */
export async function findParts(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, FormulaPartEntity[]>> {
  const parts = await manager.find(FormulaPartEntity, { where: { meterId: In([...ids]) } });
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
