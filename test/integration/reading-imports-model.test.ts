import { MeterHistoryService, MeterRereadService } from '@app/domain';
import { MetersService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import {
  MeterDayEntity,
  MeterEntity,
  MeterHourEntity,
  PlatformConfigurationEntity,
  ReadingEntity,
} from '@app/entities';
import type { GatewayClient } from '@app/gateway-client';
import { FixedClock } from '@app/kernel';
import fc from 'fast-check';
import { hourText, modelHours, type ModelHours, type ModelMeter } from '../factories/energy-model';
import { FakeGateway } from '../factories/fake-gateway';
import { ImportSite } from '../factories/import-site';
import { putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2024-05-06T00:00Z');
const never = new AbortController().signal;
const iso = (ms: number) => new Date(ms).toISOString();

const aLine = fc.record({ quarter: fc.nat(12 * 96), value: fc.integer({ min: 0, max: 5000 }) });
const checks = fc.oneof(fc.constant(1000), fc.nat(3));
const anyStep = fc.oneof(
  fc.record({ does: fc.constant('import' as const), lines: fc.array(aLine, { maxLength: 40 }), checks }),
  fc.record({ does: fc.constant('undo' as const), index: fc.nat(), checks }),
  fc.record({ does: fc.constant('resume' as const) }),
  fc.record({ does: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ does: fc.constant('read' as const), checks }),
  fc.record({ does: fc.constant('prune' as const), checks }),
  fc.record({ does: fc.constant('reread' as const), hoursAgo: fc.integer({ min: 1, max: 240 }), checks }),
  fc.record({
    does: fc.constant('settings' as const),
    change: fc.oneof(
      fc.record({ multiplier: fc.constantFrom(1, 0.001, 2.5, -1) }),
      fc.record({ registerMax: fc.constantFrom(null, 5000) }),
      fc.record({ kind: fc.constantFrom('cumulative' as const, 'interval' as const, 'power' as const) }),
      fc.record({ intervalSeconds: fc.constantFrom(900, 1800, 7200) }),
    ),
    checks,
  }),
  fc.record({
    does: fc.constant('zone' as const),
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York'),
  }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The readings that the test has observed. */
interface Known {
  /** All readings of the gateway that were ever stored. */
  gateway: Map<number, number>;
  /** The readings of the gateway that were pruned. */
  pruned: Set<number>;
  /** The stored readings of each import. */
  imports: Map<number, Map<number, number>>;
}

/** Simulates a worker that is killed: returns a signal that is aborted after it was checked `count` times. */
function abortedAfter(count: number): AbortSignal {
  let checked = 0;
  return {
    get aborted() {
      return checked++ >= count;
    },
    throwIfAborted: () => {
      if (checked++ >= count) throw new Error('The worker stops.');
    },
  } as AbortSignal;
}

function workerEnded(error: Error): void {
  if (error.message !== 'The worker stops.') throw error;
}

describe('a random mix of imports, re-reads, pruning and changes of settings and time zone', () => {
  const clock = new FixedClock(START);
  let database: TestDatabase;
  let site: ImportSite;
  let gateway: FakeGateway;
  let meterId = 0;
  let settings: ModelMeter & { since: string };

  beforeAll(async () => {
    database = await openDatabase();
    site = new ImportSite(database, clock, testEnvironment({ READING_RETENTION_DAYS: 3 }));
    await site.services().configuration.ensure();
  });
  afterAll(() => database.drop());

  const put = () => putOneArea(site.services().areas, { meters: [{ pointCode: 'M', ...settings }] });
  const history = () =>
    new MeterHistoryService(
      new MetersService(database.dataSource),
      gateway as unknown as GatewayClient,
      new ReadingIntakeService(database.dataSource, new RollupService()),
      clock,
    );

  async function readAll(signal: AbortSignal): Promise<void> {
    await history().readLive(undefined, signal);
    await history().backfill(meterId, signal);
  }

  async function aMeter(kind: ModelMeter['kind'], values: readonly number[]): Promise<void> {
    const { manager } = database.dataSource;
    if (meterId) {
      await putOneArea(site.services().areas, { meters: [] });
      await site.services().upkeep.remove(meterId, never);
    }
    clock.advance(START - clock.nowMs());
    await manager.update(PlatformConfigurationEntity, 1, { timezone: 'UTC' });
    gateway = new FakeGateway();
    // Store a reading per half hour for eight days, with a gap that an import may fill.
    for (const [index, value] of values.entries()) {
      const atMs = START - 6 * DAY_MS + index * 30 * MINUTE_MS;
      const isGap = index % 60 > 45;
      if (!isGap) gateway.has('M', atMs, [kind === 'cumulative' ? index * 100 + (value % 100) : value]);
    }
    settings = {
      kind,
      multiplier: 1,
      intervalSeconds: 900,
      stampedAt: 'start',
      registerMax: null,
      since: iso(START - 4 * DAY_MS),
    };
    [{ id: meterId } = { id: 0 }] = await put();
  }

  async function perform(step: Step, ids: number[]): Promise<void> {
    const { upkeep, work, imports } = site.services();
    if (step.does === 'advance') clock.advance(step.hours * HOUR_MS);
    if (step.does === 'read') await readAll(abortedAfter(step.checks));
    if (step.does === 'prune') await upkeep.prune(abortedAfter(step.checks)).catch(workerEnded);
    if (step.does === 'reread') {
      const rereads = new MeterRereadService(database.dataSource, site.services().configuration, clock);
      await rereads.readAgain({ from: iso(clock.nowMs() - step.hoursAgo * HOUR_MS) });
      await readAll(abortedAfter(step.checks));
    }
    if (step.does === 'settings') {
      Object.assign(settings, step.change);
      await put();
      await upkeep.rebuild(meterId, abortedAfter(step.checks)).catch(workerEnded);
    }
    if (step.does === 'zone') {
      await database.dataSource.manager.update(PlatformConfigurationEntity, 1, { timezone: step.zone });
      await site.services().upkeep.rebuildDays(meterId);
    }
    if (step.does === 'import') {
      const text = step.lines
        .map(({ quarter, value }) => `${iso(START - 9 * DAY_MS + quarter * 15 * MINUTE_MS)},${value}\n`)
        .join('');
      const id = await site.start('M', text);
      ids.push(id);
      await work.work(id, abortedAfter(step.checks)).catch(workerEnded);
    }
    if (step.does === 'undo') {
      const id = ids[step.index % ids.length];
      if (id === undefined || (await imports.find(id)).undoRequestedAt) return;
      await site.undo(id, abortedAfter(step.checks)).catch(workerEnded);
    }
    if (step.does === 'resume') await resume(ids);
  }

  async function resume(ids: readonly number[]): Promise<void> {
    for (const id of ids) await site.services().work.work(id, never);
    await site.services().upkeep.rebuild(meterId, never);
  }

  /** Records the stored readings, and checks that only pruning deletes readings of the gateway. */
  async function note(known: Known, step: Step): Promise<void> {
    const rows = await database.dataSource.manager.findBy(ReadingEntity, { meterId });
    const stored = new Set<number>();
    known.imports.clear();
    for (const { at, value, importId } of rows) {
      if (value === null) continue;
      if (importId === null) {
        stored.add(at.getTime());
        known.gateway.set(at.getTime(), value);
      } else {
        const readings = known.imports.get(importId) ?? new Map<number, number>();
        known.imports.set(importId, readings.set(at.getTime(), value));
      }
    }
    const gone = [...known.gateway.keys()].filter((ms) => !stored.has(ms) && !known.pruned.has(ms));
    expect(step.does === 'prune' ? [] : gone).toEqual([]);
    for (const ms of gone) known.pruned.add(ms);
    for (const ms of known.pruned) if (stored.has(ms)) known.pruned.delete(ms);
  }

  /** Computes the hours that the product would store if nothing had ever been pruned. */
  function modelOf({ gateway: own, imports }: Known): ModelHours {
    const values = new Map([...imports.values()].flatMap((readings) => [...readings]));
    for (const [atMs, value] of own) values.set(atMs, value);
    return modelHours(
      settings,
      [...values].map(([atMs, value]) => ({ atMs, value, quality: 0 })),
    );
  }

  async function hours(): Promise<ModelHours> {
    const rows = await database.dataSource.manager.findBy(MeterHourEntity, { meterId });
    return new Map(
      rows.map((row) => [
        row.hour.getTime(),
        hourText(
          [row.energy0, row.energy1, row.energy2, row.energy3],
          [row.covered0, row.covered1, row.covered2, row.covered3],
          row.cuts,
        ),
      ]),
    );
  }

  /**
   * Returns a function that says which hours are final according to the meter's row. `pruned-hours.test.ts` tests this
   * part of the row.
   */
  async function isFinal(): Promise<(hourMs: number) => boolean> {
    const meter = await database.dataSource.manager.findOneByOrFail(MeterEntity, { id: meterId });
    const toMs = meter.prunedTo?.getTime() ?? Number.NEGATIVE_INFINITY;
    const fromMs = meter.prunedFrom?.getTime() ?? Number.NEGATIVE_INFINITY;
    return (hourMs) => hourMs >= fromMs && hourMs < toMs;
  }

  it('after any mix of imports, re-reads and pruning, each hour has the energy of the reference model, and final hours are unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('cumulative', 'interval', 'power'),
        fc.array(fc.nat(3000), { minLength: 300, maxLength: 400 }),
        fc.array(anyStep, { minLength: 8, maxLength: 20 }),
        async (kind, values, steps) => {
          await aMeter(kind, values);
          const known: Known = { gateway: new Map(), pruned: new Set(), imports: new Map() };
          const ids: number[] = [];
          const wrong: object[] = [];
          let before: ModelHours = new Map();
          const first: Step[] = [
            { does: 'advance', hours: 36 },
            { does: 'read', checks: 1000 },
          ];
          for (const step of [...first, ...steps, { does: 'resume' } as const]) {
            await perform(step, ids);
            await note(known, step);
            const [after, model, final] = [await hours(), modelOf(known), await isFinal()];
            for (const hourMs of new Set([...before.keys(), ...after.keys(), ...model.keys()])) {
              const allowed = [model.get(hourMs), before.get(hourMs)];
              const found = after.get(hourMs);
              const isKept = final(hourMs) && before.has(hourMs) && step.does !== 'prune';
              if (!(isKept ? [before.get(hourMs)] : allowed).includes(found))
                wrong.push({ step, hour: iso(hourMs), found, allowed });
            }
            expect(wrong).toEqual([]);
            before = after;
          }
          const final = await isFinal();
          const open = (all: ModelHours) => [...all].filter(([ms]) => !final(ms)).sort(([a], [b]) => a - b);
          expect(open(before)).toEqual(open(modelOf(known)));
          await expectDaysOf(before);
          await expectUndone(ids, known, final);
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  }, 360_000);

  /**
   * Undoes all imports. The hours that are not closed must then equal the hours that the model computes from the
   * gateway's readings alone.
   */
  async function expectUndone(ids: number[], known: Known, isClosed: (ms: number) => boolean): Promise<void> {
    for (const id of ids) {
      if (!(await site.services().imports.find(id)).undoRequestedAt) await site.undo(id);
    }
    await note(known, { does: 'resume' });
    expect(known.imports.size).toBe(0);
    const open = (all: ModelHours) => [...all].filter(([ms]) => !isClosed(ms)).sort(([a], [b]) => a - b);
    expect(open(await hours())).toEqual(open(modelOf(known)));
  }

  async function expectDaysOf(rows: ModelHours): Promise<void> {
    const days = await database.dataSource.manager.findBy(MeterDayEntity, { meterId });
    const total = [...rows.values()].flatMap((text) => text.split(' | ')[0]?.split(' ') ?? []);
    expect(days.reduce((sum, { energy }) => sum + (energy ?? 0), 0)).toBe(
      total.reduce((sum, energy) => sum + (energy === '-' ? 0 : Number(energy)), 0),
    );
  }
});
