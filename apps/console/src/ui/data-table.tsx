import type { ReactNode } from 'react';
import { Table, UnstyledButton } from '@mantine/core';
import classes from './data-table.module.css';
import { useGrowing } from './use-growing';

export interface Column<Item> {
  key: string;
  title: string;
  render: (item: Item) => ReactNode;
  /** Numbers are aligned at the right. */
  align?: 'right';
  /** Shown on a phone. If a table has such columns, a phone shows them and the first column in one line. */
  isBrief?: boolean;
}

interface DataTableProps<Item> {
  /** Describes the table to screen readers. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** The first column names the item. */
  columns: readonly Column<Item>[];
  /** A control in front of the first cell. */
  renderLead?: (item: Item) => ReactNode;
  /** Opens an item. Its whole row reacts to a click, and its first cell to the keyboard. */
  onOpen?: (item: Item) => void;
}

/** A list of records. On a phone, each record is a block with the titles beside its values, or a line. */
export function DataTable<Item>({ label, items, keyOf, columns, renderLead, onOpen }: DataTableProps<Item>) {
  const isBrief = columns.some((column) => column.isBrief);
  const { shown, hasMore, observeEnd } = useGrowing(items);
  return (
    <Table
      className={classes.table}
      data-brief={isBrief || undefined}
      highlightOnHover={Boolean(onOpen)}
      aria-label={label}
      aria-rowcount={hasMore ? items.length + 1 : undefined}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ key, title, align }) => (
            <Table.Th key={key} ta={align} scope="col">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((item) => (
          <Table.Tr key={keyOf(item)} className={classes.row}>
            {columns.map(({ key, title, align, render, isBrief: isShown }, index) => (
              <Table.Td key={key} ta={align} data-title={title} data-brief={isShown || undefined}>
                {index === 0 && renderLead && <span className={classes.lead}>{renderLead(item)}</span>}
                {onOpen && index === 0 ? (
                  <UnstyledButton className={classes.open} onClick={() => onOpen(item)}>
                    {render(item)}
                  </UnstyledButton>
                ) : (
                  render(item)
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
        {/* With another key, the row is observed again after each step. */}
        {hasMore && <tr key={`end ${shown.length}`} ref={observeEnd} aria-hidden />}
      </Table.Tbody>
    </Table>
  );
}
