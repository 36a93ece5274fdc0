import { isInstantText, isRecordId, isUuid, ListCursors } from '@app/kernel';
import type { Driver, EntityMetadata, ObjectLiteral } from 'typeorm';
import { columnTypes } from './columns';
import { dialectSql } from './dialect-sql';
import type { SqlCondition } from './sql-dialect';

type ColumnMetadata = EntityMetadata['columns'][number];

/** The columns of a list, and the columns by which it is ordered. */
export interface ListShape<Row, Column extends keyof Row & string> {
  columns: readonly Column[];
  /**
   * The columns of the order. The last one is the primary key, so no two rows have the same position. The others are
   * instants or numbers, which no listed row may lack: the databases order null differently.
   */
  order: readonly Column[];
  direction: 'ASC' | 'DESC';
}

/** The filters of a list. An undefined filter is ignored. */
export interface ListFilter<Row> {
  /**
   * The required value of each column. An array matches any of its values, and each value is looked up in the index
   * separately. In the index, the columns of `equals` must come before those of `order`. For a column that is not
   * filtered, pass all of its possible values.
   */
  equals?: { [Column in keyof Row]?: Row[Column] | readonly Row[Column][] };
  /** The range [from, to) in which the first column of the order must lie. */
  from?: unknown;
  to?: unknown;
  /** The primary keys that match, at most `LIST_REACH`. */
  ids?: readonly (string | number)[];
}

/** The beginning of a page: after a position, or after a number of rows. */
interface PageStart {
  position: readonly unknown[] | undefined;
  offset: number;
}

/** Builds the SQL statements of one list, and its cursors. */
export class ListStatements<Row extends ObjectLiteral, Column extends keyof Row & string> {
  private readonly table: string;
  private readonly id: string;
  private readonly order: string[];
  private readonly shown: ColumnMetadata[];
  private readonly selected: string;
  private readonly cursors: ListCursors;

  constructor(
    private readonly metadata: EntityMetadata,
    private readonly shape: ListShape<Row, Column>,
    private readonly escape: (name: string) => string,
  ) {
    this.table = escape(metadata.tableName);
    this.order = shape.order.map((property) => this.name(property));
    this.id = this.order[this.order.length - 1] ?? '';
    this.shown = shape.columns.map((property) => this.column(property));
    this.selected = shape.columns
      .map((property) => `t.${this.name(property)} AS ${escape(property)}`)
      .join(', ');
    const columns = shape.order.map((property) => this.column(property));
    this.cursors = new ListCursors(
      [metadata.tableName, ...shape.order, shape.direction].join(' '),
      (values) =>
        values.length === columns.length &&
        columns.every((column, index) => isValueOf(column, values[index])),
    );
  }

  /** Returns the cursor of the rows after this item. */
  cursorOf(item: Pick<Row, Column>): string {
    return this.cursors.cursorOf(this.shape.order.map((property) => item[property]));
  }

  /** Returns the values of the columns of the order. @throws DomainError invalid */
  positionOf(cursor: string): unknown[] {
    const values = this.cursors.positionOf(cursor);
    return values.map((value, index) =>
      isInstant(this.column(this.shape.order[index] ?? '')) ? new Date(String(value)) : value,
    );
  }

  /**
   * Returns the statement for a page. It finds the keys of the page in the index and fetches only their rows, so it
   * reads no rows of earlier pages.
   */
  page(filter: ListFilter<Row>, { position, offset }: PageStart, limit: number): SqlCondition {
    const keys = this.keys(this.branches(filter, position), offset + limit);
    return {
      sql: `SELECT ${this.selected} FROM ${this.table} t
        JOIN (${keys.sql} LIMIT ? OFFSET ?) k ON k.${this.id} = t.${this.id} ORDER BY ${this.orderBy('t.')}`,
      parameters: [...keys.parameters, limit, offset],
    };
  }

  /** Returns the statement that counts the rows. The count stops at `most`. */
  count(filter: ListFilter<Row>, most: number): SqlCondition {
    const selects = this.branches(filter).map(({ sql, parameters }) => ({
      sql: `SELECT ${this.id} FROM ${this.table}${sql}`,
      parameters,
    }));
    const { sql, parameters } = union(selects, most);
    return {
      sql: `SELECT COUNT(*) AS total FROM (SELECT ${this.id} FROM ${sql} LIMIT ?) c`,
      parameters: [...parameters, most],
    };
  }

  toItem(row: ObjectLiteral, driver: Driver): Pick<Row, Column> {
    const item: ObjectLiteral = {};
    for (const column of this.shown) {
      item[column.propertyName] = driver.prepareHydratedValue(row[column.propertyName], column);
    }
    return item as Pick<Row, Column>;
  }

  /**
   * Selects the keys of all branches in the order of the list.
   * @param most maximum number of keys
   */
  private keys(branches: readonly SqlCondition[], most: number): SqlCondition {
    const keys = this.order.join(', ');
    const selects = branches.map(({ sql, parameters }) => ({
      sql: `SELECT ${keys} FROM ${this.table}${sql} ORDER BY ${this.orderBy()}`,
      parameters,
    }));
    const [only, ...others] = selects;
    if (only && others.length === 0) return only;
    const { sql, parameters } = union(selects, most);
    return { sql: `SELECT ${keys} FROM ${sql} ORDER BY ${this.orderBy()}`, parameters };
  }

  /**
   * Builds one WHERE clause for each combination of the values in `equals`. After a position, there is one more for each
   * further column of the order.
   */
  private branches(
    { equals = {}, from, to, ids }: ListFilter<Row>,
    position?: readonly unknown[],
  ): SqlCondition[] {
    let branches: SqlCondition[] = [{ sql: '', parameters: [] }];
    const narrow = (conditions: SqlCondition[]) => {
      branches = branches.flatMap((branch) => conditions.map((condition) => both(branch, condition)));
    };
    for (const [property, wanted] of Object.entries(equals)) {
      const sql = `${this.name(property)} = ?`;
      const values: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
      if (wanted !== undefined) narrow(values.map((value) => ({ sql, parameters: [value] })));
    }
    const [first = this.id] = this.order;
    if (from !== undefined) narrow([{ sql: `${first} >= ?`, parameters: [from] }]);
    if (to !== undefined) narrow([{ sql: `${first} < ?`, parameters: [to] }]);
    if (ids !== undefined) narrow([{ sql: dialectSql.isOneOf(this.id), parameters: [ids] }]);
    if (position !== undefined) narrow(this.after(position));
    return branches.map(({ sql, parameters }) => ({ sql: sql && ` WHERE ${sql}`, parameters }));
  }

  /**
   * The conditions of the rows after a position: the same instant and a later id, or a later instant. Each is a range of
   * the index. MariaDB would not use the index for `(at, id) > (?, ?)`, and a range of `at` alone would read all rows of
   * the same instant.
   */
  private after(position: readonly unknown[]): SqlCondition[] {
    const sign = this.shape.direction === 'ASC' ? '>' : '<';
    return this.order.map((column, index) => {
      const equal = this.order.slice(0, index).map((earlier) => `${earlier} = ?`);
      return {
        sql: [...equal, `${column} ${sign} ?`].join(' AND '),
        parameters: position.slice(0, index + 1),
      };
    });
  }

  private orderBy(prefix = ''): string {
    return this.order.map((column) => `${prefix}${column} ${this.shape.direction}`).join(', ');
  }

  private name(property: string): string {
    return this.escape(this.column(property).databaseName);
  }

  private column(property: string): ColumnMetadata {
    const column = this.metadata.findColumnWithPropertyName(property);
    if (!column) throw new Error(`${this.metadata.name} has no column ${property}.`);
    return column;
  }
}

function isInstant({ type }: ColumnMetadata): boolean {
  return type === columnTypes.instant.type;
}

/** Returns true if a value of a cursor can be compared with the column. The databases refuse some other values. */
function isValueOf(column: ColumnMetadata, value: unknown): boolean {
  if (column.type === columnTypes.double.type) return Number.isFinite(value);
  if (typeof value !== 'string') return isRecordId(value);
  if (!isInstant(column)) return column.type === 'varchar' && isUuid(value);
  return isInstantText(value) && new Date(value).toJSON() === value;
}

function both(one: SqlCondition, other: SqlCondition): SqlCondition {
  return {
    sql: one.sql === '' ? other.sql : `${one.sql} AND ${other.sql}`,
    parameters: [...one.parameters, ...other.parameters],
  };
}

/** Returns the union of the selects, each limited to `most` rows. */
function union(selects: readonly SqlCondition[], most: number): SqlCondition {
  return {
    sql: `(${selects.map(({ sql }) => `(${sql} LIMIT ?)`).join(' UNION ALL ')}) b`,
    parameters: selects.flatMap(({ parameters }) => [...parameters, most]),
  };
}
