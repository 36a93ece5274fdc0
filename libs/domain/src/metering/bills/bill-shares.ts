/**
 * Divides whole units in proportion to weights. Each part is rounded down, and the parts with the largest remainders get
 * one unit more, so the parts add up exactly.
 * @param weights not negative
 * @returns null if all weights are 0
 */
export function dividedUnits(units: bigint, weights: readonly bigint[]): bigint[] | null {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  if (all === 0n) return null;
  const sign = units < 0n ? -1n : 1n;
  const size = units * sign;
  const parts = weights.map((weight) => (size * weight) / all);
  const left = Number(size - parts.reduce((sum, part) => sum + part, 0n));
  const remainderOf = (index: number) => (size * (weights[index] ?? 0n)) % all;
  const order = [...weights.keys()].toSorted((one, other) => {
    const difference = remainderOf(other) - remainderOf(one);
    return difference === 0n ? one - other : difference > 0n ? 1 : -1;
  });
  const increased = new Set(order.slice(0, left));
  return parts.map((part, index) => sign * (increased.has(index) ? part + 1n : part));
}
