import type { GatewaySample } from '@app/gateway-client';
import type { MeterReading } from '../energy/meter-arithmetic';

/** 0 good, 1 uncertain, 2 bad, as stored (OPC UA part 8). */
export const QUALITIES = ['good', 'uncertain', 'bad'] as const;

/**
 * The gateway's samples in [fromMs, toMs) as readings: one that was not asked for, stamped by a clock that is years off,
 * would be taken for a gap of years. A value that is no finite number is a missing one, never 0.
 */
export function toReadings(
  samples: readonly GatewaySample[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): MeterReading[] {
  return samples
    .map(({ timestamp, value, quality }) => ({
      atMs: Date.parse(timestamp),
      value: typeof value === 'number' && Number.isFinite(value) ? value : null,
      quality: QUALITIES.indexOf(quality),
    }))
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
}
