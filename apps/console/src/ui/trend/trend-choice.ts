export const RANGES = ['6h', '1d', '7d', '30d', '90d', '1y'] as const;
export type Range = (typeof RANGES)[number];
export const DEFAULT_RANGE: Range = '1d';
export const COMPARISONS = ['day', 'week', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A chart with more lines cannot be read. */
export const MOST_SERIES = 12;
const AREA = /^area:(\d+)$/;
const LONGEST_CODE = 255;

/** The choices of a trend, as in the address of the page. */
export interface TrendSearch {
  /** Codes of points, and areas such as `area:3`. */
  series?: string[];
  /** The time until now. By default, a day. */
  range?: Range;
  /** Instants that replace the range. */
  from?: string;
  to?: string;
  /** The period before that is drawn below. */
  compare?: Comparison;
}

export function readTrendSearch({ series, range, from, to, compare }: Record<string, unknown>): TrendSearch {
  const isFixed = isInstant(from) && isInstant(to) && from < to;
  return {
    series: readSeries(series),
    range: RANGES.find((known) => known === range),
    from: isFixed ? from : undefined,
    to: isFixed ? to : undefined,
    compare: COMPARISONS.find((known) => known === compare),
  };
}

/** The series of an area. */
export const areaSeries = (id: number): string => `area:${id}`;

/** The id of an area; undefined for the code of a point. */
export function areaIdOf(series: string): number | undefined {
  const [, id] = AREA.exec(series) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The time before and after an instant, until now at most. */
export function around(instant: string, lengthMs: number): { from: string; to: string } {
  const atMs = Date.parse(instant);
  const toMs = Math.min(atMs + lengthMs, Date.now());
  return { from: new Date(atMs - lengthMs).toISOString(), to: new Date(toMs).toISOString() };
}

function readSeries(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((one): one is string => typeof one === 'string' && one !== '');
  const usable = texts.filter(({ length }) => length <= LONGEST_CODE);
  return usable.length > 0 ? [...new Set(usable)].slice(0, MOST_SERIES) : undefined;
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && value.endsWith('Z') && !Number.isNaN(Date.parse(value));
}

/** The text of a widget that shows a trend. */
export const savedTrend = (trend: TrendSearch): string => JSON.stringify({ trend });

/** Reads the data of a widget with fixed content. Undefined if it is not a trend. */
export function readSavedTrend(data: unknown): TrendSearch | undefined {
  const { trend } = Object(data) as { trend?: unknown };
  const read = readTrendSearch(Object(trend) as Record<string, unknown>);
  return read.series && read;
}
