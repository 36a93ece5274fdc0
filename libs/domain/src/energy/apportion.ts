import type { Span } from './meter-arithmetic';

/**
 * The energy of `span` up to `untilMs`, as if it flowed evenly: whole milliwatt-hours, 0 before its start and all
 * of it from its end on. What lies between two instants is the difference of two calls, so parts add up exactly.
 */
export function energyUntil(span: Span, untilMs: number): number {
  if (untilMs <= span.startMs) return 0;
  if (untilMs >= span.endMs) return span.energyMwh;
  return Math.round(span.energyMwh * ((untilMs - span.startMs) / (span.endMs - span.startMs)));
}

/** True where the instant lies within the span, and neither at its start nor at its end. */
export function cutsThrough(span: Span, atMs: number): boolean {
  return span.startMs < atMs && atMs < span.endMs;
}
