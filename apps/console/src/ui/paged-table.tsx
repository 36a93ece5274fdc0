import { type Column, DataTable } from './data-table';
import { PagedList, type PagedListProps } from './paged-list';
import { EmptyState } from './states';

interface PagedTableProps<Item> extends Omit<PagedListProps<Item>, 'children' | 'empty'> {
  /** Describes the table to screen readers. */
  label: string;
  /** The first column names the item. */
  columns: readonly Column<Item>[];
  /** Shown with the icon instead of a table without items. */
  none: string;
  icon: string;
  onOpen?: (item: Item) => void;
}

/** A table with one page of a list of records. */
export function PagedTable<Item extends { id: string | number }>(props: PagedTableProps<Item>) {
  const { label, columns, none, icon, onOpen, ...list } = props;
  return (
    <PagedList empty={<EmptyState title={none} icon={icon} />} {...list}>
      {(items) => (
        <DataTable label={label} items={items} keyOf={({ id }) => id} columns={columns} onOpen={onOpen} />
      )}
    </PagedList>
  );
}
