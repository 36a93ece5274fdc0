import type { ListedWorkflow } from '@app/domain';
import type { WorkflowRevision } from '@app/domain/testing';
import { SECRET_MASK } from '@app/kernel';
import { anExecution } from '../factories/an-execution';
import { listWorkflows } from '../factories/lists';
import { loggedQueries } from '../factories/logged-queries';
import { RunningApi } from '../factories/running-api';
import { graphWith, setNode, workflowInput } from '../factories/workflow-inputs';

const namesOf = (workflows: ListedWorkflow[]) => workflows.map(({ name }) => name);

describe('workflows', () => {
  let api: RunningApi;
  let token: string;
  let operator: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    token = (await api.signInAs('engineer')).token;
    operator = (await api.signInAs('operator')).token;
  });
  afterAll(() => api.stop());

  const call = async <T>(method: string, path: string, body?: object) =>
    (await api.call(method, `/api/workflows${path}`, { token, body })).body as T;
  const create = (changes: object) => call<ListedWorkflow>('POST', '', { ...workflowInput(), ...changes });
  const list = (query: string) => call<ListedWorkflow[]>('GET', `?${query}`);

  it('workflows can be searched by the beginning of a word in the name, and filtered by enabled at the same time', async () => {
    await create({ name: 'Straße: Licht aus' });
    await create({ name: 'licht an', enabled: false });
    expect(namesOf(await list('search=LICHT'))).toEqual(['Straße: Licht aus', 'licht an']);
    expect(namesOf(await list('search=licht%20a&enabled=false'))).toEqual(['licht an']);
    expect(namesOf(await list('search=icht'))).toEqual([]);
    const refused = await api.call('GET', `/api/workflows?search=${'x'.repeat(255)}`, { token });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('workflows keep their revision if the same notes are sent again, and refuse anything but a list of notes', async () => {
    const notes = [{ text: 'Ask Anna about {{ limits }}.', x: 3, y: -4.5 }];
    const { id } = await create({ name: 'Noted', notes });
    expect(await call('PUT', `/${id}`, { notes })).toMatchObject({ notes, revision: 1 });
    for (const wrong of [[[]], [notes], [null], null, 'x', [{ ...notes[0], x: null }]]) {
      const refused = await api.call('PUT', `/api/workflows/${id}`, { token, body: { notes: wrong } });
      expect({ wrong, refused }).toMatchObject({
        refused: { status: 400, body: { code: 'validation_failed' } },
      });
    }
    expect(await call('PUT', `/${id}`, { notes: [] })).toMatchObject({ revision: 2 });
    expect(await call('GET', `/${id}`)).not.toHaveProperty('notes');
  });

  it('workflows are found by their new name after a change, and by no name after their deletion', async () => {
    const { id } = await create({ name: 'Quarterly' });
    await call('PUT', `/${id}`, { name: 'Yearly' });
    expect([await list('search=quart'), namesOf(await list('search=year'))]).toEqual([[], ['Yearly']]);
    await call('DELETE', `/${id}`);
    expect(await list('search=year')).toEqual([]);
  });

  it('workflows show their last execution on request, with only one more statement for the whole page', async () => {
    const { dataSource } = api.database;
    const [busy, failed, unused] = [
      await create({ name: 'Recent 1' }),
      await create({ name: 'Recent 2' }),
      await create({ name: 'Recent 3' }),
    ];
    await anExecution(dataSource, busy.id);
    const running = await anExecution(dataSource, busy.id, { status: 'running', dryRun: true });
    const last = await anExecution(dataSource, failed.id, { status: 'failed' });
    expect((await list('search=recent')).map((workflow) => 'lastExecution' in workflow)).toEqual(
      [busy, failed, unused].map(() => false),
    );
    const startedAt = '2026-01-01T00:00:00.000Z';
    expect(
      (await list('search=recent&lastExecution=true')).map((workflow) => workflow.lastExecution),
    ).toEqual([
      { id: running.id, status: 'running', startedAt, finishedAt: null, dryRun: true },
      { id: last.id, status: 'failed', startedAt, finishedAt: startedAt, dryRun: false },
      null,
    ]);
    const statements = async (filter: object) =>
      (await loggedQueries(dataSource, () => listWorkflows(dataSource, { page: 1, limit: 20, ...filter })))
        .length;
    const plain = await statements({});
    expect([await statements({ lastExecution: true }), plain]).toEqual([plain + 1, 1]);
  });

  it('workflows show the definition that an earlier execution ran', async () => {
    const before = graphWith(setNode('a', 1));
    const { id } = await create({ ...before, trigger: { type: 'webhook', config: {} } });
    await call('PUT', `/${id}`, graphWith(setNode('a', 2)));
    const answer = await api.call('GET', `/api/workflows/${id}/revisions/1`, { token: operator });
    expect([answer.status, answer.body as WorkflowRevision]).toEqual([
      200,
      {
        workflowId: id,
        revision: 1,
        trigger: { type: 'webhook', config: { secret: SECRET_MASK } },
        ...before,
        createdAt: expect.any(String) as string,
      },
    ]);
    expect(await call<WorkflowRevision>('GET', `/${id}/revisions/2`)).toMatchObject({
      revision: 2,
      ...graphWith(setNode('a', 2)),
    });
    for (const [path, status] of [
      [`${id}/revisions/3`, 404],
      [`${id}/revisions/0`, 400],
      [`00000000-0000-7000-8000-000000000000/revisions/1`, 404],
    ])
      expect([path, (await api.call('GET', `/api/workflows/${path}`, { token })).status]).toEqual([
        path,
        status,
      ]);
  });
});
