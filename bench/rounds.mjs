/**
 * Measures each variant once a round, in turn, so that whatever else the machine does meets all of them alike.
 * @param variants `{ name: async (round) => figure }`
 * @returns the figures of each, round by round
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

/** The median of the rounds' own ratios: both sides of each were measured close to each other. */
export function medianRatio(over, under) {
  return median(over.map((figure, round) => figure / under[round]));
}

/** `1,234,567`; small figures with a decimal. */
export function format(figure) {
  return figure.toLocaleString('en', { maximumFractionDigits: Math.abs(figure) < 100 ? 1 : 0 });
}
