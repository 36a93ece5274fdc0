import { readAhead } from '@app/kernel';
import type { EntityManager, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { columnTypes } from './columns';
import { dialectSql } from './dialect-sql';

type ColumnMetadata = EntityMetadata['columns'][number];

interface KeysetShape<Column> {
  columns: readonly Column[];
  /** The instant by which the rows are ordered. It has an index together with the id, and never changes. */
  at: Column;
  id: Column;
}

/** An undefined value in `equals` does not apply. An array matches any of its values. */
export interface KeysetFilter<Row> {
  /** The range [from, to) of the instant. */
  from: Date;
  to: Date;
  equals?: { [Column in keyof Row]?: Row[Column] | readonly Row[Column][] };
}

const ROWS_PER_PAGE = 2000;

/**
 * Reads all rows of a range, ordered by an instant and then by id. Each page begins after the last row of the previous
 * one, so its cost does not depend on its position, and at most two pages are in memory. A row that changes in between
 * is returned as it was when its page was read, and no row is returned twice.
 */
export class KeysetPages<Row extends ObjectLiteral, Column extends keyof Row & string> {
  constructor(
    private readonly target: EntityTarget<Row>,
    private readonly shape: KeysetShape<Column>,
  ) {}

  read(
    manager: EntityManager,
    filter: KeysetFilter<Row>,
    rowsPerPage = ROWS_PER_PAGE,
  ): AsyncGenerator<Pick<Row, Column>[], void, void> {
    return readAhead(this.pages(manager, filter, rowsPerPage));
  }

  private async *pages(
    manager: EntityManager,
    { from, to, equals = {} }: KeysetFilter<Row>,
    rowsPerPage: number,
  ): AsyncGenerator<Pick<Row, Column>[], void, void> {
    const { at, id } = this.shape;
    const { sql, parameters } = this.condition(manager, equals);
    const [atColumn, idColumn] = [this.name(manager, at), this.name(manager, id)];
    const select = `SELECT ${this.selected(manager)} FROM ${this.metadata(manager).tableName} t
      WHERE ${atColumn} >= ? AND ${atColumn} < ?${sql}`;
    const end = ` ORDER BY ${atColumn}, ${idColumn} LIMIT ${rowsPerPage}`;
    // A comparison of both columns at once would not use the index on MariaDB.
    const after = ` AND (${atColumn} > ? OR ${idColumn} > ?)`;
    let statement = select + end;
    let bounds: unknown[] = [from, to, ...parameters];
    for (;;) {
      const rows = await dialectSql.query<ObjectLiteral>(manager, statement, bounds);
      const page = this.hydrated(manager, rows);
      const last = page.at(-1);
      if (last) yield page;
      if (!last || page.length < rowsPerPage) return;
      statement = select + after + end;
      bounds = [last[at], to, ...parameters, last[at], last[id]];
    }
  }

  private condition(manager: EntityManager, equals: object): { sql: string; parameters: unknown[] } {
    const wanted = Object.entries(equals).filter(([, value]) => value !== undefined);
    const conditions = wanted.map(([property, value]) => {
      const column = this.name(manager, property);
      return ` AND ${Array.isArray(value) ? dialectSql.isOneOf(column) : `${column} = ?`}`;
    });
    return { sql: conditions.join(''), parameters: wanted.map(([, value]: [string, unknown]) => value) };
  }

  /** Instants are selected as numbers, because the drivers need longer to read them as dates. */
  private selected(manager: EntityManager): string {
    const { driver } = manager.dataSource;
    const expressions = this.shape.columns.map((property) => {
      const column = this.name(manager, property);
      const value = isInstant(this.column(manager, property)) ? dialectSql.instantMs(column) : column;
      return `${value} AS ${driver.escape(property)}`;
    });
    return expressions.join(', ');
  }

  /** Converts the values in place, because a copy of each row would take as long as the rest. */
  private hydrated(manager: EntityManager, rows: ObjectLiteral[]): Pick<Row, Column>[] {
    const { driver } = manager.dataSource;
    for (const property of this.shape.columns) {
      const column = this.column(manager, property);
      if (isInstant(column)) {
        for (const row of rows) if (row[property] !== null) row[property] = new Date(row[property] as number);
      } else if (column.transformer || column.type === Boolean) {
        for (const row of rows) row[property] = driver.prepareHydratedValue(row[property], column);
      }
    }
    return rows as Pick<Row, Column>[];
  }

  private name(manager: EntityManager, property: string): string {
    return `t.${manager.dataSource.driver.escape(this.column(manager, property).databaseName)}`;
  }

  private column(manager: EntityManager, property: string): ColumnMetadata {
    const column = this.metadata(manager).findColumnWithPropertyName(property);
    if (!column) throw new Error(`${this.metadata(manager).name} has no column ${property}.`);
    return column;
  }

  private metadata(manager: EntityManager): EntityMetadata {
    return manager.dataSource.getMetadata(this.target);
  }
}

function isInstant({ type }: ColumnMetadata): boolean {
  return type === columnTypes.instant.type;
}
