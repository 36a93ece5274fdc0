import { CrashTrial, type CrashPoint } from '../../../../../../test/factories/crash-trial';

const effect = (says: string, more: object = {}) => ({ type: 'effect', config: { says, ...more } });

/** For each workflow: its name, the number of concurrent effects, the edges and the nodes. */
const WORKFLOWS: [string, number, string[], ConstructorParameters<typeof CrashTrial>[1]][] = [
  ['of one effect', 1, ['start > a'], { a: effect('a') }],
  [
    'of effects with steps between them',
    1,
    ['start > a', 'a > x', 'x > b', 'b > c', 'c > y'],
    { a: effect('a'), b: effect('b'), c: effect('c') },
  ],
  [
    'of effects side by side',
    3,
    ['start > a', 'start > b', 'start > x', 'a > j', 'b > j', 'x > c', 'c > j', 'j > d'],
    { a: effect('a'), b: effect('b'), c: effect('c'), d: effect('d') },
  ],
  [
    'with a delay between effects',
    1,
    ['start > a', 'a > delay', 'delay > b'],
    { a: effect('a'), b: effect('b') },
  ],
  [
    'with a delay beside an effect',
    1,
    ['start > delay', 'start > a', 'delay > j', 'a > j', 'j > b'],
    { a: effect('a'), b: effect('b') },
  ],
  [
    'of effects in a loop',
    2,
    ['start > loop', 'loop -body> a', 'a > x', 'loop -done> b'],
    { a: effect('a'), b: effect('b') },
  ],
  [
    'with an effect that is retried at once and then jumps',
    2,
    ['start > a', 'a > b', 'start > z'],
    {
      a: {
        ...effect('a', { failures: 9 }),
        onError: { action: 'retry', retryCount: 1, retryDelayMs: 0, gotoNodeId: 'z' },
      },
      b: effect('b'),
      z: effect('z'),
    },
  ],
  [
    'with an effect that is retried after a pause',
    1,
    ['start > a', 'a > b'],
    {
      a: { ...effect('a', { failures: 2 }), onError: { action: 'retry', retryCount: 3, retryDelayMs: 5000 } },
      b: effect('b'),
    },
  ],
  ['that fails after an effect', 1, ['start > a', 'a > fail'], { a: effect('a'), fail: { type: 'fail' } }],
  [
    'that ends while an effect is under way',
    1,
    ['start > a', 'start > x', 'x > end', 'a > b'],
    // The effect `a` takes so long that `x` and `end` finish before it. The driver may yield between `x` and `end`.
    { a: effect('a', { turns: 20 }), b: effect('b') },
  ],
];

const pointsOf = (at: CrashPoint['at'], when: CrashPoint['when'], count: number): CrashPoint[] =>
  Array.from({ length: count }, (_, index) => ({ at, when, number: index + 1 }));

describe.each(WORKFLOWS)('an execution %s', (_, atOnce, lines, extras) => {
  it('ends with the same results regardless of where its worker dies, and repeats only interrupted effects', async () => {
    const whole = await new CrashTrial(lines, extras, null).run();
    expect(new Set(whole.effects).size).toBeGreaterThan(0);
    expect(whole.faults).toEqual([]);
    const points = [
      ...(['before', 'after'] as const).flatMap((when) => [
        ...pointsOf('write', when, whole.writes),
        ...pointsOf('effect', when, whole.effects.length),
      ]),
      ...pointsOf('step', 'before', whole.steps),
    ];
    for (const crash of points) {
      const broken = await new CrashTrial(lines, extras, crash).run();
      const { status, error, results } = whole;
      expect({ crash, status: broken.status, error: broken.error }).toEqual({ crash, status, error });
      expect({ crash, results: broken.results }).toEqual({ crash, results });
      expect(new Set(broken.effects)).toEqual(new Set(whole.effects));
      expect({ crash, faults: broken.faults }).toEqual({ crash, faults: [] });
      const repeated = broken.effects.length - whole.effects.length;
      // Without concurrency, an effect is saved before the next step starts, so a crash at a step repeats no effect.
      const most = crash.at === 'step' && atOnce === 1 ? 0 : atOnce;
      expect({ crash, repeats: repeated <= most }).toEqual({ crash, repeats: true });
    }
  });
});
