const SAMPLES = 100;
const ROUNDS = 4;
const ALIKE = { least: 0.8, most: 1.2 };

/**
 * How long `one` takes beside `other`, by the medians of a hundred times each: taken in turns, and first now one, now
 * the other, so that what else the machine does meets both alike. A busy machine may tell them apart once by chance,
 * but not round after round; what really differs does: the first round in which they are alike counts, or the last.
 */
export async function compareTimes(one: () => Promise<void>, other: () => Promise<void>): Promise<number> {
  let ratio = Number.NaN;
  for (let round = 0; round < ROUNDS; round++) {
    ratio = await ratioOfMedians(one, other);
    if (ratio > ALIKE.least && ratio < ALIKE.most) break;
  }
  return ratio;
}

async function ratioOfMedians(one: () => Promise<void>, other: () => Promise<void>): Promise<number> {
  const [ofOne, ofOther]: [number[], number[]] = [[], []];
  for (let index = 0; index < SAMPLES; index++) {
    const turn: [number[], () => Promise<void>][] = [
      [ofOne, one],
      [ofOther, other],
    ];
    for (const [taken, work] of index % 2 === 0 ? turn : turn.toReversed()) {
      const startedAtMs = performance.now();
      await work();
      taken.push(performance.now() - startedAtMs);
    }
  }
  return median(ofOne) / median(ofOther);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
