import { AuditService, ConfigurationService, WorkflowEditingService } from '@app/domain';
import { CalendarEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { evaluate, type EnergyPortFigures, type Json, parseExpression } from '@app/workflow-engine';
import type { Example } from '../factories/documented-workflows';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { madeUpWorld } from '../factories/made-up-world';
import { recipe } from '../factories/recipes';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

/** A Monday, 07:30 in Berlin. */
const NOW_MS = Date.parse('2026-06-01T05:30:00Z');
const ADA = Actor.user(1, 'engineer', 'ada');
const TWO_HOURS_MS = 7_200_000;
const LIMITS = { nowMs: NOW_MS, maxSteps: 10_000, site: {} as never };

interface Reading {
  value: Json;
  quality: 'good' | 'uncertain' | 'bad';
  ageMs?: number;
}
type Readings = Record<string, Reading>;
type Saved = Awaited<ReturnType<WorkflowEditingService['create']>>;

const good = (value: Json): Reading => ({ value, quality: 'good' });
/** Failures of a sensor that reported `value` last. */
const failures = (value: Json): [string, Reading][] => [
  ['keeps its last value with bad quality', { value, quality: 'bad' }],
  ['has no value', { value: null, quality: 'bad' }],
  ['has no value, but good quality', good(null)],
];
/**
 * Failures of a sensor that reported `value` last and sends values regularly. For such a sensor, an old value is a
 * failure too.
 */
const silences = (value: Json): [string, Reading][] => [
  ...failures(value),
  ['has sent nothing for two hours', { ...good(value), ageMs: TWO_HOURS_MS }],
];

const EAST = 'F1.EAST.ZONE.TEMP';
const OUTSIDE = 'BLDG.OUTSIDE.TEMP';
const PEOPLE = 'F1.EAST.ZONE.OCCUPANCY';

/**
 * For each recipe that writes a point: readings with which it writes, and the failures of each sensor with which it
 * must not write.
 */
const DRIVING: { number: number; healthy: Readings; failing: Record<string, [string, Reading][]> }[] = [
  { number: 2, healthy: { [PEOPLE]: good(0) }, failing: { [PEOPLE]: failures(0) } },
  {
    number: 5,
    healthy: { [EAST]: good(26), [OUTSIDE]: good(15) },
    failing: { [EAST]: silences(26), [OUTSIDE]: silences(15) },
  },
  { number: 6, healthy: { [EAST]: good(18) }, failing: { [EAST]: silences(18) } },
  { number: 12, healthy: { [OUTSIDE]: good(5) }, failing: { [OUTSIDE]: silences(5) } },
];

/** The condition of the node with this id, or of the trigger if no id is given. */
function conditionOf(number: number, node?: string): string {
  const { trigger, nodes } = recipe(number)[0] as {
    trigger: { config: { condition: string } };
    nodes: { id: string; config: { points: { condition: string } } }[];
  };
  return nodes.find(({ id }) => id === node)?.config.points.condition ?? trigger.config.condition;
}

describe('the recipes of docs/recipes.md with sensors that may fail', () => {
  const clock = new FixedClock(NOW_MS);
  let database: TestDatabase;
  let editing: WorkflowEditingService;
  let shop: ExecutionWorkshop;
  /** The saved workflows by the number of their recipe. */
  const workflows = new Map<number, Saved>();
  let readings: Readings;
  let figures: Partial<EnergyPortFigures>[];
  /** The effects of the nodes, in order. */
  let effects: string[];
  let mail: string;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/Berlin' });
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    await dataSource.manager.save(CalendarEntity, {
      id: 1,
      name: 'Hours',
      timezone: null,
      areaIds: [],
      weekly: [],
      exceptions: [],
    });
    editing = new WorkflowEditingService(dataSource, environment, configuration, clock, audit);
    const world = madeUpWorld(clock);
    const { energy } = world;
    const written = new Map<string, Json>();
    const ports = {
      ...world,
      readings: {
        ...world.readings,
        values: async (names: readonly string[]) =>
          Object.entries(readings)
            .filter(([code]) => names.some((name) => new RegExp(name.replaceAll('*', '.*')).test(code)))
            .map(([code, { value, quality, ageMs = 0 }]) => ({
              code,
              value,
              quality,
              timestamp: new Date(clock.nowMs() - ageMs).toISOString(),
            })),
      },
      points: {
        ...world.points,
        write: async ({ code, value }: { code: string; value: Json }) => {
          effects.push(`write ${code}`);
          written.set(code, value);
          return { value, quality: 'good' as const, timestamp: clock.now().toISOString() };
        },
        read: async (code: string) => ({
          ...(await world.points.read(code)),
          value: written.get(code) ?? 20,
        }),
      },
      energy: {
        figures: async (...query: Parameters<typeof energy.figures>) => ({
          ...(await energy.figures(...query)),
          ...(figures.length > 1 ? figures.shift() : figures[0]),
        }),
      },
      alerts: {
        raise: async () => {
          effects.push('raise');
          return { alertId: 1, raised: true, occurrences: 1 };
        },
        clear: async () => {
          effects.push('clear');
          return 1;
        },
      },
      mail: {
        ...world.mail,
        send: async ({ text }: { text: string }) => {
          mail = text;
          return { toOutbox: false };
        },
      },
    };
    shop = new ExecutionWorkshop(database, { clock, ports, environment });
  });
  afterAll(async () => {
    shop.close();
    await database.drop();
  });
  beforeEach(() => {
    readings = {};
    figures = [];
    effects = [];
  });

  async function workflowOf(number: number): Promise<Saved> {
    const { nodes, edges, ...rest } = recipe(number)[0] as Example['workflow'];
    const workflow = await editing.create(ADA, {
      ...rest,
      nodes: nodes.map((node) => ({ ...node, config: node.config ?? {} })),
      edges: edges.map((edge, index) => ({ id: `edge-${index + 1}`, ...edge })),
    });
    expect(workflow.problems).toEqual([]);
    return workflow;
  }

  /** Runs the workflow of a recipe until it waits or ends. @returns the outputs by node id */
  async function run(number: number, triggerData: object = {}): Promise<Map<string, Record<string, Json>>> {
    const workflow = workflows.get(number) ?? (await workflowOf(number));
    workflows.set(number, workflow);
    const { nodeResults } = await shop.execute(workflow, triggerData);
    expect(nodeResults.filter(({ error }) => error)).toEqual([]);
    return new Map(nodeResults.map(({ nodeId, output }) => [nodeId, output as Record<string, Json>]));
  }

  describe.each(DRIVING)('recipe $number, which drives equipment', ({ number, healthy, failing }) => {
    it('the recipe writes a point if all sensors work', async () => {
      readings = healthy;
      await run(number);
      expect(effects[0]).toMatch(/^write /);
    });

    it.each(
      Object.entries(failing).flatMap(([code, ways]) =>
        ways.map(([what, reading]): [string, string, Readings] => [
          code,
          what,
          { ...healthy, [code]: reading },
        ]),
      ),
    )('the recipe writes nothing if the sensor %s %s', async (_, __, given) => {
      readings = given;
      await run(number);
      expect(effects).toEqual([]);
    });
  });

  it.each([
    ['works', good(2), ['F1.EAST']],
    ...failures(2).map(([what, one]) => [what, one, []] as const),
  ] as const)(
    'recipe 17 lists a zone with people only if its sensor works: the sensor %s',
    async (_, reading, zones) => {
      readings = { [PEOPLE]: reading };
      expect((await run(17, { floor: 'F1' })).get('result')).toEqual({ zones });
    },
  );

  it.each([
    ['works', good(10), []],
    ...silences(10).map(([what, one]) => [what, one, ['raise']] as const),
  ] as const)('recipe 13 reports a meter unless it works: the meter %s', async (_, reading, expected) => {
    readings = { 'F1.ELEC.HVAC.KWH': reading };
    await run(13);
    expect(effects.filter((effect) => effect === 'raise')).toEqual(expected);
  });

  it.each<[string, [number | null, number][], string[]]>([
    [
      'raises an alert if water flows in each measured hour',
      [
        [0.5, 1],
        [0.4, 1],
        [0.5, 1],
      ],
      ['raise'],
    ],
    [
      'clears the alert if water stands still in a measured hour',
      [
        [0.5, 1],
        [0, 1],
        [0.5, 1],
      ],
      ['clear'],
    ],
    [
      'does nothing if nothing was measured',
      [
        [null, 0],
        [null, 0],
        [null, 0],
      ],
      [],
    ],
    [
      'does nothing if an hour is interpolated',
      [
        [0.5, 1],
        [0.4, 0.3],
        [0.5, 1],
      ],
      [],
    ],
    [
      'does nothing if an hour is missing',
      [
        [0.5, 1],
        [null, 0],
        [0.5, 1],
      ],
      [],
    ],
  ])('recipe 10 %s', async (_, hours, expected) => {
    const points = hours.map(([value, coverage]) => ({ timestamp: '', value, coverage }));
    figures = [{ points }];
    await run(10);
    expect(effects).toEqual(expected);
  });

  it.each<[string, Partial<EnergyPortFigures>, Partial<EnergyPortFigures>, string[]]>([
    ['both were measured', { total: 20, coverage: 1 }, { total: 10, coverage: 1 }, ['raise']],
    ['last week was measured in part', { total: 20, coverage: 1 }, { total: 10, coverage: 0.4 }, []],
    ['last week was not measured', { total: 20, coverage: 1 }, { total: null, coverage: 0 }, []],
    ['the hour was measured in part', { total: 20, coverage: 0.5 }, { total: 10, coverage: 1 }, []],
    ['the hour was not measured', { total: null, coverage: 0 }, { total: 10, coverage: 1 }, []],
  ])(
    'recipe 11 compares an hour with last week only if both were measured: %s',
    async (_, hour, week, expected) => {
      figures = [hour, week];
      await run(11);
      expect(effects).toEqual(expected);
    },
  );

  it('the mail of recipe 9 says how much of the day was measured', async () => {
    figures = [{ coverage: 0.499 }];
    await run(9);
    expect(mail).toContain('Measured: 49 %');
  });

  it.each<[string, number, string | undefined, Json, Json, boolean]>([
    ['pressed', 14, undefined, true, false, true],
    ['cool', 1, 'fresh', 650, 800, true],
    ['warm', 6, 'warm', 21.5, 20, true],
    ['too warm', 3, undefined, 27, 27, true],
    ['rising fast', 16, undefined, 24, 21, true],
    ['occupied', 20, undefined, 2, 0, true],
    ['empty', 20, 'empty', 0, 1, true],
  ])('a condition is met by a sensor that is %s, but not by a failed sensor (recipe %d)', (...given) => {
    const [, number, node, value, previous] = given;
    const names = ['code', 'value', 'previous', 'quality'];
    const expression = parseExpression(conditionOf(number, node), { names });
    const isMet = (reading: Reading, before = previous) =>
      evaluate(
        expression,
        { code: 'X', previous: before, value: reading.value, quality: reading.quality },
        LIMITS,
      );
    expect(isMet(good(value))).toBe(true);
    expect(isMet({ value, quality: 'bad' })).toBe(false);
    expect(isMet({ value: null, quality: 'bad' })).toBe(false);
  });

  it.each([
    ['works', good(0), true],
    ...failures(0).map(([what, one]) => [what, one, false] as const),
  ] as const)(
    'recipe 20 switches lights off only if the sensor works: the sensor %s',
    (_, people, expected) => {
      const { nodes } = recipe(20)[0] as { nodes: { id: string; config: { expression: string } }[] };
      const { expression = '' } = nodes.find(({ id }) => id === 'stillEmpty')?.config ?? {};
      const parsed = parseExpression(expression, { names: ['nodeOutputs'] });
      expect(evaluate(parsed, { nodeOutputs: { people: { ...people } } }, LIMITS)).toBe(expected);
    },
  );

  it('recipe 14 does not treat a button that returns after a failure as pressed', () => {
    const names = ['code', 'value', 'previous', 'quality'];
    const expression = parseExpression(conditionOf(14), { names });
    for (const previous of [true, null])
      expect(evaluate(expression, { code: 'X', ...good(true), previous }, LIMITS)).toBe(false);
  });
});
