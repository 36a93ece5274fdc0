import type { MeterEntity } from '@app/entities';
import { inOrderOfParts } from '../arithmetic/formulas';
import { freshUntilMs } from './area-tree';

/**
 * Sets the last reading and the last power of formulas from those of their parts, in place. A formula is as old as its
 * oldest part, and has a power only while all parts have one.
 * @param meters all meters of the site, or some meters with the parts of all formulas among them
 */
export function composeFormulas(meters: readonly MeterEntity[]): void {
  const meterById = new Map(meters.map((meter) => [meter.id, meter]));
  for (const id of inOrderOfParts(partsOf(meters))) {
    const meter = meterById.get(id);
    if (!meter?.formula) continue;
    const parts = meter.formula.map(({ partId, factor }) => ({ part: meterById.get(partId), factor }));
    const lastMs = Math.min(...parts.map(({ part }) => part?.lastReadingAt?.getTime() ?? Number.NaN));
    const freshMs = Math.min(...parts.map(({ part }) => (part ? freshUntilMs(part) : Number.NaN)));
    const powers = parts.flatMap(({ part, factor }) =>
      typeof part?.lastPowerKw === 'number' ? [factor * part.lastPowerKw] : [],
    );
    const hasPower = powers.length === parts.length && Number.isFinite(freshMs);
    meter.lastReadingAt = Number.isNaN(lastMs) ? null : new Date(lastMs);
    meter.lastPowerKw = hasPower ? powers.reduce((sum, power) => sum + power, 0) : null;
    // The power of the formula is recent until the power of a part is not, see `freshUntilMs`.
    meter.lastPowerAt = hasPower ? new Date(freshMs - 2 * meter.intervalSeconds * 1000) : null;
  }
}

/** Returns meters and the parts of all formulas among them, each once. @param all all meters of the site */
export function withParts(meters: readonly MeterEntity[], all: readonly MeterEntity[]): MeterEntity[] {
  const meterById = new Map(all.map((meter) => [meter.id, meter]));
  const found = new Set(meters);
  // The set grows while it is read.
  for (const { formula = [] } of found) {
    for (const { partId } of formula) {
      const part = meterById.get(partId);
      if (part) found.add(part);
    }
  }
  return [...found];
}

function partsOf(meters: readonly MeterEntity[]): Map<number, number[]> {
  return new Map(
    meters.flatMap(({ id, formula }) => (formula ? [[id, formula.map((part) => part.partId)]] : [])),
  );
}
