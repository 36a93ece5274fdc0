import { useQueries, useQuery } from '@tanstack/react-query';
import { objectQuery, objectSearchQuery } from '../api/objects';
import { pointSearchQuery } from '../api/points';
import type { OfferedPoint } from './point-option';

/** The points of these objects are offered, too. Each of them is a request. */
const MOST_OBJECTS = 3;
const MOST_POINTS = 50;
/** Names rarely change. */
const FRESH_MS = 300_000;

/** Returns some points whose names or codes match the text, and then some of objects whose names or codes match. */
export function useFoundPoints(search: string): OfferedPoint[] {
  const { data: points = [] } = useQuery(pointSearchQuery(search));
  const { data: objects = [] } = useQuery({
    ...objectSearchQuery(search),
    enabled: search !== '',
    staleTime: FRESH_MS,
  });
  const details = useQueries({
    queries: (search === '' ? [] : objects.slice(0, MOST_OBJECTS)).map(({ id }) => ({
      ...objectQuery(id),
      staleTime: FRESH_MS,
    })),
  });
  const ofObjects = details.flatMap(({ data }) =>
    (data?.points ?? []).map((point): OfferedPoint => ({ ...point, object: data?.name })),
  );
  const found = new Map(
    [...points, ...ofObjects].map((point): [string, OfferedPoint] => [point.code, point]),
  );
  return [...found.values()].slice(0, MOST_POINTS);
}
