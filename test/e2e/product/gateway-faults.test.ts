// Runs in the full check only: servers fail, hang, and come back.
import { unwrap } from '../../../clients/typescript/src';
import { MeasuringGateway } from '../../factories/measuring-gateway';
import type { FaultKind } from './gateway-observer';
import { Installation } from './installation';
import { HOUR_MS } from './measured-energy';
import type { AreaInput, EnergyPoint } from './product-client';

const DAY_MS = 24 * HOUR_MS;
const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const ANSWER_MS = 5000;

/** A register whose values the test sets. */
const WRITTEN = { areaId: 1, code: 'F1.ELEC.LIGHTING.KWH' };
const BROKEN = { areaId: 2, code: 'F2.ELEC.LIGHTING.KWH' };
/** A code that the gateway does not know. */
const UNKNOWN = { areaId: 3, code: 'F9.ELEC.LIGHTING.KWH' };
/** A register whose values the gateway sets. Its area has a second meter, whose code the gateway does not know. */
const HALF = { areaId: 4, code: 'BLDG.ELEC.PLANT.KWH' };

describe('a gateway', () => {
  let installation: Installation;
  let startedAt: string;

  beforeAll(async () => {
    installation = await Installation.start({
      environment: { PLATFORM_TIMEZONE: 'UTC', LIMIT_GATEWAY_CALL_MS: 500 },
    });
    startedAt = new Date().toISOString();
    await installation.observer.write(WRITTEN.code, 1000);
    await installation.observer.write(BROKEN.code, null, 'bad');
    const area = ({ code }: typeof WRITTEN, since: string): AreaInput => ({
      name: code,
      meters: [{ pointCode: code, since, intervalSeconds: 60 }],
    });
    const dayBefore = new Date(todayMs - DAY_MS).toISOString();
    const [half] = [area(HALF, dayBefore)];
    await installation.client.putAreas([
      area(WRITTEN, startedAt),
      area(BROKEN, startedAt),
      area(UNKNOWN, dayBefore),
      { ...half, meters: [...(half?.meters ?? []), ...(area(UNKNOWN, dayBefore).meters ?? [])] },
    ]);
    await installation.waitFor(() => isRead(WRITTEN.areaId), { what: 'the first reading' });
  });
  afterEach(() => installation.observer.recover());
  afterAll(() => installation.stop());

  async function isRead(areaId: number): Promise<boolean> {
    return (await installation.client.area(areaId)).lastReadingAt !== null;
  }

  function hours(areaId: number): Promise<EnergyPoint[]> {
    return installation.client.details({
      areaId,
      from: new Date(todayMs - DAY_MS).toISOString(),
      to: new Date(todayMs + 2 * DAY_MS).toISOString(),
      interval: 'hour',
    });
  }

  /** Returns the energy of the register in kWh since the test began; null if nothing was measured. */
  async function written(): Promise<number | null> {
    const measured = (await hours(WRITTEN.areaId)).filter(({ value }) => value !== null);
    return measured.length === 0 ? null : measured.reduce((sum, { value }) => sum + (value ?? 0), 0);
  }

  async function untilWritten(kwh: number): Promise<void> {
    await installation.waitFor(async () => Math.abs(((await written()) ?? 0) - kwh) < 1e-9, {
      what: `${kwh} kWh`,
    });
  }

  async function callsSoFar(): Promise<number> {
    const { calls } = await installation.observer.statistics();
    return Object.values(calls).reduce((sum, count) => sum + count, 0);
  }

  let register = 1000;
  /** Adds two readings of the register, 3.25 kWh in total. */
  async function measure(): Promise<void> {
    for (const step of [1.25, 2]) await installation.observer.write(WRITTEN.code, (register += step));
  }

  it.each<[string, FaultKind]>([
    ['hangs', 'hang'],
    ['rejects all tokens', 'unauthorized'],
  ])(
    'a gateway that %s does not block calls of the API, and no reading is missing afterwards',
    async (_what, kind) => {
      const { client, observer, api } = installation;
      await observer.fail(kind);
      const calls = await callsSoFar();
      await measure();
      // The circuit breaker opens after this many failures.
      await installation.waitFor(async () => (await callsSoFar()) >= calls + 5, {
        what: 'five calls that fail',
      });
      await measure();

      for (const path of ['/energy/areas', '/energy/stats?period=today', '/auth/me']) {
        const askedAtMs = performance.now();
        expect((await client.send('GET', path)).status).toBe(200);
        expect(performance.now() - askedAtMs).toBeLessThan(ANSWER_MS);
      }
      expect((await fetch(`${api.address}/health/ready`)).status).toBe(200);

      await observer.recover();
      await untilWritten(register - 1000);
      const all = await observer.history(WRITTEN.code, new Date(startedAt), new Date());
      const lastMs = Date.parse(all.at(-1)?.timestamp ?? '');
      // The gateway adds a reading each minute, which may be newer than those of the test.
      await installation.waitFor(
        async () => Date.parse((await client.area(WRITTEN.areaId)).lastReadingAt ?? '') >= lastMs,
        { what: 'the last reading of the gateway' },
      );
    },
  );

  it('a gateway that forgets all tokens causes one new sign-in', async () => {
    const { observer } = installation;
    const before = await observer.statistics();
    await observer.expireTokens({ refreshTokens: true });
    await measure();
    await untilWritten(register - 1000);

    const after = await observer.statistics();
    expect(after.refreshes - before.refreshes).toBe(0);
    expect(after.logins - before.logins).toBe(1);
  });

  it('a gateway that reports only bad readings leads to figures that are null, never zero', async () => {
    const { client } = installation;
    for (const { areaId } of [BROKEN, UNKNOWN]) {
      const points = await hours(areaId);
      expect(points.length).toBeGreaterThan(24);
      expect(points.filter(({ value, coverage }) => value !== null || coverage > 0)).toEqual([]);
      expect(await client.area(areaId)).toMatchObject({
        currentPower: null,
        energyToday: null,
        energyMonth: null,
        lastReadingAt: null,
      });
      expect(await client.stats({ areaId, period: 'today' })).toMatchObject({ total: null, peak: null });
    }
  });

  it('a gateway that knows only one of two meters still provides the readings of this meter', async () => {
    const { client } = installation;
    await installation.waitFor(
      async () => Date.parse((await client.area(HALF.areaId)).lastReadingAt ?? '') > todayMs,
      { what: 'readings up to today' },
    );
    const [yesterday] = await client.details({
      areaId: HALF.areaId,
      from: new Date(todayMs - DAY_MS).toISOString(),
      to: new Date(todayMs).toISOString(),
      interval: 'day',
    });
    expect(yesterday?.value).toBeGreaterThan(0);
    expect(yesterday?.coverage).toBeCloseTo(0.5, 6);
  });

  it('a gateway that reports one bad reading causes no loss of energy, and clients see the bad value at once', async () => {
    const { observer } = installation;
    const listener = await installation.listen(['iot:value:change']);
    const seen = (quality: string, value: number | null) =>
      installation.waitFor(
        () =>
          listener
            .of('iot:value:change')
            .some(
              (event) => event.code === WRITTEN.code && event.quality === quality && event.value === value,
            ),
        { what: `a ${quality} value on the stream` },
      );
    const before = await written();
    await observer.write(WRITTEN.code, null, 'bad');
    await seen('bad', null);
    expect(await written()).toBe(before);

    await measure();
    await seen('good', register);
    await untilWritten(register - 1000);
  });

  it('a second gateway is read beside the first, and while it hangs, the first is read on', async () => {
    const { client } = installation;
    const second = await MeasuringGateway.start();
    second.measure(3);
    second.raise('alarm', second.code);
    const code = `N:${second.code}`;
    const { url, credentials } = second.server;
    const input = { name: 'North', prefix: 'N:', url, ...credentials };
    const { id } = await unwrap(client.api.POST('/api/gateways', { body: input }));
    const stateOf = async (path: { id: number }) =>
      (await unwrap(client.api.GET('/api/gateways/{id}', { params: { path } }))).state.breaker;

    await installation.waitFor(async () => (await stateOf({ id })) === 'closed', { what: 'its state' });
    const body = { codes: [WRITTEN.code, code] };
    // On a busy machine, a gateway may not answer within its short limit.
    const values = await installation.waitFor(
      async () => (await client.api.POST('/api/iot/codes/values', { body })).data,
      { what: 'an answer of both gateways' },
    );
    expect(values).toMatchObject([
      { code: WRITTEN.code, value: register },
      { code, value: 2 },
    ]);
    const alerts = async () =>
      (await unwrap(client.api.GET('/api/alerts'))).filter(({ originator }) => originator === code);
    await installation.waitFor(async () => (await alerts()).length === 1, { what: 'the alert of its alarm' });

    for (const route of ['GET /points', 'POST /codes/values', 'POST /codes/history', 'POST /alarms'])
      second.server.overrides.set(route, () => 'hang');
    await measure();
    await untilWritten(register - 1000);
    await installation.waitFor(async () => (await stateOf({ id })) === 'open', { what: 'its open circuit' });
    expect(await stateOf({ id: 1 })).toBe('closed');

    second.server.overrides.clear();
    second.clear('alarm');
    await installation.waitFor(async () => (await alerts())[0]?.status === 'cleared', {
      what: 'the end of it',
    });
    await unwrap(client.api.DELETE('/api/gateways/{id}', { params: { path: { id } } }));
    await second.server.stop();
  });
});
