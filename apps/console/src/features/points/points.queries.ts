import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import { POINTS } from '../../api/points';
import { FRESH, historyOf, WRITES } from '../../ui/point-command/point-command.queries';
import type { PointSearch } from './point-search';

type Schemas = components['schemas'];
export type Point = Schemas['PointDto'];
export type PointDetail = Schemas['PointDetailDto'];
export type Write = Schemas['PointWriteDto'];
export type Sample = Schemas['PointSampleDto'];

export const PER_PAGE = 25;

export const pointsQuery = ({ text, object, page = 1 }: PointSearch) => {
  const query = { search: text, objectId: object, page, limit: PER_PAGE };
  return queryOptions({
    queryKey: [...POINTS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/points', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const pointQuery = (id: number) =>
  queryOptions({
    queryKey: [...POINTS, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/points/{id}', { params: { path: { id } }, signal })),
  });

/** @param code by default, the writes of all points */
export const writesQuery = ({
  page = 1,
  code,
  limit = PER_PAGE,
}: {
  page?: number;
  code?: string;
  limit?: number;
}) => {
  const query = { page, code, limit };
  return queryOptions({
    queryKey: [...WRITES, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/iot/writes', { params: { query }, signal })),
    ...FRESH,
  });
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const RANGES = ['6h', '1d', '7d', '30d', '90d'] as const;
export type Range = (typeof RANGES)[number];
export const RANGE_MS: Record<Range, number> = {
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
};

export type Interval = 'raw' | '15m' | '1h' | '1d';
/** Intervals that give a readable number of values in a range. The first is the default. */
export const INTERVALS: Record<Range, readonly Interval[]> = {
  '6h': ['raw', '15m'],
  '1d': ['15m', 'raw', '1h'],
  '7d': ['1h', '15m'],
  '30d': ['1h', '1d'],
  '90d': ['1d', '1h'],
};

export const historyQuery = (code: string, range: Range, interval: Interval) =>
  queryOptions({
    queryKey: [...historyOf(code), range, interval],
    queryFn: async ({ signal }): Promise<Sample[]> => {
      const toMs = Date.now();
      const span = { from: new Date(toMs - RANGE_MS[range]).toISOString(), to: new Date(toMs).toISOString() };
      const aggregation = interval === 'raw' ? {} : { interval, extremes: true };
      const body = { codes: [code], ...span, ...aggregation };
      const [series] = await unwrap(plantroom.api.POST('/api/iot/codes/history', { body, signal }));
      return series?.values ?? [];
    },
    placeholderData: keepPreviousData,
  });

const withId = (id: number) => ({ params: { path: { id } } });

export type PointFields = Schemas['PointInputDto'];

export const createPoint = (body: PointFields): Promise<Point> =>
  unwrap(plantroom.api.POST('/api/points', { body }));

export const changePoint = (id: number, body: PointFields): Promise<Point> =>
  unwrap(plantroom.api.PUT('/api/points/{id}', { ...withId(id), body }));

export const deletePoint = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/points/{id}', withId(id)));
