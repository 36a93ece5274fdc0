import { PointValuesService } from '@app/domain';
import { ListenersService, OccurrencesService } from '@app/domain/testing';
import {
  inTransaction,
  PointValueEntity,
  TriggerOccurrenceEntity,
  WorkflowEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import type { PointValue } from '@app/contracts';
import { FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { occurrenceEvaluation } from '../factories/occurrence-evaluation';
import { anIntake } from '../factories/an-intake';
import { aSoleGateway } from '../factories/sole-gateway';
import { aWorkflow } from '../factories/a-workflow';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-05-01T10:00:00Z');

const lost = () => Promise.reject(new Error('The lease is lost.'));

describe('changes of points that workflows watch', () => {
  const clock = new FixedClock(NOW);
  const environment = testEnvironment();
  let database: TestDatabase;
  let values: PointValuesService;
  let announced = 0;
  const queued: { id: string }[] = [];
  /** The gateway's response to a poll. */
  let present: PointValue[] = [];

  const bus = {
    publish: ({ name }: { name: string }) => void (announced += Number(name === 'occurrences-recorded')),
  };
  const announcer = {
    assertReachable: () => undefined,
    accepted: (executions: { id: string }[]) => void queued.push(...executions),
  };
  const gateway = aSoleGateway({
    points: () => Promise.resolve(present.map(({ code }) => ({ code }))),
    values: () => Promise.resolve(present),
  });

  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { manager } = database.dataSource;
    for (const entity of [PointValueEntity, TriggerOccurrenceEntity, WorkflowExecutionEntity, WorkflowEntity])
      await manager.deleteAll(entity);
    announced = 0;
    queued.length = 0;
    values = ingestion();
  });

  function ingestion(): PointValuesService {
    const occurrences = new OccurrencesService(clock, bus as never);
    const listeners = new ListenersService();
    return new PointValuesService(database.dataSource, bus as never, clock, listeners, occurrences);
  }
  const intake = () => anIntake(database.dataSource, clock, environment, announcer as never);
  const evaluation = (accepting = intake()) =>
    occurrenceEvaluation(database.dataSource, environment, clock, { intake: accepting });

  const watching = (watch: string[], condition?: string, overrides: Partial<WorkflowEntity> = {}) =>
    aWorkflow(database.dataSource, {
      triggerType: 'state_change',
      triggerConfig: condition === undefined ? { watch } : { watch, condition },
      ...overrides,
    });

  /** Creates values of points. The values of each call are a second newer than those of the previous call. */
  function measured(
    readings: Record<string, unknown>,
    quality: PointValue['quality'] = 'good',
  ): PointValue[] {
    clock.advance(1000);
    const timestamp = clock.now().toISOString();
    return Object.entries(readings).map(([code, value]) => ({ code, value, quality, timestamp }));
  }
  const take = (readings: Record<string, unknown>, quality?: PointValue['quality']) =>
    values.accept(measured(readings, quality), undefined);

  const waiting = () => database.dataSource.manager.find(TriggerOccurrenceEntity, { order: { id: 'ASC' } });
  const changes = async () => (await waiting()).map(({ payload }) => payload);

  async function evaluateAll(service = evaluation()): Promise<void> {
    while ((await service.evaluateNext()) > 0);
  }
  /** Returns the trigger data of each execution in the order of acceptance. */
  async function told(): Promise<{ workflowId: string; revision: number; triggerData: unknown }[]> {
    const { manager } = database.dataSource;
    const rows = await manager.find(WorkflowExecutionEntity, {
      select: { id: true, workflowId: true, revision: true, trigger: true, triggerData: true },
      order: { id: 'ASC' },
    });
    return rows.map(({ workflowId, revision, trigger, triggerData }) => {
      expect(trigger).toBe('state_change');
      return { workflowId, revision, triggerData: JSON.parse(triggerData) as unknown };
    });
  }

  describe('records', () => {
    it('changes are recorded with the previous and the new value, if the value or its quality changed', async () => {
      await watching(['boiler.temp']);
      const beganAtMs = clock.nowMs();
      await take({ 'boiler.temp': 60 });
      await take({ 'boiler.temp': 60 });
      await take({ 'boiler.temp': 61.5 });
      await take({ 'boiler.temp': 61.5 }, 'uncertain');
      await take({ 'boiler.temp': null }, 'bad');
      await take({ 'boiler.temp': 'fault' });
      const code = 'boiler.temp';
      const times = [1, 2, 3, 4, 5, 6].map((n) => new Date(beganAtMs + n * 1000).toISOString());
      expect(await changes()).toEqual([
        { code, timestamp: times[0], value: 60, previous: null, quality: 'good' },
        { code, timestamp: times[2], value: 61.5, previous: 60, quality: 'good' },
        { code, timestamp: times[3], value: 61.5, previous: 61.5, quality: 'uncertain' },
        { code, timestamp: times[4], value: null, previous: 61.5, quality: 'bad' },
        { code, timestamp: times[5], value: 'fault', previous: null, quality: 'good' },
      ]);
      expect(announced).toBe(5);
    });

    it('changes are found by a comparison with the previous poll or, after a start, with the stored values', async () => {
      await watching(['boiler.*']);
      present = measured({ 'boiler.temp': 60, 'pump.on': true });
      await values.poll(gateway, undefined);
      values = ingestion();
      present = measured({ 'boiler.temp': 65, 'pump.on': false });
      await values.poll(gateway, undefined);
      expect(await changes()).toMatchObject([
        { code: 'boiler.temp', value: 60, previous: null },
        { code: 'boiler.temp', value: 65, previous: 60 },
      ]);
    });

    it.each<[string[], string[]]>([
      [['*'], ['ahu1.fan', 'ahu1.temp', 'ahu2.fan', 'boiler']],
      [['ahu1.*'], ['ahu1.fan', 'ahu1.temp']],
      [['*.fan'], ['ahu1.fan', 'ahu2.fan']],
      [
        ['ahu*.fan', 'boiler'],
        ['ahu1.fan', 'ahu2.fan', 'boiler'],
      ],
      [['ahu1', 'Boiler', 'boiler*x'], []],
    ])('changes are recorded for points that match %j: %j', async (watch, expected) => {
      await watching(watch);
      await take({ 'ahu1.fan': 1, 'ahu1.temp': 1, 'ahu2.fan': 1, boiler: 1 });
      expect((await waiting()).map(({ name }) => name)).toEqual(expected);
    });

    it('changes are recorded once if a value is pushed and polled at the same moment', async () => {
      await watching(['boiler.temp']);
      await take({ 'boiler.temp': 60 });
      present = measured({ 'boiler.temp': 65 });
      const later = measured({ 'boiler.temp': 70 });
      const pushed = [values.accept(present, undefined), values.accept(later, undefined)];
      await Promise.all([...pushed, values.poll(gateway, undefined)]);
      expect(await changes()).toMatchObject([
        { value: 60, previous: null },
        { value: 65, previous: 60 },
        { value: 70, previous: 65 },
      ]);
    });

    it('changes are recorded only once for any number of workflows that watch the point', async () => {
      await watching(['a', 'a*', '*']);
      await watching(['a']);
      await take({ a: 1 });
      expect(await waiting()).toHaveLength(1);
    });

    it('changes are recorded only while an enabled workflow watches the point, and a change of the workflow applies to the next values', async () => {
      await take({ a: 1 });
      expect(announced).toBe(0);
      const workflow = await watching(['a']);
      await take({ a: 2 });
      const { manager } = database.dataSource;
      const update = (change: Partial<WorkflowEntity>) => manager.update(WorkflowEntity, workflow.id, change);
      await update({ enabled: false });
      await take({ a: 3 });
      await update({ enabled: true, triggerConfig: { watch: ['b'] }, revision: 2 });
      await take({ a: 4, b: 4 });
      await update({ triggerType: 'manual', revision: 3 });
      await take({ a: 5, b: 5 });
      expect(await changes()).toMatchObject([
        { value: 2, previous: 1 },
        { code: 'b', value: 4 },
      ]);
    });

    it('changes are recorded in the same transaction as the values', async () => {
      await watching(['a']);
      await take({ a: 1 });
      await expect(values.accept(measured({ a: 2 }), lost)).rejects.toThrow('The lease is lost.');
      const record = jest.spyOn(OccurrencesService.prototype, 'record');
      record.mockRejectedValueOnce(new Error('the database is full'));
      await expect(take({ a: 3 })).rejects.toThrow('the database is full');
      record.mockRestore();
      const { value } = await database.dataSource.manager.findOneByOrFail(PointValueEntity, { code: 'a' });
      expect(value).toBe(1);
      await take({ a: 4 });
      expect(await changes()).toMatchObject([{ value: 1 }, { value: 4, previous: 1 }]);
    });

    it('changes are recorded unless the value is older than the stored value', async () => {
      await watching(['a']);
      const late = measured({ a: 0 });
      await take({ a: 1 });
      await values.accept(late, undefined);
      expect(await changes()).toMatchObject([{ value: 1 }]);
    });

    it('changes are recorded in batches of a thousand', async () => {
      await watching(['p*']);
      const points = Array.from({ length: 1000 }, (_, index) => [`p${index}`, index]);
      await take(Object.fromEntries(points) as Record<string, number>);
      await evaluateAll();
      expect(await told()).toHaveLength(1000);
      expect(new Set(queued.map(({ id }) => id)).size).toBe(1000);
    });
  });

  describe('executions', () => {
    it('changes start each watching workflow in its current revision, with the recorded change', async () => {
      const [one, two] = [await watching(['a']), await watching(['*'], undefined, { revision: 4 })];
      await take({ a: 1, b: true });
      const [first, second] = await changes();
      await evaluateAll();
      const expected = [
        { workflowId: one.id, revision: 1, triggerData: first },
        { workflowId: two.id, revision: 4, triggerData: first },
        { workflowId: two.id, revision: 4, triggerData: second },
      ];
      expect(await told()).toEqual(expected);
      expect(queued).toHaveLength(3);
      expect(await waiting()).toEqual([]);
    });

    it('changes start only the workflows whose condition is true', async () => {
      const conditions = {
        'value > 25': true,
        'value > 27': false,
        'previous < 25 && value >= 25': true,
        "quality === 'good'": true,
        "code === 'zone1.temp' && code.startsWith('zone')": true,
        'triggerData.value - triggerData.previous > 5': true,
        'now() > 0': true,
        value: true,
        'value - 26': false,
        "''": false,
        "'false'": true,
        null: false,
        '': true,
      };
      await take({ 'zone1.temp': 20 });
      const conditionOf = new Map<string, string>();
      for (const condition of Object.keys(conditions))
        conditionOf.set((await watching(['zone1.temp'], condition)).id, condition);
      await take({ 'zone1.temp': 26 });
      await evaluateAll();
      const started = (await told()).map(({ workflowId }) => conditionOf.get(workflowId) ?? '');
      const expected = Object.entries(conditions).flatMap(([condition, isTrue]) =>
        isTrue ? [condition] : [],
      );
      expect(started.toSorted()).toEqual(expected.toSorted());
      expect(await waiting()).toEqual([]);
    });

    it('changes start no executions if the evaluation of the condition fails, and the failure is logged only once until the workflow changes', async () => {
      const complained = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      const service = evaluation();
      const workflow = await watching(['a'], 'value.temperature.now > 1');
      const sound = await watching(['a'], 'value > 1');
      for (const a of [2, 3]) await take({ a });
      await evaluateAll(service);
      expect((await told()).map(({ workflowId }) => workflowId)).toEqual([sound.id, sound.id]);
      expect(complained.mock.calls).toEqual([
        [
          expect.objectContaining({ workflowId: workflow.id, revision: 1 }),
          expect.stringContaining('condition of a trigger failed'),
        ],
      ]);
      await database.dataSource.manager.update(WorkflowEntity, workflow.id, { revision: 2 });
      await take({ a: 4 });
      await evaluateAll(service);
      expect(complained).toHaveBeenCalledTimes(2);
      complained.mockRestore();
    });

    it('changes start no executions if no workflow watches the point any more', async () => {
      const workflow = await watching(['a']);
      await take({ a: 1 });
      await database.dataSource.manager.update(WorkflowEntity, workflow.id, { enabled: false });
      await evaluateAll();
      expect(await told()).toEqual([]);
      expect(await waiting()).toEqual([]);
    });

    it('changes start each execution only once for any number of competing workers', async () => {
      const workflow = await watching(['*'], 'value % 2 === 0');
      const points = Array.from({ length: 60 }, (_, index) => [`p${index}`, 0]);
      for (let round = 0; round < 10; round++) {
        await take(Object.fromEntries(points.map(([code]) => [code, round])) as Record<string, number>);
      }
      await Promise.all([evaluateAll(), evaluateAll(), evaluateAll()]);
      const executions = await told();
      expect(executions).toHaveLength(300);
      expect(new Set(executions.map(({ triggerData }) => JSON.stringify(triggerData))).size).toBe(300);
      expect(executions.every(({ workflowId }) => workflowId === workflow.id)).toBe(true);
      expect(queued).toHaveLength(300);
    });

    it.each(['before', 'after'])(
      'changes start each execution only once, even if a worker dies %s it has stored executions',
      async (when) => {
        await watching(['a']);
        await take({ a: 1 });
        const dying = intake();
        const write = dying.acceptMany.bind(dying);
        dying.acceptMany = async (requests, manager) => {
          if (when === 'after') await write(requests, manager);
          throw new Error('killed');
        };
        await expect(evaluation(dying).evaluateNext()).rejects.toThrow('killed');
        expect(await told()).toEqual([]);
        expect(await waiting()).toHaveLength(1);
        await evaluateAll();
        expect(await told()).toHaveLength(1);
      },
    );

    it('new changes start executions while another worker evaluates earlier changes', async () => {
      await watching(['*']);
      await take({ a: 1 });
      await inTransaction(database.dataSource, async (manager) => {
        await manager.find(TriggerOccurrenceEntity, { lock: { mode: 'pessimistic_write' } });
        await take({ b: 1 });
        expect(await evaluation().evaluateNext()).toBe(1);
      });
      expect(await waiting()).toMatchObject([{ name: 'a' }]);
      expect(await told()).toMatchObject([{ triggerData: { code: 'b' } }]);
    });
  });
});
