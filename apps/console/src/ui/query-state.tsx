import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from './states';

interface QueryStateProps<Data> {
  query: UseQueryResult<Data>;
  /** The height of the skeleton, about that of the content. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query: a skeleton until it arrives, or the error with a way to try again. */
export function QueryState<Data>({ query, height, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={height} radius="md" />;
}
