import { PointWriteEntity } from '@app/entities';
import { newId } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { JsonObject, NodeDefinition } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { CALL_LIMIT_MS, IotApi } from '../factories/iot-api';
import { loggedQueries } from '../factories/logged-queries';
import { pointPorts } from '../factories/point-ports';
import type { Reply } from '../factories/scripted-gateway';

const CODE = 'AHU1.SP';
const SET = 'POST /codes/set';
const VALUES = 'POST /codes/values';
const POINTS = 'GET /points';
const UNKNOWN = `It is not known whether ${CODE} was written. Its value before was 20.`;

interface Write {
  status: string;
  code: string;
  [field: string]: unknown;
}

const setting = (config: JsonObject = {}, more: Partial<NodeDefinition> = {}) =>
  chain({ set: { type: 'set_point', config: { code: CODE, value: 22.5, ...config }, ...more } });

describe('writes of workflows to points', () => {
  let iot: IotApi;
  let shop: ExecutionWorkshop;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    iot = await IotApi.start();
  });
  beforeEach(() => {
    iot.serve();
    iot.points.set(CODE, 20);
    iot.gateway.exchanges.length = 0;
    // Each test has its own gateway client, whose circuit breaker is closed.
    const points = pointPorts(iot.gateway, iot.api.database.dataSource, CALL_LIMIT_MS);
    shop = new ExecutionWorkshop(iot.api.database, { ports: { points } });
  });
  afterEach(() => shop.close());
  afterAll(() => iot.stop());

  const workflowOf = (definition: object) => aWorkflow(iot.api.database.dataSource, { definition });
  const execute = async (definition: object) => {
    const workflow = await workflowOf(definition);
    const execution = await shop.execute(workflow);
    return { workflow, execution, node: execution.nodeResults.at(-1) };
  };
  const writesOf = (executionId: string) => iot.list<Write>(`writes?executionId=${executionId}`);

  it('writes of workflows are recorded with the workflow, the execution, the previous value, the result and the value read back', async () => {
    const { workflow, execution, node } = await execute(setting());
    expect(execution.status).toBe('success');
    expect(node?.output).toEqual({
      code: CODE,
      value: 22.5,
      readBack: 22.5,
      quality: 'good',
      confirmed: true,
      limited: false,
      revertAt: null,
    });
    expect(await writesOf(execution.id)).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        finishedAt: expect.any(String),
        kind: 'set',
        code: CODE,
        value: 22.5,
        pointId: null,
        pointName: null,
        previousValue: 20,
        reason: null,
        status: 'written',
        confirmed: true,
        readValue: 22.5,
        error: null,
        userId: null,
        username: 'workflow',
        executionId: execution.id,
        workflowId: workflow.id,
      },
    ]);
    expect(iot.gateway.exchanges.map(({ route }) => route)).toEqual(
      expect.arrayContaining([VALUES, SET, VALUES]),
    );
    expect([iot.gateway.count(SET), iot.gateway.count(VALUES)]).toEqual([1, 2]);
    expect(iot.gateway.exchanges.find(({ route }) => route === SET)?.role).toBe('engineer');
    const audited = (await iot.api.auditEntries()).filter(({ target }) => target === `point ${CODE}`);
    expect(audited).toEqual([]);
  });

  it('writes of workflows are listed together with the writes of users', async () => {
    const { execution } = await execute(setting());
    await iot.post('codes/set', { code: CODE, value: 23 });
    const newest = await iot.list<Write>('writes?limit=2');
    expect(newest.map(({ executionId }) => executionId)).toEqual([null, execution.id]);
    expect(await writesOf(newId())).toEqual([]);
    expect(await iot.list(`writes?executionId=${execution.id}&code=other`)).toEqual([]);
    expect((await iot.call('GET', 'writes?executionId=7')).status).toBe(400);
  });

  it('writes of workflows are read back for the record, even if the node does not check the value', async () => {
    iot.gateway.on(SET, () => ({ body: { success: true } }));
    const { execution, node } = await execute(setting({ verify: false }));
    expect(execution.status).toBe('success');
    expect(node?.output).toMatchObject({ readBack: null, confirmed: false });
    expect(await writesOf(execution.id)).toMatchObject([
      { status: 'written', readValue: 20, confirmed: false },
    ]);
  });

  it('writes of workflows fail if the check cannot read the value, but are recorded as written', async () => {
    let reads = 0;
    iot.gateway.overrides.set(VALUES, () =>
      ++reads > 1
        ? { status: 500 }
        : { body: [{ code: CODE, value: 20, timestamp: '2026-01-05T12:00:00Z', quality: 'good' }] },
    );
    const { execution, node } = await execute(setting());
    expect(node).toMatchObject({ status: 'failed', error: { code: 'gateway_failed' } });
    expect(await writesOf(execution.id)).toMatchObject([
      { status: 'written', readValue: null, confirmed: false, error: null },
    ]);
    expect(iot.gateway.count(SET)).toBe(1);
  });

  it.each<[string, Reply, string, string, string]>([
    ['an interlock', { status: 403, body: { error: 'Frost.' } }, 'interlock', 'refused', 'Frost.'],
    ['no answer', 'hang', 'gateway_timeout', 'unknown', UNKNOWN],
  ])(
    'writes of workflows are sent once and recorded after this response of the gateway: %s',
    async (_, reply, code, status, message) => {
      iot.gateway.overrides.set(SET, () => reply);
      const { execution, node } = await execute(setting());
      expect(node).toMatchObject({
        status: 'failed',
        error: { code, message: expect.stringContaining(message) },
      });
      expect(await writesOf(execution.id)).toMatchObject([{ status, previousValue: 20, error: node?.error }]);
      expect(iot.gateway.count(SET)).toBe(1);
    },
  );

  it('writes of workflows are not sent if the previous value cannot be read', async () => {
    iot.gateway.overrides.set(VALUES, () => ({ status: 500 }));
    const { execution, node } = await execute(setting());
    expect(node?.error?.message).toContain('Nothing was written.');
    expect(await writesOf(execution.id)).toMatchObject([{ status: 'not_written' }]);
    expect(iot.gateway.count(SET)).toBe(0);
  });

  it('writes of workflows are not sent after the execution has stopped', async () => {
    const stop = new AbortController();
    iot.gateway.overrides.set(VALUES, () => {
      stop.abort();
      return { body: [{ code: CODE, value: 20, timestamp: '2026-01-05T12:00:00Z', quality: 'good' }] };
    });
    const execution = { id: newId(), workflowId: newId() };
    const points = pointPorts(iot.gateway, iot.api.database.dataSource, CALL_LIMIT_MS);
    const write = points.write({ code: CODE, value: 23, execution, signal: stop.signal });
    await expect(write).rejects.toMatchObject({ code: 'execution_stopped' });
    expect(await writesOf(execution.id)).toMatchObject([{ status: 'not_written' }]);
    expect(iot.gateway.count(SET)).toBe(0);
  });

  it('writes of workflows are refused for a code that cannot be recorded', async () => {
    const { execution, node } = await execute(setting({ code: "{{ 'AHU1' + '\0' }}" }));
    expect(node).toMatchObject({ status: 'failed', error: { code: 'validation_failed' } });
    expect(await writesOf(execution.id)).toEqual([]);
    expect(iot.gateway.count(SET)).toBe(0);
  });

  it('writes of workflows have a record for each attempt of the node', async () => {
    const replies: Reply[] = [{ status: 500 }, { status: 500 }];
    const succeed = { body: { success: true } };
    iot.gateway.overrides.set(SET, () => replies.shift() ?? succeed);
    const onError = { action: 'retry', retryCount: 2, retryDelayMs: 0 } as const;
    const { execution, node } = await execute(setting({ verify: false }, { onError }));
    expect(node).toMatchObject({ status: 'success', attempts: 3 });
    const writes = await writesOf(execution.id);
    expect(writes.map(({ status }) => status)).toEqual(['written', 'unknown', 'unknown']);
  });

  it('writes of workflows approach a value in steps, whose size is limited by the time since the last write', async () => {
    iot.points.set('AHU2.SP', 20);
    const steps = { code: 'AHU2.SP', value: 21, maxStep: 0.4, maxRatePerMinute: 0.001 };
    const first = await execute(setting(steps));
    expect(first.node?.output).toMatchObject({ value: 20.4, readBack: 20.4, confirmed: true, limited: true });
    const { node } = await execute(setting(steps));
    const value = Number(iot.points.get('AHU2.SP'));
    expect(node?.output).toMatchObject({ value, limited: true });
    expect(value).toBeGreaterThan(20.4);
    expect(value).toBeLessThan(20.41);
    iot.points.set('AHU2.SP', 'AUTO');
    const refused = await execute(setting(steps));
    expect(refused.node).toMatchObject({ status: 'failed', error: { code: 'limit_not_applicable' } });
    expect(iot.points.get('AHU2.SP')).toBe('AUTO');
  });

  it.each(['unknown', 'pending'] as const)(
    'writes of workflows are limited by the time since a write that may have reached the point: a write with the status %s',
    async (status) => {
      const code = `AHU3.${status}`;
      iot.points.set(code, 20);
      const slowly = setting({ code, value: 30, maxRatePerMinute: 0.001 });
      iot.gateway.overrides.set(SET, () => {
        iot.points.set(code, 25);
        return { status: 500 };
      });
      const { execution } = await execute(slowly);
      expect(await writesOf(execution.id)).toMatchObject([{ code, status: 'unknown' }]);
      // The record of a killed worker stays pending.
      await iot.api.database.dataSource.manager.update(PointWriteEntity, { code }, { status });
      iot.gateway.overrides.delete(SET);
      await execute(slowly);
      const value = Number(iot.points.get(code));
      expect(value).toBeGreaterThan(25);
      expect(value).toBeLessThan(25.1);
    },
  );

  it('writes of workflows leave no record in a dry run', async () => {
    const { id } = await shop.execute(await workflowOf(setting()), {}, true);
    expect(await writesOf(id)).toEqual([]);
    expect(iot.gateway.exchanges.map(({ route }) => route)).toEqual([VALUES, POINTS]);
  });

  it('writes that the list of points rules out are recorded as refused and not sent, and fail a dry run alike', async () => {
    const point = { code: CODE, name: 'Setpoint', dataType: 'number', writable: true, min: 12, max: 30 };
    iot.gateway.overrides.set(POINTS, ({ query }) => ({ body: query.get('page') === '1' ? [point] : [] }));
    const error = {
      code: 'value_out_of_range',
      message: `The point ${CODE} accepts only values from 12 to 30.`,
    };
    const workflow = await workflowOf(setting({ value: 99 }));
    const real = await shop.execute(workflow);
    expect(real.nodeResults.at(-1)).toMatchObject({ status: 'failed', error });
    expect(await writesOf(real.id)).toMatchObject([{ status: 'refused', previousValue: 20, error }]);
    const dry = await shop.execute(workflow, {}, true);
    expect(dry.nodeResults.at(-1)).toMatchObject({ status: 'failed', error });
    expect(iot.gateway.count(SET)).toBe(0);
    expect((await execute(setting({ value: 30 }))).execution.status).toBe('success');
  });

  it('writes of workflows are recorded by shared inserts if executions run concurrently', async () => {
    const count = 12;
    const workflow = await workflowOf(setting({ verify: false }));
    const ids = await Promise.all(Array.from({ length: count }, () => shop.accept(workflow)));
    const waiting: (() => void)[] = [];
    iot.gateway.overrides.set(VALUES, async () => {
      // Answer the first read only after all executions have requested the previous value.
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length >= count) for (const answer of waiting) answer();
      });
      return { body: [{ code: CODE, value: 20, timestamp: '2026-01-05T12:00:00Z', quality: 'good' }] };
    });
    const queries = await loggedQueries(iot.api.database.dataSource, () =>
      Promise.all(ids.map((id) => shop.run(id, { signal: new AbortController().signal }))),
    );
    const of = (verb: string) =>
      queries.filter((query) => query.startsWith(verb) && query.includes('point_write'));
    expect(of('INSERT').length).toBeLessThanOrEqual(count / 2);
    expect(of('UPDATE')).toHaveLength(count);
    expect(of('SELECT')).toEqual([]);
    for (const id of ids) expect(await writesOf(id)).toMatchObject([{ status: 'written' }]);
  });
});
