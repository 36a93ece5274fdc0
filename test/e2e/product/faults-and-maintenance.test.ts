import { unwrap } from '../../../clients/typescript/src';
import { Installation } from './installation';

jest.setTimeout(60_000);

describe('an operator', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await Installation.start();
  });
  afterAll(() => installation.stop());

  it('an operator repairs a fault and sees this in the statistics, on the event stream and in a workflow', async () => {
    const { api } = installation.client;
    const stream = await installation.listen(['fault']);
    const workflow = await unwrap(
      api.POST('/api/workflows', {
        body: {
          name: 'After a repair',
          trigger: { type: 'event', config: { event: 'fault.resolved' } },
          nodes: [{ id: 'start', type: 'start' }],
          edges: [],
        },
      }),
    );
    const fault = { title: 'Fan is loud', severity: 'major' } as const;
    const { id } = await unwrap(api.POST('/api/faults', { body: fault }));
    const params = { path: { id } };
    await unwrap(api.POST('/api/faults/{id}/comments', { params, body: { text: 'The belt is torn.' } }));
    for (const status of ['in_progress', 'resolved'] as const) {
      await unwrap(api.PUT('/api/faults/{id}', { params, body: { status } }));
    }

    const isTold = () => stream.of('fault_update').find(({ status }) => status === 'resolved');
    const event = await installation.waitFor(isTold, { what: 'the update on the stream' });
    expect(event).toMatchObject({ kind: 'fault', faultId: id, severity: 'major', title: 'Fan is loud' });
    const runs = async () => {
      const path = { id: workflow.id };
      const [execution] = await unwrap(api.GET('/api/workflows/{id}/executions', { params: { path } }));
      return execution;
    };
    await installation.waitFor(runs, { what: 'the workflow' });
    const counted = async () => {
      const stats = await unwrap(api.GET('/api/faults/stats'));
      return stats.resolved === 1 && stats;
    };
    const stats = await installation.waitFor(counted, { what: 'the statistics' });
    expect(stats).toMatchObject({ total: 1, open: 0, mtbfHours: null });
    expect(stats.mttrMinutes).toEqual(expect.any(Number));
  });

  it('an operator completes a recurring work order, and gets the next one', async () => {
    const { api } = installation.client;
    const stream = await installation.listen(['maintenance']);
    const created = await api.POST('/api/maintenance', {
      body: {
        title: 'Replace the filters',
        type: 'preventive',
        dueAt: '2026-06-01T08:00:00+02:00',
        checklist: [{ text: 'Order filters' }],
        recurrence: { cron: '0 8 1 * *', timezone: 'Europe/Berlin' },
      },
    });
    expect(created).toMatchObject({
      response: { status: 201 },
      data: { dueAt: '2026-06-01T06:00:00.000Z', checklist: [{ text: 'Order filters', done: false }] },
    });
    const order = await unwrap(Promise.resolve(created));
    const params = { path: { id: order.id } };
    const change = (body: object) => api.PUT('/api/maintenance/{id}', { params, body });
    expect(await change(order)).toMatchObject({ response: { status: 200 }, data: order });
    expect((await change({ status: 'completed' })).response.status).toBe(409);
    for (const status of ['in_progress', 'completed']) await unwrap(change({ status }));

    const next = async () => {
      const [open] = await unwrap(api.GET('/api/maintenance', { params: { query: { status: 'open' } } }));
      return open;
    };
    expect(await installation.waitFor(next, { what: 'the next work order' })).toMatchObject({
      title: 'Replace the filters',
      recurrence: { cron: '0 8 1 * *', timezone: 'Europe/Berlin' },
      startedAt: null,
    });
    const isTold = () => stream.of('maintenance_update').some(({ status }) => status === 'completed');
    await installation.waitFor(isTold, { what: 'the update on the stream' });
    expect(await installation.client.overview()).toMatchObject({ openFaults: 0, openMaintenance: 1 });
  });
});
