import {
  isAbovePlausible,
  judgedPowerKw,
  MWH_PER_KWH,
  type MeterArithmetic,
  type MeterReading,
  wholeMwh,
} from './meter-arithmetic';

export type Usable = MeterReading & { value: number };

/** The energy that a register has counted between two readings. */
export interface RegisterStep {
  previous: Usable;
  next: Usable;
  /** Has the sign of the meter's multiplier, or is 0. */
  energyMwh: number;
  isImplausible: boolean;
  /** True if the value fell by a milliwatt-hour or more. A smaller fall comes from inexact numbers. */
  isFall: boolean;
  /** True if the register restarted at zero: its value fell, and not because of a rollover. */
  isReset: boolean;
}

/**
 * Returns the steps of a register between its readings, after false samples are removed. Whether a step counts depends
 * only on the readings that `contextOf` reports.
 * @param usable in order
 * @returns `falseMs`: timestamps of the false samples
 */
export function registerSteps(
  meter: MeterArithmetic,
  usable: readonly Usable[],
): { steps: RegisterStep[]; falseMs: number[] } {
  const isFalse = falseSamples(meter, usable);
  const kept = usable.filter((_, index) => isFalse[index] !== true);
  const counts = kept.slice(1).map((next, index) => count(meter, kept[index] ?? next, next));
  const steps = counts.map((step, index) => {
    // A fall right after an implausible step is a return from a false value, and not a reset.
    const isReturn = step.isFall && counts[index - 1]?.isImplausible === true;
    return isReturn ? { ...step, isImplausible: true } : step;
  });
  return { steps, falseMs: usable.flatMap(({ atMs }, index) => (isFalse[index] ? [atMs] : [])) };
}

/**
 * A sample is false if the step to it is implausible or a reset, or a fall from it is, and a direct step between its two
 * neighbours would be neither. If two adjacent samples qualify, only the first counts as false. Without a power limit, no
 * sample is false.
 */
function falseSamples(meter: MeterArithmetic, usable: readonly Usable[]): boolean[] {
  if (meter.maxPowerKw === null) return [];
  const mayBeFalse = usable.map((sample, index) => {
    const [previous, next] = [usable[index - 1], usable[index + 1]];
    if (!previous || !next) return false;
    const after = count(meter, sample, next);
    const fallsBack = after.isFall && isDoubtful(after);
    if (!fallsBack && !isDoubtful(count(meter, previous, sample))) return false;
    return !isDoubtful(count(meter, previous, next));
  });
  return mayBeFalse.map((may, index) => may && mayBeFalse[index - 1] !== true);
}

const isDoubtful = ({ isImplausible, isReset }: RegisterStep): boolean => isImplausible || isReset;

/**
 * Each reading is rounded separately, so that the steps add up to the difference of the first and last reading. Only a
 * fall by less than a milliwatt-hour, which counts as no change, may make the sum larger, by at most a milliwatt-hour. A
 * falling value is a rollover if the register's modulus is known, and a reset to zero otherwise. After a reset, a
 * negative value is implausible, because the register has counted up from zero.
 */
function count(meter: MeterArithmetic, previous: Usable, next: Usable): RegisterStep {
  const sign = Math.sign(meter.multiplier);
  const countedMwh = (value: number) => sign * wholeMwh(meter, value);
  const afterMwh = countedMwh(next.value);
  const riseMwh = afterMwh - countedMwh(previous.value);
  const isFall = (previous.value - next.value) * Math.abs(meter.multiplier) * MWH_PER_KWH >= 1;
  const afterRolloverMwh = meter.registerMax === null ? -1 : riseMwh + countedMwh(meter.registerMax);
  const isReset = isFall && afterRolloverMwh < 0;
  const fallMwh = isReset ? afterMwh : afterRolloverMwh;
  // Adding 0 turns -0 into 0.
  const energyMwh = sign * Math.max(isFall ? fallMwh : riseMwh, 0) + 0;
  const isImplausible =
    meter.maxPowerKw !== null &&
    ((isReset && next.value < 0) ||
      isAbovePlausible(meter, judgedPowerKw(meter, energyMwh, next.atMs - previous.atMs)));
  return { previous, next, energyMwh, isFall, isReset, isImplausible };
}
