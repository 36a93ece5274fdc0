import type { Bucket } from '../arithmetic/calendar';
import type { ExactDecimal } from '../arithmetic/exact-decimal';

/** A time during which one price or emission factor applies. */
export interface RateSpan extends Bucket {
  /** Index of the rate in its schedule; null if none applies. */
  rate: number | null;
}

/** Prices or emission factors over time. */
export interface RateSchedule {
  /** Per kWh (m³ for water). */
  rates: readonly ExactDecimal[];
  /** Divides a range into spans, in order of time and without gaps. Adjacent spans have different rates. */
  spans: (range: Bucket) => RateSpan[];
}

/** Appends a span to a list. If the last span has the same rate, that span is extended instead. */
export function appendSpan(spans: RateSpan[], { startMs, endMs, rate }: RateSpan): void {
  if (startMs >= endMs) return;
  const last = spans.at(-1);
  if (last && last.rate === rate) last.endMs = endMs;
  else spans.push({ startMs, endMs, rate });
}
