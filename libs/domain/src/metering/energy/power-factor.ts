import type { Bucket } from '../arithmetic/calendar';
import { QUARTER_MS, toKwh } from '../arithmetic/meter-arithmetic';
import type { QuarterEnergy } from '../arithmetic/quarter-energy';
import { roundedEnergy, roundedHalfUp } from '../arithmetic/rounded';

const DECIMALS = 4;

/** The mean power factor of an area in one bucket, by the quarters of an hour whose energy and reactive energy are known. */
export interface PowerFactor {
  /** Reactive energy of these quarters in kvarh; null if there are none. */
  reactiveKvarh: number | null;
  /** Active energy divided by apparent energy, 0 to 1; null if there is none of both. */
  powerFactor: number | null;
}

export const NO_POWER_FACTOR: PowerFactor = { reactiveKvarh: null, powerFactor: null };

/** Quarters that are only partly in the bucket do not count. */
export function powerFactor(
  { startMs, endMs }: Bucket,
  active: QuarterEnergy,
  reactive: QuarterEnergy,
): PowerFactor {
  let [activeMwh, reactiveMwh, netReactiveMwh, quarters] = [0, 0, 0, 0];
  for (let ms = Math.ceil(startMs / QUARTER_MS) * QUARTER_MS; ms + QUARTER_MS <= endMs; ms += QUARTER_MS) {
    const [ofActive, ofReactive] = [active.ofQuarter(ms), reactive.ofQuarter(ms)];
    if (ofActive === null || ofReactive === null) continue;
    activeMwh += Math.abs(ofActive);
    reactiveMwh += Math.abs(ofReactive);
    netReactiveMwh += ofReactive;
    quarters++;
  }
  // Energy that flows in both directions does not cancel out.
  const apparent = Math.hypot(activeMwh, reactiveMwh);
  return {
    reactiveKvarh: quarters > 0 ? roundedEnergy(toKwh(netReactiveMwh)) : null,
    powerFactor: apparent > 0 ? roundedHalfUp(activeMwh / apparent, DECIMALS) : null,
  };
}
