import { useMemo } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type Area, areasQuery } from '../../api/areas';
import { unitsOf } from '../../api/energy-types';
import { usePointsOf } from '../../api/points';
import { useStream } from '../../api/use-stream';
import { areaIdOf, DEFAULT_RANGE, type Range, type TrendSearch } from './trend-choice';
import type { TrendLine } from './trend-data';
import { type Trend, trendQuery } from './trend.queries';
import { useTrendTexts } from './trend.texts';

/** The name and the unit of a line. */
export interface LineTitle {
  name: string;
  unit: string;
}

/** A trend with a title per line. */
export interface TitledTrend {
  query: UseQueryResult<Trend>;
  titles: readonly LineTitle[];
}

/** Only short ranges follow the values of points: a new value hardly changes a long one. */
const FOLLOWED: ReadonlySet<Range> = new Set(['6h', '1d']);
/** Reading the history of many points takes a while, and values may change every second. */
const LEAST_AGE_MS = { followed: 60_000, other: 3_600_000 };
const NO_SERIES: string[] = [];

/** Reads the values of a trend, and follows them unless the trend has fixed instants. */
export function useTrend({ series = NO_SERIES, range = DEFAULT_RANGE, ...choice }: TrendSearch): TitledTrend {
  const query = useQuery(trendQuery({ series, range, ...choice }));
  const isFollowed = FOLLOWED.has(range);
  const refresh = () => {
    const isOld = Date.now() - query.dataUpdatedAt > LEAST_AGE_MS[isFollowed ? 'followed' : 'other'];
    if (isOld && choice.from === undefined) void query.refetch({ cancelRefetch: false });
  };
  const hasPoints = series.some((one) => areaIdOf(one) === undefined);
  useStream({
    energy_update: refresh,
    // The values of all points are only received if the trend needs them.
    ...(isFollowed &&
      hasPoints && {
        'iot:value:change': ({ code }: { code: string }) => series.includes(code) && refresh(),
      }),
  });
  const titleOf = useTitleOf(series);
  const key = JSON.stringify((query.data?.lines ?? []).map(titleOf));
  // New objects at each render would draw the chart again.
  const titles = useMemo(() => JSON.parse(key) as LineTitle[], [key]);
  return { query, titles };
}

/** Returns a function that names a series. Points are named by their code until their name is known. */
function useTitleOf(series: readonly string[]) {
  const t = useTrendTexts();
  const areas = useQuery(areasQuery).data?.areas;
  const points = usePointsOf(series.map((one) => (areaIdOf(one) === undefined ? one : null)));
  return ({ series: one, isEarlier, isUnavailable }: TrendLine): LineTitle => {
    const areaId = areaIdOf(one);
    const point = points.get(one);
    const meter = areas?.flatMap(({ meters }) => meters).find(({ pointCode }) => pointCode === one);
    const name =
      areaId === undefined
        ? (point?.name ?? one)
        : (areas?.find(({ id }) => id === areaId)?.name ?? `#${areaId}`);
    const shown = isUnavailable ? t('unavailable', { name }) : name;
    return {
      name: isEarlier ? t('before', { name: shown }) : shown,
      unit: areaId === undefined ? (point?.unit ?? unitOf(meter)) : 'kW',
    };
  };
}

/** The unit of a meter whose point is not registered. A multiplier converts other units. */
function unitOf(meter: Area['meters'][number] | undefined): string {
  if (!meter || meter.multiplier !== 1) return '';
  const [energy, power] = unitsOf(meter.energyType);
  return meter.kind === 'power' ? power : energy;
}
