import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { dialectSql } from './dialect-sql';
import type { RowColumns } from './row-columns';

/** Returns the SQL expression of a cell in lines that the database writes. */
export type LineCell<Row extends ObjectLiteral> = (row: RowColumns<Row>) => string;

type Property<Row> = keyof Row & string;

/** The value of a column. */
export function cellOf<Row extends ObjectLiteral>(property: Property<Row>): LineCell<Row> {
  return (row) => row.cell(property);
}

/** The value of a column whose texts are constants in the code. They need neither quotes nor an apostrophe. */
export function wordOf<Row extends ObjectLiteral>(property: Property<Row>): LineCell<Row> {
  return (row) => row.name(property);
}

/**
 * The value of the column `property` if the column `condition` equals the constant `when`. Otherwise, the cell is
 * empty.
 */
export function cellWhen<Row extends ObjectLiteral>(
  condition: Property<Row>,
  when: string,
  property: Property<Row>,
): LineCell<Row> {
  return (row) => `CASE WHEN ${row.name(condition)} = '${when}' THEN ${row.cell(property)} END`;
}

/** The constant `match` if the column `condition` equals the constant `when`. Otherwise, the constant `otherwise`. */
export function wordWhen<Row extends ObjectLiteral>(
  condition: Property<Row>,
  when: string,
  { match, otherwise }: { match: string; otherwise: string },
): LineCell<Row> {
  return (row) => `CASE WHEN ${row.name(condition)} = '${when}' THEN '${match}' ELSE '${otherwise}' END`;
}

/** The seconds between two instants. The cell is empty if the second instant is null. */
export function secondsBetween<Row extends ObjectLiteral>(
  from: Property<Row>,
  to: Property<Row>,
): LineCell<Row> {
  return (row) => dialectSql.csv.seconds(row.name(from), row.name(to));
}

/** A column of the row of another entity whose id is in the column `by`. The cell is empty if no such row exists. */
export function cellOfRelated<Row extends ObjectLiteral, Other extends ObjectLiteral>(
  by: Property<Row>,
  target: EntityTarget<Other>,
  property: Property<Other>,
): LineCell<Row> {
  return (row) => row.related(target, by).cell(property);
}
