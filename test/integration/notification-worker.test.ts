import { Outbox } from '../factories/outbox';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

const ANN = 'ann@example.org';
const BOB = 'bob@example.org';

describe('a worker', () => {
  let api: RunningApi;
  let worker: AppProcess | undefined;

  beforeAll(async () => {
    api = await RunningApi.start();
  });
  afterAll(async () => {
    await worker?.stop();
    await api.stop();
  });

  it('sends the messages about alerts that were raised before it started, and about later ones', async () => {
    const { token } = await api.signInAs('engineer');
    const post = async (path: string, body: object = {}) =>
      (await api.call('POST', path, { token, body })).body as { id: number };
    const channel = { kind: 'mail', to: [ANN, BOB] };
    const rule = await post('/api/notification-rules', { name: 'All', minSeverity: 'minor', channel });
    const alert = await post('/api/alerts', { severity: 'major', title: 'Leak in the basement' });
    worker = await new AppProcess('worker', api.environment).start();
    const outbox = new Outbox(api.environment.DATA_DIR);
    for (const address of [ANN, BOB])
      expect((await outbox.next(address)).headers.get('subject')).toContain('Leak in the basement');
    await post(`/api/alerts/${alert.id}/clear`);
    for (const address of [ANN, BOB])
      expect((await outbox.next(address)).text).toContain('Leak in the basement');
    const deliveries = await waitFor(
      async () => {
        const path = `/api/notification-rules/${rule.id}/deliveries`;
        const list = (await api.call('GET', path, { token })).body as {
          status: string;
          sentAt: string | null;
        }[];
        return list.every(({ status }) => status === 'sent') && list;
      },
      { what: 'the results' },
    );
    expect(deliveries).toHaveLength(4);
    expect(deliveries[0]).toEqual({
      id: expect.any(String),
      alertId: alert.id,
      type: 'alert.cleared',
      channel: { kind: 'mail', to: [expect.stringMatching(/^(ann|bob)@example\.org$/)] },
      status: 'sent',
      attempts: 1,
      error: null,
      createdAt: expect.any(String),
      sentAt: expect.any(String),
    });
  });
});
