import { useMemo } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from './plantroom';
import { queryClient } from './query-client';

export type Point = components['schemas']['ListedPointDto'];

/** Prefix of the keys of all queries of points. */
export const POINTS = ['/api/points'] as const;

/** Names and units rarely change. */
const FRESH_MS = 300_000;

/** The first points whose name or code has a word that begins with the text, or whose unit it is. */
export const pointSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [...POINTS, { search }],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/points', {
          params: { query: { limit: 20, search: search || undefined } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

const CODES = [...POINTS, 'codes'] as const;

/**
 * The points with these codes, at most 100. Other codes have no point. While they are loaded, the points that were found
 * by other codes are returned.
 */
export const pointsOfCodesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: [...CODES, codes],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/points', {
          params: { query: { codes: [...codes], limit: 100 } },
          signal,
        }),
      ),
    enabled: codes.length > 0,
    placeholderData: (): Point[] =>
      queryClient.getQueriesData<Point[]>({ queryKey: CODES }).flatMap(([, points = []]) => points),
    staleTime: FRESH_MS,
  });

/**
 * Returns the points with these codes, by code. A code without a point, or whose point is not loaded yet, is missing.
 * @param codes at most 100, such as those of one page of a list
 */
export function usePointsOf(codes: readonly (string | null)[]): ReadonlyMap<string, Point> {
  const wanted = [...new Set(codes.flatMap((code) => code || []))].sort();
  const { data } = useQuery(pointsOfCodesQuery(wanted));
  return useMemo(() => new Map(data?.map((point) => [point.code, point])), [data]);
}
