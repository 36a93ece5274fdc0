import { readAhead } from '@app/kernel';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { columnTypes } from './columns';
import { dialectSql } from './dialect-sql';
import { type LineCell, RowColumns } from './line-cells';

interface KeysetShape<Row extends ObjectLiteral, Column> {
  /** Columns without a transformer. */
  columns: readonly Column[];
  /**
   * The column of the instant by which the rows are ordered. Its values never change. An index must contain this column
   * and the id.
   */
  at: Column;
  id: Column;
  /** The cells of the CSV line that the database writes for each row. */
  line?: readonly LineCell<Row>[];
}

/** The filters of the rows. In `equals`, an undefined value is ignored, and an array matches any of its values. */
export interface KeysetFilter<Row> {
  /** The range [from, to) in which the instant lies. */
  from: Date;
  to: Date;
  equals?: { [Column in keyof Row]?: Row[Column] | readonly Row[Column][] };
}

/** A row and its CSV line, without the line break. The line is empty if the shape has no cells. */
export type KeysetRow<Row, Column extends keyof Row> = Pick<Row, Column> & { line: string };

const ROWS_PER_PAGE = 2000;

/**
 * Reads all rows of a range, ordered by an instant and then by id. Each page begins after the last row of the previous
 * page, so the cost of a page does not depend on its position. At most two pages are in memory. A row that changes
 * during the read is returned as it was when its page was read, and no row is returned twice.
 */
export class KeysetPages<Row extends ObjectLiteral, Column extends keyof Row & string> {
  constructor(
    private readonly target: EntityTarget<Row>,
    private readonly shape: KeysetShape<Row, Column>,
  ) {}

  read(
    manager: EntityManager,
    filter: KeysetFilter<Row>,
    rowsPerPage = ROWS_PER_PAGE,
  ): AsyncGenerator<KeysetRow<Row, Column>[], void, void> {
    return readAhead(this.pages(manager, filter, rowsPerPage));
  }

  private async *pages(
    manager: EntityManager,
    { from, to, equals = {} }: KeysetFilter<Row>,
    rowsPerPage: number,
  ): AsyncGenerator<KeysetRow<Row, Column>[], void, void> {
    const { at, id } = this.shape;
    const row = new RowColumns(manager, this.target, 't');
    const { sql, parameters } = conditionOf(row, equals);
    const [atColumn, idColumn] = [row.name(at), row.name(id)];
    const selected = this.selected(manager, row);
    const select = `SELECT ${selected} FROM ${row.tables}
      WHERE ${atColumn} >= ? AND ${atColumn} < ?${sql}`;
    const end = ` ORDER BY ${atColumn}, ${idColumn} LIMIT ${rowsPerPage}`;
    // The row comparison `(at, id) > (?, ?)` would not use the index on MariaDB.
    const after = ` AND (${atColumn} > ? OR ${idColumn} > ?)`;
    let statement = select + end;
    let bounds: unknown[] = [from, to, ...parameters];
    for (;;) {
      const rows = await dialectSql.query<ObjectLiteral>(manager, statement, bounds);
      const page = this.hydrated(row, rows);
      const last = page.at(-1);
      if (last) yield page;
      if (!last || page.length < rowsPerPage) return;
      statement = select + after + end;
      bounds = [last[at], to, ...parameters, last[at], last[id]];
    }
  }

  /** Selects instants as numbers, because the drivers take longer to read them as dates. */
  private selected(manager: EntityManager, row: RowColumns<Row>): string {
    const { columns, line = [] } = this.shape;
    const expressions = columns.map((property) => {
      const value = isInstant(row, property) ? dialectSql.instantMs(row.name(property)) : row.name(property);
      return `${value} AS ${manager.dataSource.driver.escape(property)}`;
    });
    const cells = line.map((cell) => cell(row));
    return [...expressions, `${cells.length > 0 ? dialectSql.csv.line(cells) : "''"} AS line`].join(', ');
  }

  /** Converts the instants in place, because copying each row would double the time. */
  private hydrated(columns: RowColumns<Row>, rows: ObjectLiteral[]): KeysetRow<Row, Column>[] {
    for (const property of this.shape.columns) {
      if (!isInstant(columns, property)) continue;
      for (const row of rows) if (row[property] !== null) row[property] = new Date(row[property] as number);
    }
    return rows as KeysetRow<Row, Column>[];
  }
}

function conditionOf(row: RowColumns<ObjectLiteral>, equals: object): { sql: string; parameters: unknown[] } {
  const wanted = Object.entries(equals).filter(([, value]) => value !== undefined);
  const conditions = wanted.map(([property, value]) => {
    const column = row.name(property);
    return ` AND ${Array.isArray(value) ? dialectSql.isOneOf(column) : `${column} = ?`}`;
  });
  return { sql: conditions.join(''), parameters: wanted.map(([, value]: [string, unknown]) => value) };
}

function isInstant(row: RowColumns<ObjectLiteral>, property: string): boolean {
  return row.column(property).type === columnTypes.instant.type;
}
