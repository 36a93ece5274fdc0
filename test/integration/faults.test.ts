import type { FaultStats } from '@app/domain';
import {
  AlertEntity,
  AuditEntryEntity,
  FAULT_STATUSES,
  type FaultStatus,
  TriggerOccurrenceEntity,
} from '@app/entities';
import fc from 'fast-check';
import { RunningApi } from '../factories/running-api';

type Body = Record<string, unknown> & { id: number };

/** The statuses that may follow each status, as documented. */
const STEPS: Record<FaultStatus, FaultStatus[]> = {
  open: ['in_progress'],
  in_progress: ['resolved'],
  resolved: ['closed', 'open'],
  closed: ['open'],
};

const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describe('faults', () => {
  let api: RunningApi;
  let engineer: { id: number; token: string };
  let operator: { id: number; token: string; username: string };
  let areaId: number;
  let objectId: number;

  beforeAll(async () => {
    api = await RunningApi.start();
    engineer = await api.signInAs('engineer');
    operator = await api.signInAs('operator');
    const areas = await call('PUT', '/api/energy/areas', { areas: [{ name: 'Offices', meters: [] }] });
    areaId = (areas.body as { areas: { id: number }[] }).areas[0]?.id ?? 0;
    const { manager } = api.database.dataSource;
    await manager.query(
      `INSERT INTO model (id, name, version, storage_key, static_name, file_name, mime_type, size_bytes, sha256, created_at)
       VALUES (1, 'Hall', '1', 'a', 'a', 'a', 'model/gltf-binary', 1, '', '2026-01-01')`,
    );
    const object = { name: 'Fan', code: 'FAN', modelId: 1 };
    objectId = ((await call('POST', '/api/objects', object)).body as Body).id;
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, body?: unknown, { token } = engineer) =>
    api.call(method, path, { token, body });
  const create = async (body: object = {}) => {
    const answer = await call('POST', '/api/faults', { title: 'Fan is loud', ...body }, operator);
    return { ...answer, id: (answer.body as Body).id };
  };
  const anAlert = (fields: Partial<AlertEntity> = {}) =>
    api.database.dataSource.manager.save(AlertEntity, {
      source: 'gateway' as const,
      type: 'limit',
      originator: 'AHU1',
      originKey: 'a',
      severity: 'critical' as const,
      state: 'active' as const,
      acknowledged: false,
      title: 'Supply air is hot',
      value: null,
      occurrences: 1,
      raisedAt: new Date(0),
      lastRaisedAt: new Date(0),
      ...fields,
    });
  const put = (id: number, body: unknown, by = operator) => call('PUT', `/api/faults/${id}`, body, by);
  const get = async (id: number) => (await call('GET', `/api/faults/${id}`)).body as Body;
  const events = (id: number) =>
    api.database.dataSource.manager
      .find(TriggerOccurrenceEntity, { order: { id: 'ASC' } })
      .then((rows) => rows.filter(({ payload }) => (payload as { faultId?: number }).faultId === id));

  it('faults can be created with only a title', async () => {
    const { status, body, id } = await create();
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id,
        title: 'Fan is loud',
        description: null,
        severity: 'indeterminate',
        status: 'open',
        objectId: null,
        areaId: null,
        alertId: null,
        assigneeId: null,
        rootCause: null,
        reportedAt: anInstant,
        startedAt: null,
        resolvedAt: null,
      },
    });
    expect(await get(id)).toEqual(body);
  });

  it('faults can be sent back as they were read, and keep the fields that the body omits', async () => {
    const { body, id } = await create({ areaId, objectId, assigneeId: operator.id, severity: 'major' });
    expect(await put(id, body)).toMatchObject({ status: 200, body });
    expect(await put(id, { rootCause: 'Dirt' })).toMatchObject({
      status: 200,
      body: { ...(body as object), rootCause: 'Dirt' },
    });
  });

  it('faults change their status one step at a time, and can be reopened', async () => {
    const { id } = await create();
    expect((await put(id, { status: 'resolved' })).body).toMatchObject({ code: 'wrong_state' });
    expect((await put(id, { status: 'closed' })).status).toBe(409);
    const started = (await put(id, { status: 'in_progress' })).body as Body;
    expect(started).toMatchObject({ status: 'in_progress', startedAt: anInstant, resolvedAt: null });
    expect((await put(id, { status: 'open' })).status).toBe(409);
    const { startedAt } = started;
    const resolved = (await put(id, { status: 'resolved' })).body;
    expect(resolved).toMatchObject({ startedAt, resolvedAt: anInstant });
    expect((await put(id, { status: 'in_progress' })).status).toBe(409);
    expect((await put(id, { status: 'closed' })).body).toMatchObject({ resolvedAt: anInstant });
    expect((await put(id, { status: 'open' })).body).toMatchObject({ status: 'open', resolvedAt: null });
    expect(await get(id)).toMatchObject({ status: 'open', startedAt, resolvedAt: null });
  });

  it('faults stay unchanged if the new status is refused', async () => {
    const { id, body } = await create();
    expect((await put(id, { status: 'closed', title: 'Another' })).status).toBe(409);
    expect(await get(id)).toEqual(body);
  });

  it('faults have a permitted status after any sequence of changes by two users', async () => {
    const orders = fc.array(fc.constantFrom(...FAULT_STATUSES), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(orders, orders, async (one, other) => {
        const { id } = await create();
        const inOrder = async (statuses: FaultStatus[], by: typeof operator) => {
          for (const status of statuses) expect([200, 409]).toContain((await put(id, { status }, by)).status);
        };
        await Promise.all([inOrder(one, operator), inOrder(other, { ...engineer, username: '' })]);
        const fault = await get(id);
        const isDone = fault.status === 'resolved' || fault.status === 'closed';
        expect(fault.resolvedAt === null).toBe(!isDone);
        expect(fault.status === 'open' || fault.startedAt !== null).toBe(true);
        expect(await stepsOf(id)).toBe(fault.status);
      }),
      { numRuns: 5 },
    );
  });

  /** Follows the audit log from `open`. @returns the last status, or the first step that is not permitted */
  async function stepsOf(id: number): Promise<string> {
    const entries = await api.database.dataSource.manager.find(AuditEntryEntity, {
      where: { target: `fault ${id}`, action: 'fault.changed' },
    });
    const steps = entries.flatMap(({ before, after }) => {
      const from = (JSON.parse(before ?? '{}') as { status?: FaultStatus }).status;
      const to = (JSON.parse(after ?? '{}') as { status?: FaultStatus }).status;
      return from && to ? [{ from, to }] : [];
    });
    const wrong = steps.find(({ from, to }) => !STEPS[from].includes(to));
    if (wrong) return `${wrong.from} to ${wrong.to}`;
    // Returns the number of changes to a status minus the number of changes from that status. The creation counts as a
    // change to `open`, so the difference is 1 for the last status.
    const count = (status: FaultStatus) =>
      steps.filter(({ to }) => to === status).length - steps.filter(({ from }) => from === status).length;
    const last = FAULT_STATUSES.filter((status) => count(status) + Number(status === 'open') === 1);
    return last.join();
  }

  it('faults are resolved only once if several callers race', async () => {
    const { id } = await create();
    await put(id, { status: 'in_progress' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => put(id, { status: 'resolved' })));
    // Setting the current status again is accepted and changes nothing.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await events(id)).map(({ name }) => name)).toEqual(['fault.created', 'fault.resolved']);
  });

  describe('with invalid fields', () => {
    let existing: Awaited<ReturnType<typeof create>>;

    beforeAll(async () => (existing = await create()));

    it.each([
      [{ title: '' }, 'title'],
      [{ title: null }, 'title'],
      [{ severity: 'grave' }, 'severity'],
      [{ objectId: 77_777 }, 'objectId'],
      [{ areaId: 77_777 }, 'areaId'],
      [{ assigneeId: 77_777 }, 'assigneeId'],
      [{ alertId: 77_777 }, 'alertId'],
    ])('faults are refused with %j', async (wrong, path) => {
      const refused = { status: 400, body: { code: 'validation_failed', details: [{ path }] } };
      const { id, body } = existing;
      expect(await create(wrong)).toMatchObject(refused);
      expect(await put(id, wrong)).toMatchObject(refused);
      expect(await get(id)).toEqual(body);
    });
  });

  it('faults take title, severity and area from their alert, unless the body contains them', async () => {
    const alert = await anAlert({ areaId });
    const derived = { title: 'Supply air is hot', severity: 'critical', areaId, alertId: alert.id };
    const { status, body } = await call('POST', '/api/faults', { alertId: alert.id });
    expect({ status, body }).toMatchObject({ status: 201, body: derived });
    const own = { title: 'Valve is stuck', severity: 'minor', areaId: null };
    expect((await create({ ...own, alertId: alert.id })).body).toMatchObject({ ...derived, ...own });
    const elsewhere = await anAlert({ areaId: 77_777 });
    const lost = await call('POST', '/api/faults', { alertId: elsewhere.id });
    expect(lost.body).toMatchObject({ title: 'Supply air is hot', areaId: null });
  });

  it('faults have the object of the point of their alert', async () => {
    await call('POST', '/api/points', { name: 'Fan runs', code: 'FAN.RUN', unit: '', objectId });
    const { id: alertId } = await anAlert({ pointCode: 'FAN.RUN' });
    expect((await call('POST', '/api/faults', { alertId })).body).toMatchObject({ alertId, objectId });
  });

  it('faults keep the id of a deleted alert, and can still be sent back', async () => {
    const alert = await anAlert();
    const { id, body } = await create({ alertId: alert.id });
    await api.database.dataSource.manager.delete(AlertEntity, { id: alert.id });
    expect(await put(id, body)).toMatchObject({ status: 200, body: { alertId: alert.id } });
    expect((await put((await create()).id, { alertId: alert.id })).status).toBe(400);
  });

  it('faults need a title', async () => {
    expect(await call('POST', '/api/faults', { severity: 'major' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'title' }] },
    });
  });

  it('faults lose their object and their assignee when these are deleted', async () => {
    const admin = { ...engineer, token: await api.signIn() };
    const object = { name: 'Pump', code: 'PUMP', modelId: 1 };
    const pump = ((await call('POST', '/api/objects', object)).body as Body).id;
    const person = await api.signInAs('operator');
    const { id } = await create({ objectId: pump, assigneeId: person.id });
    expect((await call('DELETE', `/api/objects/${pump}`)).status).toBe(200);
    expect((await call('DELETE', `/api/users/${person.id}`, undefined, admin)).status).toBe(200);
    expect(await get(id)).toMatchObject({ objectId: null, assigneeId: null });
  });

  it('faults can be filtered, and are listed newest first', async () => {
    const { id: alertId } = await anAlert();
    const first = await create({ severity: 'warning', areaId, alertId });
    const second = await create({ severity: 'warning', areaId, alertId });
    await put(first.id, { status: 'in_progress' });
    const list = async (query: string) =>
      ((await call('GET', `/api/faults?${query}`)).body as Body[]).map(({ id }) => id);
    expect(await list(`alertId=${alertId}`)).toEqual([second.id, first.id]);
    expect(await list(`alertId=${alertId}&status=in_progress`)).toEqual([first.id]);
    expect(await list(`alertId=${alertId}&unresolved=true`)).toEqual([second.id, first.id]);
    expect(await list(`alertId=${alertId}&unresolved=false`)).toEqual([]);
    expect(await list('unresolved=true&status=closed')).toEqual([]);
    expect(await list(`areaId=${areaId}&severity=warning&status=open`)).toEqual([second.id]);
    expect(await list(`alertId=${alertId}&severity=minor`)).toEqual([]);
    expect((await list('limit=2'))[0]).toBe(second.id);
    expect((await call('GET', '/api/faults?status=broken')).status).toBe(400);
  });

  it('faults cause an event when they are created and each time they are resolved', async () => {
    const { id } = await create({ severity: 'minor' });
    for (const status of ['in_progress', 'resolved', 'open', 'in_progress', 'resolved', 'resolved']) {
      expect((await put(id, { status })).status).toBe(200);
    }
    await put(id, { status: 'in_progress' });
    const recorded = await events(id);
    expect(recorded.map(({ name }) => name)).toEqual(['fault.created', 'fault.resolved', 'fault.resolved']);
    expect(recorded[1]?.payload).toMatchObject({
      event: 'fault.resolved',
      faultId: id,
      title: 'Fan is loud',
      severity: 'minor',
      status: 'resolved',
      resolvedAt: anInstant,
    });
  });

  it('faults are not found after their deletion, and leave an audit entry for each change', async () => {
    const { id } = await create();
    await put(id, { severity: 'major' });
    await call('POST', `/api/faults/${id}/comments`, { text: 'Seen.' });
    expect((await call('DELETE', `/api/faults/${id}`)).body).toEqual({ success: true });
    for (const answer of [
      await call('DELETE', `/api/faults/${id}`),
      await call('GET', `/api/faults/${id}`),
      await put(id, {}),
      await call('GET', `/api/faults/${id}/comments`),
      await call('POST', `/api/faults/${id}/comments`, { text: 'Late.' }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'The fault was not found.' } });
    }
    const entries = (await api.auditEntries()).filter(({ target }) => target === `fault ${id}`);
    expect(entries.map(({ action }) => action)).toEqual([
      'fault.created',
      'fault.changed',
      'fault.comment_created',
      'fault.removed',
    ]);
    expect(JSON.parse(entries[1]?.after ?? '')).toEqual({ severity: 'major' });
  });

  it('faults have comments that their authors and engineers can delete', async () => {
    const { id } = await create();
    const path = `/api/faults/${id}/comments`;
    const comment = async (text: string, by: { token: string; id: number }) =>
      (await call('POST', path, { text }, by)).body as Body;
    const own = await comment('The belt is torn.', operator);
    expect(own).toEqual({
      id: own.id,
      faultId: id,
      authorId: operator.id,
      authorName: operator.username,
      text: 'The belt is torn.',
      createdAt: anInstant,
    });
    const other = await comment('A new one is ordered.', engineer);
    expect((await call('GET', path)).body).toEqual([own, other]);
    const remove = (comment: Body, by: { token: string; id: number }, fault = id) =>
      call('DELETE', `/api/faults/${fault}/comments/${comment.id}`, undefined, by);
    expect(await remove(other, operator)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await remove(own, operator, (await create()).id)).status).toBe(404);
    expect((await remove(own, operator)).status).toBe(200);
    expect((await remove(other, engineer)).status).toBe(200);
    expect((await call('GET', path)).body).toEqual([]);
    expect((await call('POST', path, { text: '' })).status).toBe(400);
  });

  it('the statistics and the overview reflect a change of a fault as soon as its request is answered', async () => {
    const stats = async () => (await call('GET', '/api/faults/stats')).body as FaultStats;
    const before = await stats();
    const { id } = await create({ severity: 'major' });
    const created = {
      ...before,
      total: before.total + 1,
      open: before.open + 1,
      bySeverity: { ...before.bySeverity, major: before.bySeverity.major + 1 },
      mtbfHours: expect.any(Number) as number,
      updatedAt: anInstant,
    };
    expect(await stats()).toEqual(created);
    expect((await call('GET', '/api/overview/stats')).body).toMatchObject({
      openFaults: created.open + created.inProgress,
    });
    await put(id, { status: 'in_progress' });
    expect(await stats()).toMatchObject({ open: before.open, inProgress: before.inProgress + 1 });
    await call('DELETE', `/api/faults/${id}`);
    const { open, inProgress, total } = before;
    expect(await stats()).toMatchObject({ open, inProgress, total });
  });
});
