import type { Span } from './meter-arithmetic';

/**
 * Returns the energy of `span` up to `untilMs`, as if the energy flowed evenly. The result is in whole milliwatt-hours:
 * 0 before the start of the span, and the total after its end. The energy between two instants is the difference of two
 * calls, so parts add up exactly.
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
