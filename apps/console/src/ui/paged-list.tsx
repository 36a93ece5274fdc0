import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '../api/plantroom';
import { Paging } from './paging';
import { QueryState } from './query-state';

export interface PagedListProps<Item> {
  query: UseQueryResult<Page<Item>>;
  /** The height of the skeleton. */
  height?: number;
  /** The current page, from 1 on. */
  page?: number;
  /** Items per page. */
  limit: number;
  /** Shown instead of a list without items. A page behind the last one keeps its buttons instead. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
  onPage: (page: number) => void;
}

/** One page of a list, with buttons for the others. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, height = 420, page = 1, limit, empty, children, onPage } = props;
  return (
    <QueryState query={query} height={height}>
      {({ items, total, totalIsExact }) =>
        items.length === 0 && (page === 1 || total === 0) ? (
          empty
        ) : (
          <>
            {children(items)}
            <Paging page={page} limit={limit} total={total} totalIsExact={totalIsExact} onChange={onPage} />
          </>
        )
      }
    </QueryState>
  );
}
