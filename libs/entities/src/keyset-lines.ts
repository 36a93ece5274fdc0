import { Readable } from 'node:stream';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { dialectSql } from './dialect-sql';
import type { LineCell } from './line-cells';
import { RowColumns } from './row-columns';
import type { CsvLines, SqlCondition } from './sql-dialect';

interface KeysetShape<Row extends ObjectLiteral> {
  /**
   * The column of the instant by which the rows are ordered. Its values never change. An index must contain this column
   * and the id.
   */
  at: keyof Row & string;
  id: keyof Row & string;
  /** The cells of each line. */
  cells: readonly LineCell<Row>[];
}

/** The filters of the rows. In `equals`, an undefined value is ignored, and an array matches any of its values. */
export interface KeysetFilter<Row> {
  /** The range [from, to) in which the instant lies. */
  from: Date;
  to: Date;
  equals?: { [Column in keyof Row]?: Row[Column] | readonly Row[Column][] };
}

/** The lines of consecutive rows. */
export interface LinePage extends CsvLines {
  /** Every row before this instant is in this page, in an earlier page, or does not match. */
  until: Date;
}

/** The position of a row in the order. */
interface Position {
  at: Date;
  id: number;
}

/** The columns of a position in SQL. */
interface Names {
  at: string;
  id: string;
}

/** The statement that reads a page: everything after its columns. */
interface PageStatement extends SqlCondition {
  until: Date;
}

const ROWS_PER_PAGE = 5000;
/** The database writes the lines of a page on one core, so a second page at the same time uses a second core. */
const PAGES_AT_ONCE = 2;

/**
 * Reads all rows of a range as lines of a CSV file, ordered by an instant and then by id. A page is the rows between
 * two positions, so its cost does not depend on how many rows precede it. At most five pages are in memory. A row that
 * changes during the read is returned as it was when its page was read, and no row is returned twice.
 */
export class KeysetLines<Row extends ObjectLiteral> {
  constructor(
    private readonly target: EntityTarget<Row>,
    private readonly shape: KeysetShape<Row>,
  ) {}

  async *read(
    manager: EntityManager,
    filter: KeysetFilter<Row>,
    rowsPerPage = ROWS_PER_PAGE,
  ): AsyncGenerator<LinePage, void, void> {
    const row = new RowColumns(manager, this.target, 't');
    const cells = this.shape.cells.map((cell) => cell(row));
    const readPage = async ({ until, ...rest }: PageStatement): Promise<LinePage> => ({
      ...(await dialectSql.csvLines(manager, cells, rest)),
      until,
    });
    const pages: AsyncIterable<LinePage> = Readable.from(
      this.statements(manager, row, filter, rowsPerPage),
    ).map(readPage, { concurrency: PAGES_AT_ONCE });
    for await (const page of pages) if (page.rows > 0) yield page;
  }

  private async *statements(
    manager: EntityManager,
    row: RowColumns<Row>,
    { from, to, equals = {} }: KeysetFilter<Row>,
    rowsPerPage: number,
  ): AsyncGenerator<PageStatement, void, void> {
    const names = this.names(row);
    const filters = filtersOf(row, equals);
    let begin: SqlCondition = { sql: `${names.at} >= ?`, parameters: [from] };
    for (;;) {
      const rest = joined([begin, { sql: `${names.at} < ?`, parameters: [to] }, ...filters]);
      const last = await this.lastOfPage(manager, row, rest, rowsPerPage);
      const { sql, parameters } = last ? joined([begin, isUpTo(names, last), ...filters]) : rest;
      const statement = `FROM ${row.tables} WHERE ${sql} ORDER BY ${names.at}, ${names.id}`;
      yield { sql: statement, parameters, until: last?.at ?? to };
      if (!last) return;
      begin = isAfter(names, last);
    }
  }

  /** Returns the position of the last row of a full page; undefined if fewer rows are left. Reads only the index. */
  private async lastOfPage(
    manager: EntityManager,
    row: RowColumns<Row>,
    { sql, parameters }: SqlCondition,
    rowsPerPage: number,
  ): Promise<Position | undefined> {
    const { at, id } = this.names(row);
    const [last] = await dialectSql.query<{ at_ms: number; id: number }>(
      manager,
      `SELECT ${dialectSql.instantMs(at)} AS at_ms, ${id} AS id
       FROM ${row.table} WHERE ${sql} ORDER BY ${at}, ${id} LIMIT 1 OFFSET ${rowsPerPage - 1}`,
      parameters,
    );
    return last && { at: new Date(last.at_ms), id: last.id };
  }

  private names(row: RowColumns<Row>): Names {
    return { at: row.name(this.shape.at), id: row.name(this.shape.id) };
  }
}

// Row comparisons such as `(at, id) > (?, ?)` would not use the index on MariaDB.

function isAfter({ at, id }: Names, start: Position): SqlCondition {
  return { sql: `${at} >= ? AND (${at} > ? OR ${id} > ?)`, parameters: [start.at, start.at, start.id] };
}

function isUpTo({ at, id }: Names, end: Position): SqlCondition {
  return { sql: `${at} <= ? AND (${at} < ? OR ${id} <= ?)`, parameters: [end.at, end.at, end.id] };
}

function filtersOf(row: RowColumns<ObjectLiteral>, equals: object): SqlCondition[] {
  const wanted = Object.entries(equals).filter(([, value]) => value !== undefined);
  return wanted.map(([property, value]: [string, unknown]) => {
    const column = row.name(property);
    return { sql: Array.isArray(value) ? dialectSql.isOneOf(column) : `${column} = ?`, parameters: [value] };
  });
}

function joined(conditions: readonly SqlCondition[]): SqlCondition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
