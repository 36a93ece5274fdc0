import { useMemo } from 'react';
import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query';
import { limited } from './limited';
import { type components, plantroom, unwrap } from './plantroom';

export type Point = components['schemas']['PointDto'];

/** Prefix of the keys of all queries of points. */
export const POINTS = ['/api/points'] as const;

/** Names and units rarely change. */
const FRESH_MS = 300_000;

/** The first points whose name or code has a word that begins with the text. */
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

const MOST_FOUND = 200;

/** A page may show the points of many codes, and each of them is a request. */
const limit = limited(8);

/**
 * The point with exactly this code; null if there is none. The API has no list of points by their codes, so this is a
 * search. If a short code matches more than `MOST_FOUND` points, its own point may be missing among them.
 */
export const pointOfCodeQuery = (code: string) =>
  queryOptions({
    queryKey: [...POINTS, 'code', code],
    queryFn: async ({ signal }) => {
      const query = { search: code, limit: MOST_FOUND };
      const found = await limit(() =>
        unwrap(plantroom.api.GET('/api/points', { params: { query }, signal })),
      );
      return found.find((point) => point.code === code) ?? null;
    },
    staleTime: FRESH_MS,
  });

/**
 * Returns the points with these codes, by code. A code without a point, or whose point is not loaded yet, is missing.
 * @param codes few, such as those of one page of a list, because each one is a request of its own
 */
export function usePointsOf(codes: readonly (string | null)[]): ReadonlyMap<string, Point> {
  const key = [...new Set(codes.flatMap((code) => code || []))].join('\n');
  const wanted = useMemo(() => (key === '' ? [] : key.split('\n')), [key]);
  return useQueries({ queries: wanted.map(pointOfCodeQuery), combine: byCode });
}

function byCode(results: { data?: Point | null }[]): Map<string, Point> {
  return new Map(results.flatMap(({ data }) => (data ? [[data.code, data] as const] : [])));
}
