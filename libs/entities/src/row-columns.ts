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
    const kind = kindOf(this.column(property));
    const value = this.name(property);
    return kind === 'integer' ? value : dialectSql.csv[kind](value);
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

function kindOf({
  type,
  transformer,
}: ColumnMetadata): Exclude<keyof CsvSql, 'seconds' | 'line'> | 'integer' {
  if (transformer === jsonText) return 'json';
  if (type === Boolean) return 'boolean';
  if (type === columnTypes.instant.type) return 'instant';
  if (type === columnTypes.double.type) return 'double';
  if (type === 'int' || type === Number) return 'integer';
  return 'text';
}
