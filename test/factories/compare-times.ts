/** The number of calls of each function in a round. */
export const SAMPLES = 40;
const ROUNDS = 4;
/** The range of ratios that count as no difference. It is wide, because other tests may occupy the cores. */
export const ALIKE = { least: 0.67, most: 1.5 };

/**
 * Divides the median duration of `one` by the median duration of `other`. In a round, each function is called `SAMPLES`
 * times. The calls alternate, so that other load on the machine affects both functions. Load may still cause a
 * difference in a single round, so there are several rounds. Returns the ratio of the first round without a difference,
 * or of the last round if all rounds show a difference.
 * @param beforeRound prepares a round; its duration is not measured
 */
export async function compareTimes(
  one: () => Promise<void>,
  other: () => Promise<void>,
  beforeRound: () => Promise<void> = async () => undefined,
): Promise<number> {
  let ratio = Number.NaN;
  for (let round = 0; round < ROUNDS; round++) {
    await beforeRound();
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
