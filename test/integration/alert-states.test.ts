import { WorkflowAlertsService } from '@app/domain/testing';
import {
  AlertEntity,
  AlertEventEntity,
  AlertNoticeEntity,
  inTransaction,
  TriggerOccurrenceEntity,
} from '@app/entities';
import { Actor, DomainError, FixedClock } from '@app/kernel';
import fc from 'fast-check';
import { AlertDesk, aRaise } from '../factories/alert-desk';
import { openDatabase, type TestDatabase } from '../harness';

const NOW = Date.parse('2026-05-01T10:00:00Z');
const MINUTE_MS = 60_000;
const operator = Actor.user(7, 'operator', 'olga');
const shelving = (minutes: number) => ({
  untilAt: new Date(NOW + minutes * MINUTE_MS).toISOString(),
  reason: 'Valve is being repaired',
});

const ACTIONS = [
  'raise',
  'repeat',
  'clear',
  'acknowledge',
  'manualClear',
  'shelve',
  'unshelve',
  'edit',
] as const;

describe('alerts', () => {
  let clock: FixedClock;
  let database: TestDatabase;
  let desk: AlertDesk;

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await empty();
    clock = new FixedClock(NOW);
    desk = new AlertDesk(database, clock);
  });

  const manager = () => database.dataSource.manager;
  async function empty(): Promise<void> {
    for (const entity of [AlertEntity, AlertEventEntity, AlertNoticeEntity, TriggerOccurrenceEntity])
      await manager().deleteAll(entity);
  }
  const alerts = () => manager().find(AlertEntity, { order: { id: 'ASC' } });
  const eventsOf = (alertId: number) =>
    manager().find(AlertEventEntity, { where: { alertId }, order: { id: 'ASC' } });
  const kinds = async (alertId: number) => (await eventsOf(alertId)).map(({ kind, count }) => [kind, count]);
  const names = async () =>
    (await manager().find(TriggerOccurrenceEntity, { order: { id: 'ASC' } })).map(({ name }) => name);
  const noticed = async () =>
    (await manager().find(AlertNoticeEntity, { order: { id: 'ASC' } })).map(({ kind }) => kind);
  async function only(): Promise<AlertEntity> {
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    if (!alert) throw new Error('No alert was raised.');
    return alert;
  }

  it('alerts count repeated reports, and show the texts of the last report', async () => {
    await desk.raise(aRaise({ value: 30 }));
    await desk.raise(aRaise({ value: 31 }), aRaise({ value: 32, at: new Date(NOW + 1000) }));
    await desk.raise(aRaise({ value: 33, title: 'P1 is much too high', at: new Date(NOW + 2000) }));
    const alert = await only();
    expect(alert).toMatchObject({
      state: 'active',
      occurrences: 4,
      value: 33,
      title: 'P1 is much too high',
      raisedAt: new Date(NOW),
      lastRaisedAt: new Date(NOW + 2000),
    });
    expect(await kinds(alert.id)).toEqual([
      ['raised', 1],
      ['repeated', 3],
    ]);
    expect(await names()).toEqual(['alert.raised']);
    expect(await noticed()).toEqual(['raised']);
  });

  it('alerts record a changed severity as a new event', async () => {
    await desk.raise(aRaise());
    await desk.raise(aRaise());
    await desk.raise(aRaise({ severity: 'critical' }));
    const { id, severity } = await only();
    expect(severity).toBe('critical');
    expect((await eventsOf(id)).map((event) => [event.kind, event.severity])).toEqual([
      ['raised', 'major'],
      ['repeated', 'major'],
      ['repeated', 'critical'],
    ]);
  });

  it('alerts are separate for each origin, and a report after an alert was cleared raises another alert', async () => {
    await desk.raise(aRaise(), aRaise({ originator: 'P2' }), aRaise({ type: 'noData' }));
    await desk.clear(aRaise());
    await desk.raise(aRaise());
    expect((await alerts()).map(({ originator, type, state }) => [originator, type, state])).toEqual(
      expect.arrayContaining([
        ['P1', 'threshold', 'cleared'],
        ['P1', 'threshold', 'active'],
        ['P2', 'threshold', 'active'],
        ['P1', 'noData', 'active'],
      ]),
    );
    expect(await alerts()).toHaveLength(4);
  });

  it('alerts record who acknowledged or cleared them, when and why', async () => {
    await desk.raise(aRaise());
    const { id } = await only();
    clock.advance(MINUTE_MS);
    await desk.actions.acknowledge(operator, id, 'On my way');
    clock.advance(MINUTE_MS);
    await desk.actions.clear(operator, id, 'Valve replaced');
    expect(await only()).toMatchObject({
      state: 'cleared',
      acknowledged: true,
      acknowledgedBy: 'olga',
      acknowledgedAt: new Date(NOW + MINUTE_MS),
      clearedBy: 'olga',
      clearedAt: new Date(NOW + 2 * MINUTE_MS),
    });
    expect(
      (await eventsOf(id)).map(({ kind, userId, username, note }) => [kind, userId, username, note]),
    ).toEqual([
      ['raised', null, 'test', null],
      ['acknowledged', 7, 'olga', 'On my way'],
      ['cleared', 7, 'olga', 'Valve replaced'],
    ]);
    expect(await names()).toEqual(['alert.raised', 'alert.acknowledged', 'alert.cleared']);
  });

  it('alerts refuse a second acknowledgement and a second clear', async () => {
    await desk.raise(aRaise());
    const { id } = await only();
    for (const act of [
      () => desk.actions.acknowledge(operator, id),
      () => desk.actions.clear(operator, id),
    ]) {
      await act();
      await expect(act()).rejects.toMatchObject({ kind: 'conflict', code: 'wrong_state' });
    }
    await expect(desk.actions.shelve(operator, id, shelving(5))).rejects.toMatchObject({
      code: 'wrong_state',
    });
    await expect(desk.actions.unshelve(operator, id)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  it('a shelved alert causes no raised event even if it is cleared and raised again, and becomes active when the shelving ends', async () => {
    await desk.raise(aRaise());
    const { id } = await only();
    await desk.actions.shelve(operator, id, shelving(10));
    await desk.clear(aRaise());
    await desk.raise(aRaise());
    const [, second] = await alerts();
    expect(second).toMatchObject({ state: 'shelved', shelveReason: 'Valve is being repaired' });
    expect(await names()).toEqual(['alert.raised', 'alert.cleared']);
    clock.advance(10 * MINUTE_MS);
    await desk.actions.returnShelved(new AbortController().signal);
    const [, returned] = await alerts();
    expect(returned).toMatchObject({ state: 'active', shelvedUntil: null, shelveReason: null });
    expect(await noticed()).toEqual(['raised', 'cleared', 'returned']);
    expect(await kinds(returned?.id ?? 0)).toEqual([
      ['raised', 1],
      ['unshelved', 1],
    ]);
  });

  it('alerts stay shelved until the end of the shelving', async () => {
    await desk.raise(aRaise());
    const { id } = await only();
    await desk.actions.shelve(operator, id, shelving(10));
    clock.advance(10 * MINUTE_MS - 1);
    await desk.actions.returnShelved(new AbortController().signal);
    expect(await only()).toMatchObject({ state: 'shelved' });
    await expect(desk.actions.shelve(operator, id, shelving(1))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('concurrent reports leave at most one active alert per origin, and each report is counted', async () => {
    const raises = Array.from({ length: 40 }, (_, index) =>
      desk.raise(aRaise({ originator: `P${index % 4}` }), aRaise({ originator: `P${(index + 1) % 4}` })),
    );
    const clears = Array.from({ length: 10 }, (_, index) =>
      desk.clear(aRaise({ originator: `P${index % 4}` })),
    );
    await Promise.all([...raises, ...clears]);
    const all = await alerts();
    const active = all.filter(({ state }) => state === 'active').map(({ originator }) => originator);
    expect(new Set(active).size).toBe(active.length);
    expect(all.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(80);
  });

  it('after any groups of concurrent actions, the events in the history of an alert lead to its state', async () => {
    const action = fc.record({
      name: fc.constantFrom(...ACTIONS, 'wait'),
      originator: fc.constantFrom('P1', 'P2'),
      desk: fc.nat({ max: 1 }),
    });
    const groups = fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        await empty();
        for (const group of all) {
          clock.advance(group.some(({ name }) => name === 'wait') ? 4 * MINUTE_MS : MINUTE_MS);
          // Each group has two new processes, as after a restart.
          const desks = [new AlertDesk(database, clock), new AlertDesk(database, clock)];
          await Promise.all(
            group.map(({ name, originator, desk: number }) => act(desks[number] ?? desk, name, originator)),
          );
        }
        const found = await alerts();
        const uncleared = found.filter(({ state }) => state !== 'cleared').map(({ originKey }) => originKey);
        expect(new Set(uncleared).size).toBe(uncleared.length);
        for (const alert of found) expect(replayed(await eventsOf(alert.id))).toEqual(shown(alert));
        const reports = all.flat().map(({ name }) => (name === 'repeat' ? 2 : Number(name === 'raise')));
        const counted = found.reduce((sum, { occurrences }) => sum + occurrences, 0);
        expect(counted).toBe(reports.reduce((sum, number) => sum + number, 0));
      }),
      // A failure reports the seed. A smaller example would not fail reliably, because the actions are concurrent.
      { numRuns: 15, endOnFailure: true },
    );
  }, 120_000);

  it('after each of any sequence of actions and restarts, the alerts are as a model says, and their histories lead to their states', async () => {
    const names = [...ACTIONS, 'restart', 'crash', 'wait'] as const;
    const action = fc.record({ name: fc.constantFrom(...names), originator: fc.constantFrom('P1', 'P2') });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 25 }), async (actions) => {
        await empty();
        const model = new AlertModel();
        let own = new AlertDesk(database, clock);
        for (const { name, originator } of actions) {
          clock.advance(name === 'wait' ? 4 * MINUTE_MS : MINUTE_MS);
          if (name === 'restart') own = new AlertDesk(database, clock);
          else if (name === 'crash') await crash(own, originator);
          else await act(own, name, originator);
          model.act(name, originator, clock.nowMs());
          const found = await alerts();
          expect(found.map((alert) => [alert.originator, shown(alert)])).toEqual(model.shown);
          for (const alert of found) expect(replayed(await eventsOf(alert.id))).toEqual(shown(alert));
          for (const { state, occurrences } of found)
            seen.add(`${name} ${state} ${Math.min(occurrences, 2)}`);
        }
      }),
      { numRuns: 15 },
    );
    // At least a few cases are run, each with ten actions.
    expect(seen.size).toBeGreaterThan(5);
  }, 120_000);

  it('a shelving that was ended or changed does not apply to new alerts any more', async () => {
    await desk.raise(aRaise());
    const first = await only();
    await desk.actions.shelve(operator, first.id, shelving(60));
    await desk.clear(aRaise());
    await desk.raise(aRaise());
    const second = (await alerts()).at(-1);
    await desk.actions.shelve(operator, second?.id ?? 0, shelving(10));
    await desk.clear(aRaise());
    await desk.raise(aRaise({ at: new Date(NOW + 20 * MINUTE_MS) }));
    expect((await alerts()).map(({ state }) => state)).toEqual(['cleared', 'cleared', 'active']);
    const third = (await alerts()).at(-1);
    await desk.actions.shelve(operator, third?.id ?? 0, shelving(60));
    await desk.clear(aRaise());
    await desk.raise(aRaise());
    await desk.actions.unshelve(operator, (await alerts()).at(-1)?.id ?? 0);
    await desk.clear(aRaise());
    await desk.raise(aRaise());
    expect((await alerts()).at(-1)).toMatchObject({ state: 'active', shelvedUntil: null });
  });

  /** A process raises and clears an alert, and is killed before the commit. */
  async function crash(dying: AlertDesk, originator: string): Promise<void> {
    const report = aRaise({ originator, at: clock.now() });
    const killed = inTransaction(database.dataSource, async (transaction) => {
      await dying.writer.raise(transaction, [report], operator);
      await dying.writer.clear(transaction, [{ ...report, note: undefined }], operator);
      throw new Error('The process was killed.');
    });
    await expect(killed).rejects.toThrow('The process was killed.');
  }

  async function act(fresh: AlertDesk, name: string, originator: string): Promise<void> {
    const at = clock.now();
    const raise = aRaise({ originator, at });
    if (name === 'raise') return fresh.raise(raise);
    if (name === 'repeat') return fresh.raise(raise, raise);
    if (name === 'clear') return fresh.clear(raise);
    if (name === 'wait') return fresh.actions.returnShelved(new AbortController().signal);
    const latest = (await alerts()).findLast((alert) => alert.originator === originator);
    if (!latest) return;
    const untilAt = new Date(at.getTime() + 2 * MINUTE_MS).toISOString();
    const doing = {
      acknowledge: () => fresh.actions.acknowledge(operator, latest.id),
      manualClear: () => fresh.actions.clear(operator, latest.id),
      shelve: () => fresh.actions.shelve(operator, latest.id, { untilAt, reason: 'Repair' }),
      unshelve: () => fresh.actions.unshelve(operator, latest.id),
      edit: () => fresh.alerts.change(operator, latest.id, { severity: 'critical', title: 'Leak' }),
    }[name];
    await doing?.().catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'wrong_state') throw error;
    });
  }
});

const shown = ({ state, acknowledged, occurrences, severity }: AlertEntity) => ({
  state,
  acknowledged,
  occurrences,
  severity,
});

/** The expected alerts after actions that follow each other. */
class AlertModel {
  private readonly all: { originator: string; alert: ReturnType<typeof shown> }[] = [];
  private readonly shelvedUntilMs = new Map<string, number>();

  get shown(): [string, ReturnType<typeof shown>][] {
    return this.all.map(({ originator, alert }) => [originator, alert]);
  }

  act(name: string, originator: string, nowMs: number): void {
    if (name === 'wait') return this.endShelvings(nowMs);
    if (name === 'raise' || name === 'repeat') return this.raise(originator, name === 'raise' ? 1 : 2, nowMs);
    const alert = this.all.findLast((each) => each.originator === originator)?.alert;
    if (!alert) return;
    const { state } = alert;
    if (name === 'acknowledge') alert.acknowledged = true;
    if (name === 'edit') alert.severity = 'critical';
    if (name === 'clear' || name === 'manualClear') alert.state = 'cleared';
    if (name === 'shelve' && state !== 'cleared') {
      alert.state = 'shelved';
      this.shelvedUntilMs.set(originator, nowMs + 2 * MINUTE_MS);
    }
    if (name === 'unshelve' && state === 'shelved') {
      alert.state = 'active';
      this.shelvedUntilMs.delete(originator);
    }
  }

  private raise(originator: string, count: number, nowMs: number): void {
    const latest = this.all.findLast((each) => each.originator === originator)?.alert;
    if (latest && latest.state !== 'cleared') {
      Object.assign(latest, { occurrences: latest.occurrences + count, severity: 'major' });
      return;
    }
    const state = (this.shelvedUntilMs.get(originator) ?? 0) > nowMs ? 'shelved' : 'active';
    const alert = { state, acknowledged: false, occurrences: count, severity: 'major' } as const;
    this.all.push({ originator, alert: { ...alert } });
  }

  private endShelvings(nowMs: number): void {
    for (const { originator, alert } of this.all) {
      const isOver = (this.shelvedUntilMs.get(originator) ?? 0) <= nowMs;
      if (alert.state === 'shelved' && isOver) alert.state = 'active';
    }
  }
}

/** Computes the state to which the history leads. */
function replayed(events: readonly AlertEventEntity[]) {
  const alert = { state: 'none', acknowledged: false, occurrences: 0, severity: 'none' };
  for (const { kind, count, shelvedUntil, severity } of events) {
    alert.severity = severity;
    if (kind === 'raised' || kind === 'repeated') alert.occurrences += count;
    if (kind === 'raised') alert.state = shelvedUntil ? 'shelved' : 'active';
    if (kind === 'cleared') alert.state = 'cleared';
    if (kind === 'shelved') alert.state = 'shelved';
    if (kind === 'unshelved') alert.state = 'active';
    if (kind === 'acknowledged') alert.acknowledged = true;
  }
  return alert;
}

describe('alerts of workflows', () => {
  const execution = { id: '01900000-0000-7000-8000-000000000001', workflowId: 'w1' };
  let database: TestDatabase;
  let service: WorkflowAlertsService;

  beforeAll(async () => {
    database = await openDatabase();
    const clock = new FixedClock(NOW);
    service = new WorkflowAlertsService(database.dataSource, new AlertDesk(database, clock).writer, clock);
  });
  afterAll(() => database.drop());

  it('alerts of workflows are identified by their type and their originator, by default the point or the workflow', async () => {
    const report = { severity: 'minor', title: 'CO2', execution } as const;
    const first = await service.raise({ ...report, pointCode: 'P1', stepKey: 'first' });
    expect(first).toEqual({ alertId: first.alertId, raised: true, occurrences: 1 });
    expect(await service.raise({ ...report, originator: 'P1', stepKey: 'second' })).toEqual({
      ...first,
      raised: false,
      occurrences: 2,
    });
    const other = await service.raise({ ...report, stepKey: 'third' });
    expect(other.raised).toBe(true);
    const alert = await database.dataSource.manager.findOneByOrFail(AlertEntity, { id: other.alertId });
    expect([alert.source, alert.type, alert.originator]).toEqual(['workflow', 'workflow', 'w1']);
    expect(await service.clear({ execution, pointCode: 'P1' })).toBe(first.alertId);
    expect(await service.clear({ execution, pointCode: 'P1' })).toBeNull();
    expect(await service.clear({ execution, alertId: other.alertId, note: 'Over' })).toBe(other.alertId);
    expect(await service.clear({ execution, alertId: other.alertId })).toBeNull();
    expect(await service.clear({ execution, alertId: 4711 })).toBeNull();
  });

  it('alerts of workflows count a report once, even if the node repeats it', async () => {
    const report = { severity: 'minor', title: 'Leak', originator: 'P2', execution } as const;
    const attempt = (stepKey: string) => service.raise({ ...report, stepKey });
    const first = await attempt('leak-1');
    expect(first).toEqual({ alertId: first.alertId, raised: true, occurrences: 1 });
    expect(await attempt('leak-1')).toEqual(first);
    const second = { ...first, raised: false, occurrences: 2 };
    expect(await attempt('leak-2')).toEqual(second);
    expect(await attempt('leak-2')).toEqual(second);
    expect(await attempt('leak-1')).toEqual(first);
    const { manager } = database.dataSource;
    expect(await manager.findOneByOrFail(AlertEntity, { id: first.alertId })).toMatchObject({
      occurrences: 2,
    });
    await service.clear({ execution, alertId: first.alertId });
    expect(await attempt('leak-1')).toEqual(first);
    expect(await manager.countBy(AlertEntity, { originator: 'P2' })).toBe(1);
  });

  it('alerts of workflows count a report once, even if several workers repeat it at the same time', async () => {
    const report = { severity: 'minor', title: 'Leak', originator: 'P3', execution } as const;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => service.raise({ ...report, stepKey: `valve-${index % 4}` })),
    );
    const distinct = new Set(results.map((result) => JSON.stringify(result)));
    expect(distinct.size).toBe(4);
    expect(results.map(({ occurrences }) => occurrences).toSorted((a, b) => a - b)).toEqual(
      [1, 2, 3, 4].flatMap((count) => Array.from({ length: 5 }, () => count)),
    );
    expect(results.filter(({ raised }) => raised)).toHaveLength(5);
    const { manager } = database.dataSource;
    expect(await manager.findBy(AlertEntity, { originator: 'P3' })).toMatchObject([{ occurrences: 4 }]);
  });
});
