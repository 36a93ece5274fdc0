import { useQueries, useQuery } from '@tanstack/react-query';
import { objectQuery, objectSearchQuery } from '../api/objects';
import { pointSearchQuery } from '../api/points';
import type { OfferedPoint } from './point-option';

/** The points of these objects are offered, too. Each of them is a request. */
const MOST_OBJECTS = 3;
const MOST_POINTS = 50;
/** Names rarely change. */
const FRESH_MS = 300_000;

/**
 * Returns some points whose names, codes or units match the text, and then some of objects whose names or codes match.
 * @param search null to find none
 */
export function useFoundPoints(search: string | null): OfferedPoint[] {
  const text = search ?? '';
  const { data: points = [] } = useQuery({ ...pointSearchQuery(text), enabled: search !== null });
  const { data: objects = [] } = useQuery({
    ...objectSearchQuery(text),
    enabled: text !== '',
    staleTime: FRESH_MS,
  });
  const details = useQueries({
    queries: (text === '' ? [] : objects.slice(0, MOST_OBJECTS)).map(({ id }) => ({
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
  return search === null ? [] : [...found.values()].slice(0, MOST_POINTS);
}
