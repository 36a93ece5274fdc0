import { useMemo } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type Area, areasQuery } from '../../api/areas';
import { unitsOf } from '../../api/energy-types';
import { usePointsOf } from '../../api/points';
import { useStream } from '../../api/use-stream';
import { areaIdOf, DEFAULT_RANGE, type Range, type TrendSearch } from './trend-choice';
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

/** Only short ranges are updated: reading a long one is expensive, and a new value hardly changes it. */
const FOLLOWED: ReadonlySet<Range> = new Set(['6h', '1d']);
const LEAST_AGE_MS = 60_000;
const NO_SERIES: string[] = [];

/** Reads the values of a trend, and follows those of a short time until now. */
export function useTrend({ series = NO_SERIES, range = DEFAULT_RANGE, ...choice }: TrendSearch): TitledTrend {
  const query = useQuery(trendQuery({ series, range, ...choice }));
  useStream({
    'iot:value:change': ({ code }) => {
      const isFollowed = choice.from === undefined && FOLLOWED.has(range) && series.includes(code);
      // Reading the history of many points takes a while, and values may change every second.
      const isOld = Date.now() - query.dataUpdatedAt > LEAST_AGE_MS;
      if (isFollowed && isOld && !query.isFetching) void query.refetch();
    },
  });
  const titleOf = useTitleOf(series);
  const key = JSON.stringify((query.data?.lines ?? []).map((line) => titleOf(line.series, line.isEarlier)));
  // New objects at each render would draw the chart again.
  const titles = useMemo(() => JSON.parse(key) as LineTitle[], [key]);
  return { query, titles };
}

/** Returns a function that names a series. Points are named by their code until their name is known. */
function useTitleOf(series: readonly string[]) {
  const t = useTrendTexts();
  const areas = useQuery(areasQuery).data?.areas;
  const points = usePointsOf(series.map((one) => (areaIdOf(one) === undefined ? one : null)));
  return (one: string, isEarlier: boolean): LineTitle => {
    const areaId = areaIdOf(one);
    const point = points.get(one);
    const meter = areas?.flatMap(({ meters }) => meters).find(({ pointCode }) => pointCode === one);
    const name =
      areaId === undefined
        ? (point?.name ?? one)
        : (areas?.find(({ id }) => id === areaId)?.name ?? `#${areaId}`);
    return {
      name: isEarlier ? t('before', { name }) : name,
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
