import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { PagedList } from './paged-list';

/** Reads one page of all rows of a table, by primary key. Use `PagedList` for a list with filters or another order. */
export async function pageOf<Row extends ObjectLiteral>(
  manager: EntityManager,
  target: EntityTarget<Row>,
  request: PageRequest,
): Promise<Page<Pick<Row, keyof Row & string>>> {
  const { columns, primaryColumns } = manager.dataSource.getMetadata(target);
  const list = new PagedList<Row, keyof Row & string>(target, {
    columns: columns.map(({ propertyName }) => propertyName),
    order: primaryColumns.map(({ propertyName }) => propertyName),
    direction: 'ASC',
  });
  return list.read(manager, request);
}
