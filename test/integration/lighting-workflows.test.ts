import { lightingUpdated, type LightingUpdate, pointValuesChanged } from '@app/contracts';
import { LightingStateEntity, TriggerOccurrenceEntity } from '@app/entities';
import { newId } from '@app/kernel';
import type { JsonObject } from '@app/workflow-engine';
import { Logger } from '@nestjs/common';
import { createPlantroom } from '../../clients/typescript/src';
import { StreamListener } from '../e2e/product/stream-listener';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionWorkshop, TestBus } from '../factories/execution-workshop';
import { CALL_LIMIT_MS } from '../factories/iot-api';
import { lightServices } from '../factories/light-services';
import { LightingApi, LIT_LABEL } from '../factories/lighting-api';
import { waitFor } from '../harness';

const SET = 'POST /codes/set';
const VALUES = 'POST /codes/values';

describe('lights', () => {
  let lighting: LightingApi;
  let bus: TestBus;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    lighting = await LightingApi.start();
  });
  beforeEach(async () => {
    lighting.reset();
    await manager().deleteAll(TriggerOccurrenceEntity);
    lighting.iot.gateway.exchanges.length = 0;
    bus = new TestBus();
  });
  afterAll(() => lighting.stop());

  const dataSource = () => lighting.iot.api.database.dataSource;
  const manager = () => dataSource().manager;
  const services = () => lightServices(lighting.iot.gateway, dataSource(), bus, CALL_LIMIT_MS);
  const updates = () =>
    bus.told
      .filter(({ name }) => name === lightingUpdated.name)
      .map(({ payload }) => payload as LightingUpdate);

  const changes = async () =>
    (await manager().find(TriggerOccurrenceEntity)).filter(({ name }) => name === 'lighting.changed');
  const report = async (values: Record<string, unknown>) => {
    for (const [code, value] of Object.entries(values)) await lighting.store(code, value, new Date());
    const changed = Object.entries(values).map(([code, value]) => ({
      code,
      value,
      quality: 'good' as const,
      timestamp: new Date().toISOString(),
    }));
    bus.publish(pointValuesChanged, { values: changed });
  };
  const count = (expected: number) =>
    waitFor(() => updates().length === expected, { what: `${expected} updates` });
  const workflowOf = (config: JsonObject) =>
    aWorkflow(dataSource(), { definition: chain({ lights: { type: 'lighting', config } }) });

  /** Adds a label whose update shows that the changes of a report have been processed. */
  const showMarker = () =>
    lighting.show([
      LIT_LABEL,
      { ...LIT_LABEL, id: 'marker', devices: [{ deviceId: 'm', name: 'M', switchCode: 'M' }], scenes: [] },
    ]);
  const updatesOf = (label: string) => updates().filter(({ labelId }) => labelId === label);
  const processed = (reports: number) =>
    waitFor(() => updatesOf('marker').length === reports, { what: 'the update of the other label' });
  /** Sets the end of the claim that a command has on the label. */
  const claim = (claimedUntil: Date | null) =>
    manager().update(LightingStateEntity, { labelId: 'floor-1' }, { claimedUntil });

  describe('that workflows control', () => {
    let shop: ExecutionWorkshop;
    beforeEach(() => {
      shop = new ExecutionWorkshop(lighting.iot.api.database, { bus, ports: { lights: services().lights } });
    });
    afterEach(() => shop.close());

    it('lights are switched, and each write is recorded with its execution', async () => {
      const workflow = await workflowOf({ labelId: 'floor-1', action: 'dim', value: 25 });
      const { id, nodeResults } = await shop.execute(workflow);
      const results = LIT_LABEL.devices.map(({ deviceId }) => ({ deviceId, success: true }));
      expect(nodeResults.at(-1)?.output).toEqual({ success: true, results, on: true });
      expect(lighting.valuesOf('E.LEVEL', 'W.SWITCH', 'H.SWITCH', 'S.LEVEL')).toEqual([25, true, true, 25]);
      const writes = await lighting.iot.list<{ workflowId: string }>(`writes?executionId=${id}`);
      expect(writes.map(({ workflowId }) => workflowId)).toEqual(
        Array.from({ length: 6 }, () => workflow.id),
      );
      expect(updates()).toEqual([expect.objectContaining({ labelId: 'floor-1', on: true, results })]);
      expect(await changes()).toHaveLength(1);
      const state = await manager().findOneByOrFail(LightingStateEntity, { deviceId: 'east' });
      expect(state).toMatchObject({ username: 'workflow', userId: null, status: 'done', desiredLevel: 25 });
    });

    it('a node that controls lights fails if the label is unknown or no light can be controlled', async () => {
      const unknown = await shop.execute(await workflowOf({ labelId: 'attic', action: 'on' }));
      expect(unknown.nodeResults.at(-1)?.error).toMatchObject({ code: 'not_found' });
      lighting.iot.gateway.overrides.set(SET, () => ({ status: 403, body: { error: 'Locked.' } }));
      const locked = await shop.execute(await workflowOf({ labelId: 'floor-1', action: 'on' }));
      expect(locked.nodeResults.at(-1)?.error).toMatchObject({ code: 'interlock' });
    });

    it('an execution that was started by an event lighting.changed causes no further event of this name', async () => {
      const { id: workflowId, revision } = await workflowOf({ labelId: 'floor-1', action: 'on' });
      const triggerData = { event: 'lighting.changed', labelId: 'floor-1', on: false };
      const id = await shop.intake.accept({
        workflowId,
        revision,
        trigger: 'event',
        triggerData,
        dryRun: false,
      });
      await shop.run(id);
      expect(await shop.row(id)).toMatchObject({ status: 'success' });
      expect(lighting.valuesOf('E.SWITCH')).toEqual([true]);
      expect(await changes()).toEqual([]);
    });

    it('lights are not written after the execution has stopped', async () => {
      const stop = new AbortController();
      lighting.iot.gateway.overrides.set(VALUES, ({ body }) => {
        stop.abort();
        const timestamp = '2026-01-05T12:00:00Z';
        return {
          body: (body.codes as string[]).map((code) => ({ code, value: 1, timestamp, quality: 'good' })),
        };
      });
      const execution = { id: newId(), workflowId: newId() };
      const command = { labelId: 'floor-1', action: 'on', execution, signal: stop.signal } as const;
      const { success, results } = await services().lights.control(command);
      expect([success, new Set(results.map(({ code }) => code))]).toEqual([
        false,
        new Set(['execution_stopped']),
      ]);
      expect(lighting.iot.gateway.count(SET)).toBe(0);
    });

    it('lights can be controlled by a worker that takes an execution over, even if the earlier claim on the label is still valid', async () => {
      const execution = { id: newId(), workflowId: newId() };
      const command = {
        labelId: 'floor-1',
        action: 'on',
        execution,
        signal: new AbortController().signal,
      } as const;
      await services().lights.control(command);
      const claimedUntil = new Date(Date.now() + 60_000);
      await manager().update(
        LightingStateEntity,
        { labelId: 'floor-1' },
        { claimedUntil, status: 'pending' },
      );
      expect(await services().lights.control(command)).toMatchObject({ success: true });
    });
  });

  describe('that change without a command of the product', () => {
    let stop: AbortController;
    let following: Promise<void>;
    beforeEach(() => {
      stop = new AbortController();
      following = services().changes.follow(stop.signal);
    });
    afterEach(async () => {
      stop.abort();
      await following;
    });

    it('lights cause one update per label for all changes in a short time', async () => {
      await lighting.show([
        LIT_LABEL,
        { ...LIT_LABEL, id: 'floor-2', devices: [LIT_LABEL.devices[1]], scenes: [] },
      ]);
      await report({ 'E.SWITCH': true, 'E.LEVEL': 45, 'W.SWITCH': true, 'W.LEVEL': 5, OTHER: 1 });
      await count(2);
      expect(updates().map(({ labelId, on, results }) => [labelId, on, results])).toEqual([
        ['floor-1', true, []],
        ['floor-2', true, []],
      ]);
      expect(updates()[0]?.groups.slice(0, 2)).toEqual([
        { deviceId: 'east', on: true, level: 45 },
        { deviceId: 'west', on: true, level: 5 },
      ]);
      await report({ 'E.LEVEL': 50, 'E.POWER': 40 });
      await report({ 'E.LEVEL': 55 });
      await count(3);
      expect(updates()[2]?.groups[0]).toEqual({ deviceId: 'east', on: true, level: 55 });
    });

    it('lights cause one update if a command changes them and they report their state afterwards', async () => {
      await showMarker();
      const command = { labelId: 'floor-1', action: 'dim', value: 25 } as const;
      const execution = { id: newId(), workflowId: newId() };
      await services().lights.control({ ...command, execution, signal: new AbortController().signal });
      const dimmed = { 'E.SWITCH': true, 'E.LEVEL': 25, 'W.SWITCH': true, 'W.LEVEL': 25, 'S.LEVEL': 25 };
      await report({ ...dimmed, 'H.SWITCH': true, M: true });
      await processed(1);
      expect(updatesOf('floor-1').map(({ results }) => results.length)).toEqual([4]);
      await report({ 'E.LEVEL': 60, M: false });
      await processed(2);
      expect(updatesOf('floor-1').map(({ groups }) => groups[0]?.level)).toEqual([25, 60]);
    });

    it('lights cause no update while a command controls them, but one if it ends without an update', async () => {
      await showMarker();
      const execution = { id: newId(), workflowId: newId() };
      const command = { labelId: 'floor-1', action: 'on', execution } as const;
      await services().lights.control({ ...command, signal: new AbortController().signal });
      await claim(new Date(Date.now() + 60_000));
      await report({ 'E.LEVEL': 33, M: true });
      await processed(1);
      expect(updatesOf('floor-1')).toHaveLength(1);
      await claim(null);
      await waitFor(() => updatesOf('floor-1').length === 2, { what: 'the update after the command' });
      expect(updatesOf('floor-1')[1]?.groups[0]?.level).toBe(33);
    });

    it('lights cause no update if only their power changes, and are watched as soon as the scene contains them', async () => {
      await report({ 'E.SWITCH': false, 'E.POWER': 1 });
      await count(1);
      await report({ 'E.POWER': 2 });
      await report({ NEW: true });
      const added = { deviceId: 'new', name: 'New', switchCode: 'NEW' };
      await lighting.show([{ ...LIT_LABEL, devices: [...LIT_LABEL.devices, added] }]);
      await report({ NEW: false });
      await count(2);
      expect(updates()[1]?.groups.at(-1)).toEqual({ deviceId: 'new', on: false, level: null });
    });
  });

  it('light changes are reported as half after the command half, and as on if a light has not accepted it', async () => {
    await lighting.show([LIT_LABEL]);
    const command = { labelId: 'floor-1', action: 'half' } as const;
    const control = () =>
      services().lights.control({
        ...command,
        execution: { id: newId(), workflowId: newId() },
        signal: new AbortController().signal,
      });
    await control();
    lighting.iot.gateway.overrides.set(SET, () => ({ status: 500, body: {} }));
    await control();
    expect(updates().map(({ on }) => on)).toEqual(['half', true]);
  });

  it('light changes are reported on the event stream after a command', async () => {
    await lighting.show([LIT_LABEL]);
    const { api } = lighting.iot;
    const viewer = createPlantroom({ baseUrl: api.address, apiKey: await api.signIn() });
    const listener = await StreamListener.open(viewer, ['lighting']);
    try {
      await lighting.batch({ action: 'dim', value: 35, devices: ['west'] });
      const seen = () => listener.of('lighting_update')[0];
      const event = await waitFor(seen, { what: 'the event' });
      expect(event).toMatchObject({
        type: 'lighting_update',
        kind: 'lighting',
        labelId: 'floor-1',
        on: true,
        results: [{ deviceId: 'west', success: true }],
      });
      expect(event.groups).toContainEqual({ deviceId: 'west', on: true, level: 35 });
    } finally {
      await listener.close();
    }
  });
});
