import type { Driver, EntityMetadata, ObjectLiteral } from 'typeorm';
import { dialectSql } from './dialect-sql';
import type { SqlCondition } from './sql-dialect';

type ColumnMetadata = EntityMetadata['columns'][number];

/** The columns of a list, and the columns by which it is ordered. */
export interface ListShape<Row, Column extends keyof Row & string> {
  columns: readonly Column[];
  /** The columns of the order. The last one is the primary key, so no two rows have the same position. */
  order: readonly (keyof Row & string)[];
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

/** Builds the SQL statements of one list. */
export class ListStatements<Row extends ObjectLiteral, Column extends keyof Row & string> {
  private readonly table: string;
  private readonly id: string;
  private readonly order: string[];
  private readonly shown: ColumnMetadata[];
  private readonly selected: string;

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
  }

  /**
   * Returns the statement for a page. It finds the keys of the page in the index and fetches only their rows, so it
   * reads no rows of earlier pages.
   */
  page(filter: ListFilter<Row>, offset: number, limit: number): SqlCondition {
    const keys = this.keys(this.branches(filter), offset + limit);
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

  /** Builds one WHERE clause for each combination of the values in `equals`. */
  private branches({ equals = {}, from, to, ids }: ListFilter<Row>): SqlCondition[] {
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
    return branches.map(({ sql, parameters }) => ({ sql: sql && ` WHERE ${sql}`, parameters }));
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
