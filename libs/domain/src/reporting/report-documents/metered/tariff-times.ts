import type { Tariff } from '@app/entities';
import { parseInstant } from '@app/kernel';
import type { ReportSpan } from '../report-document';

interface TimeWords {
  otherTimes: string;
  /** The short name of a day, 1 Monday to 7 Sunday. */
  dayName: (day: number) => string;
}

/**
 * Describes when a price applies, such as `Mon–Fri 08:00–20:00`. Uses only the tariffs that are valid in the span.
 * @param zone the time zone in which tariffs begin
 */
export function tariffTimes(
  tariffs: readonly Tariff[],
  price: number,
  { fromMs, toMs }: ReportSpan,
  zone: string,
  { otherTimes, dayName }: TimeWords,
): string {
  const startsMs = tariffs.map(({ validFrom }) =>
    validFrom === undefined ? Number.NEGATIVE_INFINITY : parseInstant(validFrom, zone).getTime(),
  );
  const valid = tariffs.filter((_tariff, index) => {
    const endMs = startsMs[index + 1] ?? Number.POSITIVE_INFINITY;
    return (startsMs[index] ?? 0) < toMs && endMs > fromMs;
  });
  const times = valid.flatMap(({ default: base, periods = [] }) => [
    ...periods
      .filter(({ pricePerKwh }) => pricePerKwh === price)
      .map(({ days, from, to }) => `${dayRanges(days, dayName)} ${from}–${to === '00:00' ? '24:00' : to}`),
    ...(base === price && periods.length > 0 ? [otherTimes] : []),
  ]);
  return [...new Set(times)].join('; ');
}

/** Joins neighbouring days: `Mon–Fri, Sun`. */
function dayRanges(days: readonly number[], dayName: (day: number) => string): string {
  const ranges: [number, number][] = [];
  for (const day of days.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && day === last[1] + 1) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges
    .map(([first, last]) => (first === last ? dayName(first) : `${dayName(first)}–${dayName(last)}`))
    .join(', ');
}
