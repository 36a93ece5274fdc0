// Runs in the full check only: servers fail, hang, and come back.
import { PointOverrideEntity } from '@app/entities';
import { IotApi } from '../factories/iot-api';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

const CODE = 'AHU1.SP';
const RELEASE = 'POST /codes/release';
const HOUR_MS = 3_600_000;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

interface Override {
  id: string;
  code: string;
  value: unknown;
  previousValue: unknown;
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('overrides of points', () => {
  let iot: IotApi;

  beforeAll(async () => {
    iot = await IotApi.start();
  });
  beforeEach(async () => {
    iot.serve();
    iot.points.set(CODE, 20);
    await iot.api.database.dataSource.manager.clear(PointOverrideEntity);
    iot.gateway.exchanges.length = 0;
  });
  afterAll(() => iot.stop());

  const force = (value: unknown, more: object = {}, headers?: Record<string, string>) =>
    iot.post('codes/force-set', { code: CODE, value, ...more }, headers);
  const overrides = () => iot.list<Override>('overrides');
  /**
   * Lets an override expire, and ends the claim of a killed api or the pause after a failure, so that the test need not
   * wait ten seconds for it.
   */
  const makeDue = () =>
    iot.api.database.dataSource.manager.update(
      PointOverrideEntity,
      { code: CODE },
      { claimedUntil: null, dueAt: LONG_AGO, expiresAt: LONG_AGO },
    );
  const ended = () => waitFor(async () => (await overrides()).length === 0, { what: 'the release' });

  it('overrides are listed while they are active, and end when an administrator releases them', async () => {
    const answer = await force(24, { reason: 'Valve test' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, confirmed: true, value: 24 } });
    expect(iot.gateway.exchanges.some(({ body }) => body.reason === 'Valve test')).toBe(true);
    const [override] = await overrides();
    expect(override).toMatchObject({
      code: CODE,
      value: 24,
      previousValue: 20,
      reason: 'Valve test',
      expiresAt: null,
    });
    const path = `overrides/${override?.id}`;
    expect((await iot.call('DELETE', path, { role: 'engineer' })).status).toBe(403);
    expect((await iot.call('DELETE', path)).body).toEqual({ success: true });
    expect(await overrides()).toEqual([]);
    expect(iot.points.get(CODE)).toBe(20);
    expect((await iot.call('DELETE', path)).status).toBe(404);
    const [write] = await iot.list('writes?limit=1');
    expect(write).toMatchObject({ kind: 'release', previousValue: 24, value: 20, confirmed: true });
  });

  it('overrides replace each other, and keep the value that the point had before the first override', async () => {
    await force(24);
    await force(26);
    const found = await overrides();
    expect(found).toMatchObject([{ value: 26, previousValue: 20 }]);
    await iot.call('DELETE', `overrides/${found[0]?.id}`);
    expect(iot.points.get(CODE)).toBe(20);
  });

  it('overrides are not stored if the gateway refuses them, and leave an earlier override active', async () => {
    iot.gateway.overrides.set('POST /codes/force-set', () => ({ status: 400, body: { error: 'No.' } }));
    expect((await force(99)).status).toBe(400);
    expect(await overrides()).toEqual([]);
    iot.serve();
    await force(24);
    const before = await overrides();
    iot.gateway.overrides.set('POST /codes/force-set', () => ({ status: 400, body: { error: 'No.' } }));
    expect((await force(99)).status).toBe(400);
    expect(await overrides()).toEqual(before);
  });

  it('overrides stay active if the gateway fails to release them, and can be released again at once', async () => {
    await force(24);
    const [override] = await overrides();
    iot.gateway.overrides.set(RELEASE, () => ({ status: 500 }));
    expect((await iot.call('DELETE', `overrides/${override?.id}`)).status).toBe(502);
    expect(await overrides()).toEqual([override]);
    iot.serve();
    expect((await iot.call('DELETE', `overrides/${override?.id}`)).status).toBe(200);
    expect(iot.points.get(CODE)).toBe(20);
  });

  it('overrides stay listed if the gateway does not answer, because they may be active', async () => {
    iot.gateway.overrides.set('POST /codes/force-set', () => 'hang');
    expect((await force(24)).status).toBe(504);
    expect(await overrides()).toMatchObject([{ value: 24, previousValue: 20 }]);
  });

  it.each([
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ reason: 'x'.repeat(1001) }, 'reason'],
    [{ code: '' }, 'code'],
    [{ value: undefined }, 'value'],
  ])('overrides are refused with the body %j', async (fault, path) => {
    expect(await force(24, fault)).toMatchObject({ status: 400, body: { details: [{ path }] } });
    expect(iot.gateway.count('POST /codes/force-set')).toBe(0);
  });

  it('overrides are sent only once for requests with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'one' };
    const answers = await Promise.all([1, 2, 3].map(() => force(24, {}, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(iot.gateway.count('POST /codes/force-set')).toBe(1);
  });

  describe('that expire', () => {
    let worker: AppProcess;

    beforeAll(async () => {
      worker = await new AppProcess('worker', iot.api.environment).start();
    });
    afterAll(() => worker.kill());

    it('overrides are released after a restart, and retried if the gateway fails', async () => {
      await worker.kill();
      await force(24, { expiresAt: inMs(1000) });
      iot.gateway.overrides.set(RELEASE, () => ({ status: 500 }));
      await worker.start();
      const failed = () =>
        iot.api.database.dataSource.manager.findOneBy(PointOverrideEntity, { code: CODE, attempts: 1 });
      expect(await waitFor(failed, { what: 'a failed release' })).toMatchObject({
        lastError: { message: expect.stringContaining('status 500') as string },
      });
      iot.serve();
      await makeDue();
      await ended();
      expect(iot.points.get(CODE)).toBe(20);
    });

    it('overrides are released when they expire, either by the gateway or by a write of the previous value', async () => {
      await force(24, { expiresAt: inMs(1500) });
      await ended();
      expect(iot.gateway.count(RELEASE)).toBe(1);
      expect(iot.points.get(CODE)).toBe(20);
      iot.serve({ canRelease: false });
      await force(25, { expiresAt: inMs(1500) });
      await ended();
      expect(iot.points.get(CODE)).toBe(20);
      const [write] = await iot.list('writes?limit=1');
      expect(write).toMatchObject({
        kind: 'release',
        username: 'override-expiry',
        userId: null,
        status: 'written',
      });
    });

    it('overrides are released when they expire, even if the api died while the gateway hung', async () => {
      const other = await iot.api.anotherProcess();
      const token = await other.signIn();
      iot.gateway.on('POST /codes/force-set', ({ body }) => {
        iot.points.set(CODE, body.value);
        return 'hang';
      });
      const body = { code: CODE, value: 27, expiresAt: inMs(HOUR_MS) };
      const lost = other.call('POST', '/api/iot/codes/force-set', { token, body }).catch(() => null);
      await waitFor(() => iot.points.get(CODE) === 27, { what: 'the forced value' });
      await other.killProcess();
      await lost;
      expect(await overrides()).toMatchObject([{ value: 27, previousValue: 20 }]);
      iot.serve({ canRelease: false });
      await makeDue();
      await ended();
      expect(iot.points.get(CODE)).toBe(20);
    });
  });
});
