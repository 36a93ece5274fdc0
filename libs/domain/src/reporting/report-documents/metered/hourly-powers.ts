import type { ReportInterval } from '@app/entities';
import { bucketsBetween } from '../../../metering/arithmetic/calendar';
import { HOUR_MS } from '../../../metering/arithmetic/meter-arithmetic';
import { roundedEnergy } from '../../../metering/arithmetic/rounded';
import type { ReportSpan } from '../report-document';
import type { MeteredPoint } from './metered-figures.service';

/** Mean and peak of the hourly mean powers in kW; null if no hour was measured. */
export interface Powers {
  startMs: number;
  mean: number | null;
  peak: number | null;
  /** Start of the hour with the peak. */
  peakMs: number | null;
  estimated: boolean;
}

type Hour = Pick<MeteredPoint, 'startMs' | 'value' | 'estimated'>;

/** The mean power of an hour in kW equals its energy in kWh. Hours that the period clips do not count. */
export function powersIn(hours: readonly Hour[], span: ReportSpan): Powers {
  const whole = hours.filter(({ startMs }) => startMs >= span.fromMs && startMs + HOUR_MS <= span.toMs);
  const measured = whole.flatMap(({ startMs, value, estimated }) =>
    value === null ? [] : [{ startMs, value, estimated }],
  );
  const [first] = measured;
  if (!first) return { startMs: span.fromMs, mean: null, peak: null, peakMs: null, estimated: false };
  const highest = measured.reduce((peak, hour) => (hour.value > peak.value ? hour : peak), first);
  const sum = measured.reduce((total, { value }) => total + value, 0);
  return {
    startMs: span.fromMs,
    mean: roundedEnergy(sum / measured.length),
    peak: highest.value,
    peakMs: highest.startMs,
    estimated: measured.some(({ estimated }) => estimated),
  };
}

/** The powers of each bucket of a period. */
export function powersByBucket(
  hours: readonly Hour[],
  span: ReportSpan,
  interval: ReportInterval,
  zone: string,
): Powers[] {
  let next = 0;
  return bucketsBetween(interval, span.fromMs, span.toMs, zone).map(({ startMs, endMs }) => {
    const first = next;
    while (next < hours.length && (hours[next]?.startMs ?? 0) < endMs) next++;
    const clipped = { fromMs: Math.max(startMs, span.fromMs), toMs: Math.min(endMs, span.toMs) };
    return { ...powersIn(hours.slice(first, next), clipped), startMs };
  });
}
