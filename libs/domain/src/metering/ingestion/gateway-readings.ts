import { QUALITIES } from '@app/contracts';
import type { GatewaySample } from '@app/gateway-client';
import type { MeterReading } from '../arithmetic/meter-arithmetic';

/**
 * Converts the gateway's samples in [fromMs, toMs) to readings. Samples outside this range are dropped: if the clock of
 * a device is wrong by years, its timestamp would look like a gap of years. A value that is not a finite number is
 * missing, never 0.
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
