import { PointWriteRetentionService, PointWritesService } from '@app/domain';
import { BuildingObjectEntity, PointEntity, PointWriteEntity } from '@app/entities';
import { FixedClock, newId, SystemClock } from '@app/kernel';
import { aModel } from '../factories/a-model';
import type { Reply } from '../factories/scripted-gateway';
import { CALL_LIMIT_MS, IotApi } from '../factories/iot-api';
import { testEnvironment, waitFor } from '../harness';

const CODE = 'AHU1.SP';
const SET = 'POST /codes/set';
const VALUES = 'POST /codes/values';
const UNKNOWN = `It is not known whether ${CODE} was written. Its value before was 20.`;

interface Write {
  id: string;
  status: string;
  [field: string]: unknown;
}

describe('writes to points', () => {
  let iot: IotApi;

  beforeAll(async () => {
    iot = await IotApi.start();
  });
  beforeEach(async () => {
    iot.serve();
    iot.points.set(CODE, 20);
    // Waits until the circuit breaker, which an earlier test may have opened, is closed.
    const closes = async () => (await iot.post('codes/values', { codes: [CODE] })).status === 200;
    await waitFor(closes, { what: 'the circuit breaker to close' });
    iot.gateway.exchanges.length = 0;
  });
  afterAll(() => iot.stop());

  const set = (value: unknown, headers?: Record<string, string>) =>
    iot.post('codes/set', { code: CODE, value }, headers);
  const newestWrite = async () => (await iot.list<Write>('writes?limit=1'))[0];

  it('writes to points are sent once, read back and recorded with the previous value', async () => {
    const answer = await set(22.5);
    expect(answer).toMatchObject({ status: 200, body: { success: true, confirmed: true, value: 22.5 } });
    const sent = iot.gateway.exchanges.filter(({ route }) => route === SET);
    expect(sent).toMatchObject([{ body: { code: CODE, value: 22.5 }, role: 'admin' }]);
    const { id } = answer.body as Write;
    expect(await newestWrite()).toEqual({
      id,
      at: expect.any(String),
      finishedAt: expect.any(String),
      kind: 'set',
      code: CODE,
      pointId: null,
      pointName: null,
      value: 22.5,
      previousValue: 20,
      reason: null,
      status: 'written',
      confirmed: true,
      readValue: 22.5,
      error: null,
      userId: expect.any(Number),
      username: expect.any(String),
      executionId: null,
      workflowId: null,
    });
    const audited = (await iot.api.auditEntries()).filter(({ target }) => target === `point ${CODE}`);
    expect(audited.at(-1)).toMatchObject({ action: 'point.set', before: '{"value":20}' });
    expect((await iot.api.auditEntries()).filter(({ action }) => action.includes('iot'))).toEqual([]);
  });

  it('writes to points are not confirmed if the point has another value afterwards or cannot be read', async () => {
    iot.gateway.on(SET, () => ({ body: { success: true } }));
    expect((await set(25)).body).toMatchObject({ success: true, confirmed: false, value: 20 });
    let reads = 0;
    iot.gateway.overrides.set(VALUES, () =>
      ++reads > 1
        ? 'hang'
        : { body: [{ code: CODE, value: 20, timestamp: '2026-01-05T12:00:00Z', quality: 'good' }] },
    );
    expect((await set(25)).body).toMatchObject({ success: true, confirmed: false, value: null });
    expect(await newestWrite()).toMatchObject({ status: 'written', confirmed: false, readValue: null });
  });

  it('the lists of writes and overrides name the points that the platform knows', async () => {
    const { dataSource } = iot.api.database;
    iot.points.set('UNNAMED', 1);
    await set(22);
    for (const code of [CODE, 'UNNAMED']) await iot.post('codes/force-set', { code, value: 5 });
    const { id: modelId } = await aModel(dataSource);
    const object = await dataSource.manager.save(BuildingObjectEntity, { name: 'O', code: 'O', modelId });
    const point = { name: 'Supply air setpoint', code: CODE, objectId: object.id };
    const { id: pointId } = await dataSource.manager.save(PointEntity, point);
    const known = { code: CODE, pointId, pointName: 'Supply air setpoint' };
    const unknown = { code: 'UNNAMED', pointId: null, pointName: null };
    expect(await iot.list('overrides')).toMatchObject([known, unknown]);
    expect(await iot.list('writes?limit=3')).toMatchObject([unknown, known, known]);
    await dataSource.manager.delete(PointEntity, { id: pointId });
    for (const { id } of await iot.list<Write>('overrides')) await iot.call('DELETE', `overrides/${id}`);
  });

  it.each<[string, Reply, number, string, string, string]>([
    ['an interlock', { status: 403, body: { error: 'Frost.' } }, 403, 'interlock', 'refused', 'Frost.'],
    ['a refused value', { status: 400, body: { error: 'No.' } }, 400, 'gateway_refused', 'refused', 'No.'],
    [
      'a response without success',
      { body: { success: false } },
      502,
      'not_written',
      'refused',
      `The gateway did not write to ${CODE}.`,
    ],
    [
      'status 500',
      { status: 500 },
      502,
      'gateway_failed',
      'unknown',
      `The gateway answered POST /codes/set with status 500. ${UNKNOWN}`,
    ],
    [
      'invalid JSON',
      { body: '{"success": tr' },
      502,
      'gateway_failed',
      'unknown',
      `The gateway answered POST /codes/set with a body that is not JSON. ${UNKNOWN}`,
    ],
    ['no answer', 'hang', 504, 'gateway_timeout', 'unknown', UNKNOWN],
  ])(
    'writes to points report a failure of the gateway, and whether the value may have been written: %s',
    async (_, reply, status, code, recorded, message) => {
      iot.gateway.overrides.set(SET, () => reply);
      const startMs = performance.now();
      const answer = await set(21);
      expect(answer).toMatchObject({ status, body: { code, error: expect.stringContaining(message) } });
      expect(performance.now() - startMs).toBeLessThan(CALL_LIMIT_MS + 10_000);
      expect(iot.gateway.count(SET)).toBe(1);
      expect(await newestWrite()).toMatchObject({
        status: recorded,
        previousValue: 20,
        error: { code, message: (answer.body as { error: string }).error },
      });
    },
  );

  it('writes to points are not sent if the previous value cannot be read', async () => {
    iot.gateway.overrides.set(VALUES, () => 'hang');
    const answer = await set(21);
    expect(answer).toMatchObject({
      status: 504,
      body: { error: expect.stringContaining('Nothing was written.') },
    });
    expect(iot.gateway.count(SET)).toBe(0);
    expect(await newestWrite()).toMatchObject({ status: 'not_written', error: { code: 'gateway_timeout' } });
  });

  it('writes to points are answered with 503 while the circuit breaker is open', async () => {
    iot.gateway.overrides.set('*', () => ({ status: 500 }));
    const isOpen = async () => (await set(21)).status === 503;
    await waitFor(isOpen, { what: 'the circuit to open' });
    const sent = iot.gateway.exchanges.length;
    const answer = await set(21);
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'gateway_unavailable', error: expect.stringContaining('Nothing was written.') },
    });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(iot.gateway.exchanges.length).toBe(sent);
  });

  describe('with an idempotency key', () => {
    let made = 0;
    const key = () => ({ 'idempotency-key': `key-${++made}` });

    it('a write with an idempotency key is sent once for many concurrent requests, which get the same answer', async () => {
      const headers = key();
      const answers = await Promise.all(Array.from({ length: 8 }, () => set(23, headers)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 200, body: { confirmed: true } });
      expect(iot.gateway.count(SET)).toBe(1);
    });

    it('writes with an idempotency key are sent only once if the first request timed out', async () => {
      const headers = key();
      iot.gateway.overrides.set(SET, () => 'hang');
      const first = await set(23, headers);
      iot.serve();
      const second = await set(23, headers);
      expect([first.status, second.status]).toEqual([504, 504]);
      expect((second.body as { error: string }).error).toBe((first.body as { error: string }).error);
      expect(iot.gateway.count(SET)).toBe(1);
    });

    it('writes with an idempotency key are sent again if nothing was written', async () => {
      const headers = key();
      iot.gateway.overrides.set(SET, () => ({ status: 403, body: { error: 'Frost.' } }));
      expect((await set(23, headers)).status).toBe(403);
      iot.serve();
      expect((await set(23, headers)).status).toBe(200);
    });

    it('writes with an idempotency key are refused if the body differs', async () => {
      const headers = key();
      expect((await set(23, headers)).status).toBe(200);
      expect(await set(24, headers)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    });
  });

  it('writes to points are recorded before they are sent, so that the record exists even if the process dies', async () => {
    const { manager } = iot.api.database.dataSource;
    iot.gateway.overrides.set(SET, () => 'hang');
    const lost = set(29);
    const pending = await waitFor(() => manager.findOneBy(PointWriteEntity, { status: 'pending' }), {
      what: 'the record',
    });
    expect(pending).toMatchObject({ value: 29, previousValue: 20, code: CODE });
    await lost;
    // The record of a process that died stays pending.
    await manager.save(Object.assign(pending, { at: new Date('2026-01-01T00:00:00Z') }));
    const service = new PointWritesService(
      iot.api.database.dataSource,
      {} as never,
      {} as never,
      new SystemClock(),
    );
    await service.settleAbandoned(new AbortController().signal);
    expect(await manager.findOneBy(PointWriteEntity, { id: pending.id })).toMatchObject({
      status: 'unknown',
      fault: { code: 'write_interrupted' },
    });
  });

  it('the records of writes are deleted after POINT_WRITE_RETENTION_DAYS, in several transactions', async () => {
    const { dataSource } = iot.api.database;
    const environment = testEnvironment({ POINT_WRITE_RETENTION_DAYS: 3 });
    const clock = new FixedClock(Date.parse('2020-01-04T00:00:00Z'));
    const kept = aWrite('2020-01-01T00:00:00Z');
    const old = Array.from({ length: 501 }, () => aWrite('2019-12-31T23:59:59.999Z'));
    await dataSource.manager.insert(PointWriteEntity, [kept, ...old]);
    await new PointWriteRetentionService(dataSource, environment, clock).prune(new AbortController().signal);
    const left = await dataSource.manager.findBy(PointWriteEntity, { code: kept.code });
    expect(left.map(({ id }) => id)).toEqual([kept.id]);
  });
});

/** Builds the columns of a finished write. @param time ISO 8601 */
function aWrite(time: string) {
  return {
    id: newId(),
    at: new Date(time),
    finishedAt: new Date(time),
    kind: 'set',
    code: 'OLD.SP',
    value: 21,
    previousValue: 20,
    reason: null,
    status: 'written',
    confirmed: true,
    readValue: 21,
    fault: null,
    userId: null,
    username: 'ann',
    executionId: null,
    workflowId: null,
  } as const;
}
