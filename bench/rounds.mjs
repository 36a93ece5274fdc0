/**
 * Measures every variant once per round, so that other load on the machine affects all variants alike.
 * @param variants `{ name: async (round) => figure }`
 * @returns the figures of each variant by name, one per round
 */
export async function inRounds(rounds, variants) {
  const figures = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(variants)) figures[name].push(await measure(round));
  }
  return figures;
}

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the median of the ratios per round. The two figures of a ratio are measured shortly after each other. */
export function medianRatio(over, under) {
  return median(over.map((figure, round) => figure / under[round]));
}

/** Formats a number such as `1,234,567`. A number below 100 has one decimal. */
export function format(figure) {
  return figure.toLocaleString('en', { maximumFractionDigits: Math.abs(figure) < 100 ? 1 : 0 });
}
