import type { EnergyType, MeterEntity } from '@app/entities';
import { countedMeters, metersOfPower, type Site } from '../areas/area-tree';

/** Returns the meters from which the current power of each area is computed, by area id. */
export function powerMetersByArea(
  site: Site,
  energyType: EnergyType,
  nowMs: number,
): Map<number, MeterEntity[]> {
  return countedMeters(site, energyType, metersOfPower(nowMs));
}

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
