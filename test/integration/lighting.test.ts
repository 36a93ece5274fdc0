import { say } from '@app/kernel';
import { IdempotencyKeyEntity, LightingStateEntity, TriggerOccurrenceEntity } from '@app/entities';
import { CALL_LIMIT_MS } from '../factories/iot-api';
import { type LightAnswer, LightingApi } from '../factories/lighting-api';
import { waitFor } from '../harness';

const LOCKED = say('gateway_says', { reason: 'The panel is locked.' });
const SET = 'POST /codes/set';
const VALUES = 'POST /codes/values';

/** Returns the reported states as [id, on, level]. */
const statesOf = (answer: { body: unknown }) =>
  (answer.body as { devices: { deviceId: string; on: boolean; level: number }[] }).devices.map(
    ({ deviceId, on, level }) => [deviceId, on, level],
  );

const callsOf = (lighting: LightingApi, id: string) => [
  lighting.status(id),
  lighting.toggle(true, id),
  lighting.batch({ action: 'on' }, id),
];

describe('lighting control', () => {
  let lighting: LightingApi;

  beforeAll(async () => {
    lighting = await LightingApi.start();
  });
  beforeEach(async () => {
    lighting.reset();
    // Waits until the circuit breaker, which an earlier test may have opened, is closed.
    const closes = async () =>
      (await lighting.iot.post('codes/values', { codes: ['E.LEVEL'] })).status === 200;
    await waitFor(closes, { what: 'the circuit breaker to close' });
    await manager().deleteAll(TriggerOccurrenceEntity);
    lighting.iot.gateway.exchanges.length = 0;
  });
  afterAll(() => lighting.stop());

  const manager = () => lighting.iot.api.database.dataSource.manager;
  const failing = (code: string, reply: object) =>
    lighting.iot.gateway.overrides.set(SET, (exchange) => {
      if (exchange.body.code === code) return reply;
      lighting.iot.points.set(String(exchange.body.code), exchange.body.value);
      return { body: { success: true } };
    });
  const rename = (from: string, to: string) => manager().query(`ALTER TABLE ${from} RENAME TO ${to}`);
  const changes = async () =>
    (await manager().find(TriggerOccurrenceEntity))
      .filter(({ name }) => name === 'lighting.changed')
      .map(({ payload }) => (typeof payload === 'string' ? (JSON.parse(payload) as object) : payload));

  it('lighting control reports the state of a label from stored values, and reads missing values from the gateway', async () => {
    await lighting.store('E.SWITCH', true, new Date('2026-03-01T10:00:00Z'));
    await lighting.store('E.LEVEL', 60, new Date('2026-03-01T11:00:00Z'));
    expect(await lighting.status()).toMatchObject({
      status: 200,
      body: {
        labelId: 'floor-1',
        on: true,
        brightness: 15,
        power: 12.5,
        updatedAt: '2026-03-01T11:00:00.000Z',
      },
    });
    const asked = lighting.iot.gateway.exchanges.flatMap(({ body }) => body.codes);
    expect(asked).toEqual(['E.POWER', 'W.SWITCH', 'W.LEVEL', 'H.SWITCH', 'S.LEVEL']);
    lighting.iot.gateway.overrides.set(VALUES, () => ({ status: 500 }));
    expect(await lighting.status()).toMatchObject({ status: 502, body: { code: 'gateway_failed' } });
  });

  it('lighting control switches a label on and off, reports the new state and keeps the levels', async () => {
    expect(await lighting.toggle(true)).toMatchObject({
      status: 200,
      body: { success: true, labelId: 'floor-1', on: true },
    });
    expect(lighting.valuesOf('E.SWITCH', 'W.SWITCH', 'H.SWITCH', 'S.LEVEL')).toEqual([true, true, true, 100]);
    const lit = await lighting.status();
    expect(lit.body).toMatchObject({
      on: true,
      brightness: 90,
      devices: [{ desired: { on: true, status: 'done' } }, {}, {}, {}],
    });
    expect((await lighting.toggle(false)).body).toMatchObject({ success: true, on: false });
    expect((await lighting.status()).body).toMatchObject({ on: false, brightness: 0 });
    expect(lighting.valuesOf('E.LEVEL', 'S.LEVEL')).toEqual([80, 0]);
  });

  it('lighting control reports the requested state of a light beside its real state if they differ', async () => {
    await lighting.batch({ action: 'dim', value: 40, devices: ['east'] });
    lighting.iot.points.set('E.SWITCH', false).set('E.LEVEL', 12);
    const { body } = await lighting.status();
    expect(body).toMatchObject({ on: false, brightness: 0 });
    expect((body as { devices: object[] }).devices[0]).toEqual({
      deviceId: 'east',
      on: false,
      level: 12,
      desired: expect.objectContaining({ on: true, level: 40, status: 'done', error: null }),
    });
  });

  it('lighting control sets dimmable lights to 50 %, and switches on every second light that cannot be dimmed', async () => {
    expect((await lighting.toggle('half')).body).toMatchObject({ success: true, on: 'half' });
    expect(statesOf(await lighting.status())).toEqual([
      ['east', true, 50],
      ['west', true, 50],
      ['hall', true, null],
      ['spot', true, 50],
    ]);
  });

  it('lighting control applies a lighting scene to all or some of its devices', async () => {
    const scene = { action: 'scene', value: 'evening' };
    expect((await lighting.batch(scene)).body).toEqual({
      success: true,
      results: ['east', 'hall', 'spot'].map((deviceId) => ({ deviceId, success: true })),
    });
    const evening = statesOf(await lighting.status());
    expect(evening).toEqual([
      ['east', true, 30],
      ['west', false, 80],
      ['hall', false, null],
      ['spot', true, 10],
    ]);
    await lighting.toggle(true);
    expect((await lighting.batch({ ...scene, devices: ['spot', 'west'] })).body).toMatchObject({
      results: [{ deviceId: 'spot', success: true }],
    });
    await lighting.batch({ action: 'off', devices: ['west'] });
    await lighting.batch(scene);
    expect(statesOf(await lighting.status())).toEqual(evening);
  });

  it.each([
    ['toggle', { on: 'dim' }, 400, 'on must be true, false or half'],
    ['toggle', { on: 'true' }, 400, 'on must be true, false or half'],
    ['batch', { action: 'half' }, 400, 'action'],
    ['batch', { action: 'dim' }, 400, 'value must be a number from 0 to 100'],
    ['batch', { action: 'dim', value: 101 }, 400, 'value must be a number from 0 to 100'],
    ['batch', { action: 'scene', value: 'night' }, 404, "The lighting scene 'night'"],
    ['batch', { action: 'on', devices: [] }, 400, 'devices'],
    ['batch', { action: 'on', devices: ['east', 'north'] }, 400, 'devices[1]'],
  ] as const)('lighting control refuses %s with %j', async (route, body, status, message) => {
    const answer =
      route === 'toggle' ? await lighting.toggle((body as { on: unknown }).on) : await lighting.batch(body);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(message);
    expect(lighting.iot.gateway.count(SET)).toBe(0);
  });

  it('lighting control answers 404 for an unknown label, and 409 for a label without devices', async () => {
    for (const answer of await Promise.all(callsOf(lighting, 'attic')))
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const answer of await Promise.all(callsOf(lighting, 'empty')))
      expect(answer).toMatchObject({ status: 409, body: { code: 'no_devices' } });
  });

  it('lighting control names a light that fails, and controls the others', async () => {
    failing('W.SWITCH', { status: 403, body: { error: 'The panel is locked.' } });
    const { status, body } = await lighting.toggle(true);
    expect([status, (body as LightAnswer).success, (body as LightAnswer).on]).toEqual([200, false, true]);
    expect((body as LightAnswer).results).toEqual([
      { deviceId: 'east', success: true },
      { deviceId: 'west', success: false, error: 'The panel is locked.', code: 'interlock', reason: LOCKED },
      { deviceId: 'hall', success: true },
      { deviceId: 'spot', success: true },
    ]);
    const state = await manager().findOneByOrFail(LightingStateEntity, { deviceId: 'west' });
    expect(state).toMatchObject({ status: 'failed', error: LOCKED, claimedUntil: null });
    const writes = await lighting.iot.list<{ code: string; status: string }>('writes?code=W.SWITCH&limit=1');
    expect(writes).toMatchObject([{ code: 'W.SWITCH', status: 'refused', userId: expect.any(Number) }]);
  });

  it('lighting control answers within its time limit if the gateway hangs, and names the reason for each light', async () => {
    lighting.iot.gateway.overrides.set(SET, () => 'hang');
    const startedMs = performance.now();
    const { status, body } = await lighting.batch({ action: 'dim', value: 40 });
    expect(performance.now() - startedMs).toBeLessThan(CALL_LIMIT_MS + 10_000);
    const { success, results } = body as LightAnswer;
    expect([status, success, results.length]).toEqual([200, false, 4]);
    for (const { code } of results) expect(code).toMatch(/^gateway_(timeout|unavailable)$/);
    expect(await changes()).toEqual([]);
  });

  it('lighting control executes concurrent commands one after the other', async () => {
    const answers = await Promise.all([true, false, true, false].map((on) => lighting.toggle(on)));
    // On a busy machine, a command may wait too long for the other commands. Such a command must change nothing.
    const outcomes = new Set(answers.map(({ status, body }) => (body as { code?: string }).code ?? status));
    expect(outcomes).toContain(200);
    expect([...outcomes].filter((outcome) => outcome !== 'lighting_busy')).toEqual([200]);
    const values = lighting.valuesOf('E.SWITCH', 'W.SWITCH', 'H.SWITCH');
    expect(new Set(values).size).toBe(1);
    const states = await manager().findBy(LightingStateEntity, { labelId: 'floor-1' });
    expect(new Set(states.map(({ commandId }) => commandId)).size).toBe(1);
    expect(states.map(({ desiredOn, claimedUntil }) => [desiredOn, claimedUntil])).toEqual(
      states.map(() => [values[0], null]),
    );
  });

  it('lighting control refuses a command if an earlier command does not end', async () => {
    await lighting.toggle(true);
    const claimedUntil = new Date(Date.now() + 60_000);
    await manager().update(LightingStateEntity, { deviceId: 'east' }, { claimedUntil, commandId: 'other' });
    expect(await lighting.toggle(false)).toMatchObject({ status: 409, body: { code: 'lighting_busy' } });
    await manager().update(LightingStateEntity, { deviceId: 'east' }, { claimedUntil: new Date(0) });
    expect(await lighting.toggle(false)).toMatchObject({ status: 200 });
  });

  describe('with an idempotency key', () => {
    it('lighting control answers a repeated command with the first outcome and writes nothing, even after other commands', async () => {
      failing('W.SWITCH', { status: 403, body: { error: 'The panel is locked.' } });
      const first = await lighting.toggle(true, undefined, 'repeated');
      expect(first).toMatchObject({ status: 200, body: { success: false, on: true } });
      lighting.reset();
      await lighting.toggle(false);
      const repeat = await lighting.toggle(true, undefined, 'repeated');
      expect([repeat.status, repeat.body]).toEqual([200, first.body]);
      expect(lighting.valuesOf('E.SWITCH')).toEqual([false]);
    });

    it('lighting control executes concurrent commands with the same key only once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 3 }, () => lighting.batch({ action: 'on' }, undefined, 'concurrent')),
      );
      const written = lighting.iot.gateway.count(SET);
      const later = await lighting.batch({ action: 'on' }, undefined, 'concurrent');
      expect(later.status).toBe(200);
      // On a busy machine, the other commands may stop waiting before the first one ends.
      const ended = answers.filter(({ body }) => (body as { code?: string }).code !== 'write_pending');
      expect(new Set(ended.map(({ text }) => text))).toEqual(new Set([later.text]));
      expect(written).toBeGreaterThan(0);
      expect(lighting.iot.gateway.count(SET)).toBe(written);
      expect(written).toBeLessThanOrEqual(4);
    });

    it('lighting control refuses a key that was used for another command or label, but accepts the key of a refused command', async () => {
      const refused = await lighting.batch({ action: 'scene', value: 'night' }, undefined, 'reused');
      expect(refused.status).toBe(404);
      const dim = { action: 'dim', value: 40 };
      expect((await lighting.batch(dim, undefined, 'reused')).status).toBe(200);
      const reused = { status: 409, body: { code: 'idempotency_key_reused' } };
      expect(await lighting.batch({ ...dim, value: 60 }, undefined, 'reused')).toMatchObject(reused);
      expect(await lighting.batch(dim, 'empty', 'reused')).toMatchObject(reused);
      expect(lighting.valuesOf('E.LEVEL')).toEqual([40]);
    });

    it('lighting control neither uses the key nor claims the label if the stored values cannot be read', async () => {
      await rename('point_value', 'point_value_away');
      const failed = await lighting.toggle(true, undefined, 'unread');
      await rename('point_value_away', 'point_value');
      expect([failed.status, lighting.iot.gateway.count(SET)]).toEqual([500, 0]);
      const repeat = await lighting.toggle(true, undefined, 'unread');
      expect(repeat).toMatchObject({ status: 200, body: { success: true, on: true } });
    });

    it('lighting control reports that the first command was interrupted if its claim has expired', async () => {
      await lighting.toggle(true, undefined, 'interrupted');
      const answer = { commandId: 'dead', validUntil: new Date(0).toISOString() };
      await manager().update(IdempotencyKeyEntity, { requestKey: 'interrupted' }, { answer });
      lighting.iot.gateway.exchanges.length = 0;
      const repeat = await lighting.toggle(true, undefined, 'interrupted');
      expect(repeat).toMatchObject({ status: 502, body: { code: 'write_interrupted' } });
      expect(lighting.iot.gateway.count(SET)).toBe(0);
    });
  });

  it('lighting control records only commands that changed lights, as an event and in the audit log', async () => {
    await lighting.batch({ action: 'dim', value: 20, devices: ['east', 'hall'] });
    const devices = [
      { deviceId: 'east', on: true, level: 20 },
      { deviceId: 'hall', on: true, level: null },
    ];
    const change = {
      event: 'lighting.changed',
      labelId: 'floor-1',
      on: true,
      action: 'dim',
      devices,
      executionId: null,
    };
    expect(await changes()).toEqual([expect.objectContaining(change)]);
    await lighting.batch({ action: 'dim', value: 20, devices: ['east', 'hall'] });
    expect(await changes()).toHaveLength(1);
    const audited = (await lighting.iot.api.auditEntries()).filter(
      ({ target }) => target === 'label floor-1',
    );
    expect(audited.at(-1)).toMatchObject({ action: 'lighting.commanded', userId: expect.any(Number) });
  });

  it('lighting control forgets the requested states of devices that the scene no longer has', async () => {
    await lighting.toggle(true);
    await lighting.show([{ id: 'attic', text: 'Attic', position: { x: 0, y: 0, z: 0 } }]);
    expect(await manager().find(LightingStateEntity)).toEqual([]);
    expect((await lighting.toggle(true)).status).toBe(404);
  });
});
