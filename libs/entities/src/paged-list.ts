import { LIST_REACH, type Page, type PageRequest } from '@app/kernel';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { dialectSql } from './dialect-sql';
import { type ListFilter, type ListShape, ListStatements } from './list-statements';
import type { SqlCondition } from './sql-dialect';

/**
 * A list that is read page by page at a bounded cost, regardless of the number of rows in its table. To read a page or
 * to count the rows, it reads at most `LIST_REACH` index entries per combination of filter values. A page after a cursor
 * begins at its position in the index, so its cost does not depend on the number of rows before it.
 *
 * The cost is only bounded if there is an index for each filter that callers use. The index must contain the columns of
 * `equals` first, and then the columns of the order. `test/integration/paged-lists.test.ts` checks this for each list
 * on PostgreSQL, and `test/integration/paged-alerts.test.ts` for the list of alerts on both databases.
 */
export class PagedList<Row extends ObjectLiteral, Column extends keyof Row & string> {
  private statements: ListStatements<Row, Column> | undefined;

  constructor(
    private readonly target: EntityTarget<Row>,
    private readonly shape: ListShape<Row, Column>,
  ) {}

  async read(
    manager: EntityManager,
    { page = 1, after, limit }: PageRequest,
    filter: ListFilter<Row> = {},
  ): Promise<Page<Pick<Row, Column>>> {
    const { dataSource } = manager;
    const statements = (this.statements ??= new ListStatements(
      dataSource.getMetadata(this.target),
      this.shape,
      (name) => dataSource.driver.escape(name),
    ));
    const position = after === undefined ? undefined : statements.positionOf(after);
    if (filter.ids?.length === 0) return { items: [], total: 0, exact: true };
    const offset = position ? 0 : (page - 1) * limit;
    // One row more than the page shows whether there is a next page.
    const { sql, parameters } = statements.page(filter, { position, offset }, limit + 1);
    const rows = await dialectSql.query<ObjectLiteral>(manager, sql, parameters);
    const items = rows.slice(0, limit).map((row) => statements.toItem(row, dataSource.driver));
    const last = items.at(-1);
    const next = last && rows.length > limit ? statements.cursorOf(last) : undefined;
    // The number of rows before the last page is known if its page number is.
    const isCounted = !next && !position && (items.length > 0 || page === 1);
    if (isCounted) return { items, total: offset + items.length, exact: true };
    return { items, next, ...(await count(manager, statements.count(filter, LIST_REACH + 1))) };
  }
}

async function count(
  manager: EntityManager,
  { sql, parameters }: SqlCondition,
): Promise<{ total: number; exact: boolean }> {
  const [row] = await dialectSql.query<{ total: number | string }>(manager, sql, parameters);
  const total = Number(row?.total);
  return { total: Math.min(total, LIST_REACH), exact: total <= LIST_REACH };
}
