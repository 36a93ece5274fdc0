import type { MeterEntity } from '@app/entities';

/** The sum of the last power of these meters in kW; null if there are no meters. */
export function sumOfPower(meters: readonly MeterEntity[]): number | null {
  return meters.length === 0
    ? null
    : wholeMilliwatts(meters.reduce((sum, { lastPowerKw }) => sum + (lastPowerKw ?? 0), 0));
}

/** Removes the rounding error that adding decimal fractions causes. */
function wholeMilliwatts(powerKw: number): number {
  return Math.round(powerKw * 1e6) / 1e6;
}
