import { readChoice } from '../../app/search-fields';

export const RANGES = ['6h', '1d', '7d', '30d', '90d', '1y'] as const;
export type Range = (typeof RANGES)[number];
export const COMPARISONS = ['day', 'week', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A chart with more lines cannot be read. */
export const MOST_SERIES = 12;
const AREA = /^area:(\d+)$/;
const LONGEST_CODE = 255;

/** The choices of the page, as in the address. */
export interface TrendsSearch {
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

export function readTrendsSearch({
  series,
  range,
  from,
  to,
  compare,
}: Record<string, unknown>): TrendsSearch {
  const isFixed = isInstant(from) && isInstant(to) && from < to;
  return {
    series: readSeries(series),
    range: readChoice(RANGES, range),
    from: isFixed ? from : undefined,
    to: isFixed ? to : undefined,
    compare: readChoice(COMPARISONS, compare),
  };
}

/** The series of an area. */
export const areaSeries = (id: number): string => `area:${id}`;

/** The id of an area; undefined for the code of a point. */
export function areaIdOf(series: string): number | undefined {
  const [, id] = AREA.exec(series) ?? [];
  return id === undefined ? undefined : Number(id);
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
