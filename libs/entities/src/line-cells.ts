import type { EntityManager, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { columnTypes, jsonText } from './columns';
import type { CsvSql } from './csv-sql';
import { dialectSql } from './dialect-sql';

type ColumnMetadata = EntityMetadata['columns'][number];

/** An entity's columns in SQL. */
export class RowColumns<Row extends ObjectLiteral> {
  private readonly metadata: EntityMetadata;
  private readonly joins: string[] = [];

  /** @param alias the name of the entity's table within the statement */
  constructor(
    private readonly manager: EntityManager,
    target: EntityTarget<Row>,
    private readonly alias: string,
  ) {
    this.metadata = manager.dataSource.getMetadata(target);
  }

  /** The table with its alias. */
  get table(): string {
    return `${this.manager.dataSource.driver.escape(this.metadata.tableName)} ${this.alias}`;
  }

  /** The table, and the tables that `related` has joined. */
  get tables(): string {
    return [this.table, ...this.joins].join(' LEFT JOIN ');
  }

  column(property: string): ColumnMetadata {
    const column = this.metadata.findColumnWithPropertyName(property);
    if (!column) throw new Error(`${this.metadata.name} has no column ${property}.`);
    return column;
  }

  name(property: string): string {
    return `${this.alias}.${this.manager.dataSource.driver.escape(this.column(property).databaseName)}`;
  }

  /** The value of a column as a cell. */
  cell(property: string): string {
    return dialectSql.csv[kindOf(this.column(property))](this.name(property));
  }

  /**
   * Joins the row of another entity whose id is in the column `by`. A subquery would take longer, because it would run
   * for each row that has a related row.
   */
  related<Other extends ObjectLiteral>(target: EntityTarget<Other>, by: string): RowColumns<Other> {
    const other = new RowColumns(this.manager, target, `${this.alias}${this.joins.length + 1}`);
    this.joins.push(`${other.tables} ON ${other.name('id')} = ${this.name(by)}`);
    return other;
  }
}

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

function kindOf({ type, transformer }: ColumnMetadata): Exclude<keyof CsvSql, 'seconds' | 'line'> {
  if (transformer === jsonText) return 'json';
  if (type === Boolean) return 'boolean';
  if (type === columnTypes.instant.type) return 'instant';
  if (type === columnTypes.double.type) return 'double';
  if (type === 'int' || type === Number) return 'integer';
  return 'text';
}
