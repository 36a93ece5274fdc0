import { type ExactDecimal, exactDecimal, roundedUnits, sumOfDecimals } from './exact-decimal';
import type { HourRow } from './hour-rows';

/** A part of a formula with its factor. */
export interface FormulaTerm {
  factor: number;
  /** The hours of the part, each once. */
  hours: readonly HourRow[];
}

/** Factors as whole numbers of units of 10^-`scale`. */
export interface Weights {
  weights: readonly bigint[];
  scale: number;
}

/**
 * Computes the hours of a formula from the hours of its parts. A quarter counts if all parts were measured in it, and
 * its measured time is that of the part with the least. The exact energy of the measured quarters of an hour is rounded
 * half up once: a quarter is the difference of two rounded running sums.
 * @returns the hours in order; an hour in which nothing counts has no row
 */
export function formulaHours(terms: readonly FormulaTerm[]): HourRow[] {
  const weighted = weightsOf(terms.map(({ factor }) => exactDecimal(factor)));
  const partsByHour = new Map<number, (HourRow | undefined)[]>();
  for (const [index, { hours }] of terms.entries()) {
    for (const row of hours) {
      const parts = partsByHour.get(row.hourMs) ?? Array.from<undefined>({ length: terms.length });
      partsByHour.set(row.hourMs, parts);
      parts[index] = row;
    }
  }
  return [...partsByHour]
    .map(([hourMs, parts]) => formulaHour(hourMs, parts, weighted))
    .filter(({ energyMwh, cuts }) => cuts !== 0 || energyMwh.some((energy) => energy !== null))
    .sort((one, other) => one.hourMs - other.hourMs);
}

/** Converts exact factors to a common scale, in their order. */
export function weightsOf(exact: readonly ExactDecimal[]): Weights {
  const scale = Math.max(0, ...exact.map((factor) => factor.scale));
  return { scale, weights: exact.map((factor) => factor.digits * 10n ** BigInt(scale - factor.scale)) };
}

function formulaHour(
  hourMs: number,
  parts: readonly (HourRow | undefined)[],
  { weights, scale }: Weights,
): HourRow {
  const row: HourRow = {
    hourMs,
    energyMwh: [null, null, null, null],
    coveredMs: [0, 0, 0, 0],
    cuts: parts.reduce((cuts, part) => cuts | (part?.cuts ?? 0), 0),
  };
  let sum = 0n;
  for (let quarter = 0; quarter < 4; quarter++) {
    const coveredMs = Math.min(...parts.map((part) => part?.coveredMs[quarter] ?? 0));
    const energies = parts.map((part) => part?.energyMwh[quarter] ?? null);
    if (coveredMs === 0 || energies.includes(null)) continue;
    const before = roundedUnits({ digits: sum, scale }, 0);
    const digits = energies.reduce((total, energy, index) => total + product(weights[index], energy), sum);
    const energyMwh = Number(roundedUnits({ digits, scale }, 0) - before);
    // Doubles cannot represent every whole number beyond this limit, so nothing is counted, as for readings.
    if (!Number.isSafeInteger(energyMwh)) continue;
    sum = digits;
    row.energyMwh[quarter] = energyMwh;
    row.coveredMs[quarter] = coveredMs;
  }
  return row;
}

function product(weight = 0n, energyMwh: number | null): bigint {
  return weight * BigInt(energyMwh ?? 0);
}

/**
 * Orders formulas so that each of them follows all formulas among its parts.
 * @param partsOf the parts of each formula
 * @returns the formulas, without those that contain a circle
 */
export function inOrderOfParts<Key>(partsOf: ReadonlyMap<Key, readonly Key[]>): Key[] {
  const formulasWith = new Map<Key, Key[]>();
  const open = new Map<Key, number>();
  for (const [formula, parts] of partsOf) {
    const formulas = parts.filter((part) => partsOf.has(part));
    open.set(formula, formulas.length);
    for (const part of formulas) formulasWith.set(part, [...(formulasWith.get(part) ?? []), formula]);
  }
  const order = [...open].flatMap(([formula, count]) => (count === 0 ? [formula] : []));
  // The list grows while it is read.
  for (const done of order) {
    for (const formula of formulasWith.get(done) ?? []) {
      const left = (open.get(formula) ?? 0) - 1;
      open.set(formula, left);
      if (left === 0) order.push(formula);
    }
  }
  return order;
}

/** A part of a formula, as it is stored. */
interface Part {
  partId: number;
  factor: number;
}

/**
 * Replaces formulas by their parts: the sum of the given meters is the sum of the returned meters, each multiplied by
 * its factor. No returned meter is a formula.
 * @param formulas all formulas by their ids
 */
export function partFactors(
  meterIds: readonly number[],
  formulas: ReadonlyMap<number, readonly Part[]>,
): Map<number, ExactDecimal> {
  const factors = new Map(meterIds.map((id) => [id, exactDecimal(1)]));
  const partIds = Array.from(formulas, ([id, parts]) => [id, parts.map(({ partId }) => partId)] as const);
  // Each formula is resolved after all formulas that contain it.
  for (const id of inOrderOfParts(new Map(partIds)).toReversed()) {
    const outer = factors.get(id);
    if (!outer) continue;
    factors.delete(id);
    for (const { partId, factor } of formulas.get(id) ?? []) {
      const inner = exactDecimal(factor);
      const product = { digits: outer.digits * inner.digits, scale: outer.scale + inner.scale };
      factors.set(partId, sumOfDecimals(factors.get(partId) ?? exactDecimal(0), product));
    }
  }
  return factors;
}
