import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from '../../api/plantroom';
import { readHistory } from '../../api/point-history';
import { intervalFor, type TrendLine, withGaps } from './trend-data';
import { areaIdOf, type Comparison, type Range } from './trend-choice';

export type TrendAlert = components['schemas']['AlertDto'];
export type TrendNote = components['schemas']['NoteDto'];

/** The beginning of the keys of all trends. */
export const TRENDS = ['trends'] as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RANGE_MS: Record<Range, number> = {
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
  '1y': 365 * DAY_MS,
};
/** A week has whole weekdays, so a year before is 52 weeks before. */
const BEFORE_MS: Record<Comparison, number> = { day: DAY_MS, week: 7 * DAY_MS, year: 364 * DAY_MS };

/** No event reports new values of a trend. */
const FRESH_MS = 60_000;
/** Of a point or an area. */
const MOST_ALERTS = 50;
/** The mean power of a smaller share of an hour says little about it. */
const LEAST_COVERAGE = 0.1;

export interface TrendChoice {
  series: readonly string[];
  /** The time until now, unless there are fixed instants. */
  range: Range;
  from?: string;
  to?: string;
  compare?: Comparison;
}

/** The lines of a period, the alerts of its points, and the notes of its series. */
export interface Trend {
  fromMs: number;
  toMs: number;
  lines: TrendLine[];
  alerts: TrendAlert[];
  notes: TrendNote[];
}

interface Span {
  fromMs: number;
  toMs: number;
}

export const trendQuery = (choice: TrendChoice) =>
  queryOptions({
    queryKey: [...TRENDS, choice],
    queryFn: async ({ signal }): Promise<Trend> => {
      const { series, compare } = choice;
      const span = spanOf(choice);
      const shiftMs = compare ? BEFORE_MS[compare] : 0;
      const before = { fromMs: span.fromMs - shiftMs, toMs: span.toMs - shiftMs };
      const [lines, earlier, alerts, notes] = await Promise.all([
        readLines(series, span, signal),
        compare ? readLines(series, before, signal) : [],
        readAlerts(series, span, signal),
        readNotes(series, span, signal),
      ]);
      const moved = earlier.map((line) => ({
        ...line,
        isEarlier: true,
        samples: line.samples.map(({ atMs, value }) => ({ atMs: atMs + shiftMs, value })),
      }));
      return { ...span, lines: [...lines, ...moved], alerts, notes };
    },
    enabled: choice.series.length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });

/** Returns the period of a choice, which ends now unless it has fixed instants. */
export function spanOf({ range, from, to }: Pick<TrendChoice, 'range' | 'from' | 'to'>): Span {
  if (from !== undefined && to !== undefined) return { fromMs: Date.parse(from), toMs: Date.parse(to) };
  const toMs = Date.now();
  return { fromMs: toMs - RANGE_MS[range], toMs };
}

async function readLines(series: readonly string[], span: Span, signal: AbortSignal): Promise<TrendLine[]> {
  const codes = series.filter((one) => areaIdOf(one) === undefined);
  const [points, areas] = await Promise.all([
    codes.length > 0 ? readPoints(codes, span, signal) : [],
    Promise.all(
      series.flatMap((one) => {
        const areaId = areaIdOf(one);
        return areaId === undefined ? [] : readArea(one, areaId, span, signal);
      }),
    ),
  ]);
  const lines = [...points, ...areas];
  return series.flatMap((one) => lines.find((line) => line.series === one) ?? []);
}

async function readPoints(codes: string[], span: Span, signal: AbortSignal): Promise<TrendLine[]> {
  const { interval, intervalMs } = intervalFor(span.toMs - span.fromMs, globalThis.innerWidth);
  const found = await readHistory(codes, { ...instantsOf(span), ...(interval && { interval }) }, signal);
  return found.map(({ code, values, isUnavailable, hasStates }) => ({
    series: code,
    isEarlier: false,
    isUnavailable,
    hasStates,
    samples: withGaps(values, intervalMs, Math.min(span.toMs, Date.now())),
  }));
}

/** The mean power of an area by hour or day, from its meters. */
async function readArea(series: string, areaId: number, span: Span, signal: AbortSignal): Promise<TrendLine> {
  const isShort = span.toMs - span.fromMs <= 62 * DAY_MS;
  const [interval, hours] = isShort ? (['hour', 1] as const) : (['day', 24] as const);
  const query = { areaId, ...instantsOf(span), interval };
  const points = await unwrap(plantroom.api.GET('/api/energy/details', { params: { query }, signal }));
  const samples = points.map(({ timestamp, value, coverage }, index) => {
    const atMs = Date.parse(timestamp);
    const nextMs = Date.parse(points[index + 1]?.timestamp ?? '');
    // A day may have 23 or 25 hours. The first and the last bucket are measured only in part.
    const lengthMs = Number.isNaN(nextMs) ? hours * HOUR_MS : nextMs - atMs;
    const measuredHours = (coverage * lengthMs) / HOUR_MS;
    return { atMs, value: value === null || coverage < LEAST_COVERAGE ? null : value / measuredHours };
  });
  return { series, isEarlier: false, samples };
}

/** The alerts that the points and areas of the series raised in the period. */
async function readAlerts(series: readonly string[], span: Span, signal: AbortSignal): Promise<TrendAlert[]> {
  const found = await Promise.all(
    series.map((one) => {
      const areaId = areaIdOf(one);
      const of = areaId === undefined ? { pointCode: one } : { areaId };
      const query = { ...instantsOf(span), ...of, limit: MOST_ALERTS };
      return unwrap(plantroom.api.GET('/api/alerts', { params: { query }, signal }));
    }),
  );
  const alerts = [...new Map(found.flat().map((alert) => [alert.id, alert])).values()];
  return alerts.toSorted((one, other) => one.raisedAt.localeCompare(other.raisedAt));
}

function readNotes(series: readonly string[], span: Span, signal: AbortSignal): Promise<TrendNote[]> {
  const query = { ...instantsOf(span), series: [...series] };
  return unwrap(plantroom.api.GET('/api/notes', { params: { query }, signal }));
}

const instantsOf = ({ fromMs, toMs }: Span) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});
