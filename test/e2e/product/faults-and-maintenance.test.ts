import { Installation } from './installation';

jest.setTimeout(60_000);

type Body = Record<string, unknown> & { id: number };

describe('an operator', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.start();
  });
  afterAll(() => installation.stop());

  const send = <Answer = Body>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    installation.client.send<Answer>(method, path, body);

  it('an operator repairs a fault and sees this in the statistics, on the event stream and in a workflow', async () => {
    const stream = await installation.listen(['fault']);
    const workflow = await send<{ id: string }>('POST', '/workflows', {
      name: 'After a repair',
      trigger: { type: 'event', config: { event: 'fault.resolved' } },
      nodes: [{ id: 'start', type: 'start' }],
      edges: [],
    });
    const { id } = (await send('POST', '/faults', { title: 'Fan is loud', severity: 'major' })).body;
    await send('POST', `/faults/${id}/comments`, { text: 'The belt is torn.' });
    for (const status of ['in_progress', 'resolved']) await send('PUT', `/faults/${id}`, { status });

    const isTold = () => stream.of('fault_update').find(({ data }) => data.status === 'resolved');
    const { data } = await installation.waitFor(isTold, { what: 'the update on the stream' });
    expect(data).toMatchObject({ kind: 'fault', faultId: id, severity: 'major', title: 'Fan is loud' });
    const runs = async () =>
      (await send<{ triggerData: unknown }[]>('GET', `/workflows/${workflow.body.id}/executions`)).body[0];
    await installation.waitFor(runs, { what: 'the workflow' });
    const counted = async () => {
      const { body } = await send('GET', '/faults/stats');
      return body.resolved === 1 && body;
    };
    const stats = await installation.waitFor(counted, { what: 'the statistics' });
    expect(stats).toMatchObject({ total: 1, open: 0, mtbfHours: null });
    expect(stats.mttrMinutes).toEqual(expect.any(Number));
  });

  it('an operator completes a recurring work order, and gets the next one', async () => {
    const stream = await installation.listen(['maintenance']);
    const created = await send('POST', '/maintenance', {
      title: 'Replace the filters',
      type: 'preventive',
      dueAt: '2026-06-01T08:00:00+02:00',
      checklist: [{ text: 'Order filters' }],
      recurrence: { cron: '0 8 1 * *', timezone: 'Europe/Berlin' },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { dueAt: '2026-06-01T06:00:00.000Z', checklist: [{ text: 'Order filters', done: false }] },
    });
    const { id } = created.body;
    expect(await send('PUT', `/maintenance/${id}`, created.body)).toMatchObject({
      status: 200,
      body: created.body,
    });
    expect((await send('PUT', `/maintenance/${id}`, { status: 'completed' })).status).toBe(409);
    for (const status of ['in_progress', 'completed']) await send('PUT', `/maintenance/${id}`, { status });

    const next = async () => (await send<Body[]>('GET', '/maintenance?status=open')).body[0];
    expect(await installation.waitFor(next, { what: 'the next work order' })).toMatchObject({
      title: 'Replace the filters',
      recurrence: { cron: '0 8 1 * *', timezone: 'Europe/Berlin' },
      startedAt: null,
    });
    const isTold = () => stream.of('maintenance_update').some(({ data }) => data.status === 'completed');
    await installation.waitFor(isTold, { what: 'the update on the stream' });
    expect((await send('GET', '/overview/stats')).body).toMatchObject({ openFaults: 0, openMaintenance: 1 });
  });
});
