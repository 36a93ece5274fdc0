import type { Tariff } from '@app/entities';
import { parseInstant } from '@app/kernel';
import { type Bucket, offsetStretches } from '../arithmetic/calendar';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { RateList } from '../rates/rate-list';
import { appendSpan, type RateSchedule, type RateSpan } from '../rates/rate-schedule';
import { type TariffWeek, tariffWeek } from './tariff-week';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

interface DatedWeek {
  fromMs: number;
  week: TariffWeek;
}

/** Returns the prices of a tariff, or of successive tariffs in order, over time. Times of day are local to the zone. */
export function tariffSchedule(tariffs: Tariff | readonly Tariff[], zone: string): RateSchedule {
  const list = new RateList();
  const weeks = [tariffs].flat().map((tariff: Tariff) => ({
    fromMs:
      tariff.validFrom === undefined
        ? Number.NEGATIVE_INFINITY
        : parseInstant(tariff.validFrom, zone).getTime(),
    week: tariffWeek(tariff, list),
  }));
  return { rates: list.rates, spans: (range) => spansOf(range, weeks, zone) };
}

function spansOf(range: Bucket, weeks: readonly DatedWeek[], zone: string): RateSpan[] {
  const spans: RateSpan[] = [];
  const firstMs = weeks[0]?.fromMs ?? range.endMs;
  appendSpan(spans, { startMs: range.startMs, endMs: Math.min(range.endMs, firstMs), rate: null });
  for (const [index, { fromMs, week }] of weeks.entries()) {
    const startMs = Math.max(range.startMs, fromMs);
    const endMs = Math.min(range.endMs, weeks[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY);
    if (startMs < endMs) appendWeeks(spans, { startMs, endMs }, week, zone);
  }
  return spans;
}

function appendWeeks(spans: RateSpan[], range: Bucket, week: TariffWeek, zone: string): void {
  const [constant] = week.flat();
  if (constant && week.flat().every(({ rate }) => rate === constant.rate)) {
    appendSpan(spans, { ...range, rate: constant.rate });
    return;
  }
  for (const { untilMs, offsetMs } of offsetStretches(range.startMs, zone)) {
    const startMs = Math.max(range.startMs, spans.at(-1)?.endMs ?? range.startMs);
    appendLocalWeeks(spans, { startMs, endMs: Math.min(range.endMs, untilMs) }, week, offsetMs);
    if (untilMs >= range.endMs) return;
  }
}

/** @param offsetMs the zone's offset from UTC, which does not change within the range */
function appendLocalWeeks(
  spans: RateSpan[],
  { startMs, endMs }: Bucket,
  week: TariffWeek,
  offsetMs: number,
): void {
  const firstDay = Math.floor((startMs + offsetMs) / DAY_MS);
  for (let day = firstDay; day * DAY_MS - offsetMs < endMs; day++) {
    const midnightMs = day * DAY_MS - offsetMs;
    const changes = week[(((day + FIRST_WEEKDAY) % 7) + 7) % 7] ?? [];
    for (const [index, { minute, rate }] of changes.entries()) {
      const untilMs = midnightMs + (changes[index + 1]?.minute ?? 1440) * MINUTE_MS;
      appendSpan(spans, {
        startMs: Math.max(startMs, midnightMs + minute * MINUTE_MS),
        endMs: Math.min(endMs, untilMs),
        rate,
      });
    }
  }
}
