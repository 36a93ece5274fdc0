import type { Span } from './meter-arithmetic';

/**
 * Returns the energy of `span` up to `untilMs` in whole milliwatt-hours, assuming constant power: 0 before the start of
 * the span, and the total after its end. To get the energy between two instants, subtract two results; the parts of a
 * span then add up exactly.
 */
export function energyUntil(span: Span, untilMs: number): number {
  if (untilMs <= span.startMs) return 0;
  if (untilMs >= span.endMs) return span.energyMwh;
  return Math.round(span.energyMwh * ((untilMs - span.startMs) / (span.endMs - span.startMs)));
}

/** True if the instant lies strictly within the span. */
export function cutsThrough(span: Span, atMs: number): boolean {
  return span.startMs < atMs && atMs < span.endMs;
}
