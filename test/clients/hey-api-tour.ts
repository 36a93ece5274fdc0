// The tour of README.md by the client that @hey-api/openapi-ts generates from the reference.
// test/e2e/product/tour.test.ts generates `hey-api`, compiles this file with it, and runs it.
import * as api from './hey-api';
import { client } from './hey-api/client.gen';
import { type Areas, FIXED_MONTH, type Findings, WORKFLOW, endOf, finish } from './tour';

const [baseUrl = '', password = ''] = process.argv.slice(2);
let accessToken = '';
client.setConfig({
  baseUrl,
  auth: ({ type }) => (type === 'http' ? accessToken : undefined),
});

/** What was answered, or an error with the refusal. */
function answerOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`);
  return data;
}

async function tour(): Promise<Findings> {
  const session = answerOf(await api.authLogin({ body: { username: 'admin', password } }));
  accessToken = session.accessToken;
  const me = answerOf(await api.authMe());
  const { areas }: Areas = answerOf(await api.energyListAreas());
  const query = { areaId: 1, interval: 'day', ...FIXED_MONTH } as const;
  const days = answerOf(await api.energyDetails({ query }));
  const stats = answerOf(await api.energyStats({ query: { areaId: 1, period: 'thisWeek' } }));

  const { token } = answerOf(await api.eventsIssueToken());
  const { stream } = await api.eventsOpenStream({ query: { token, types: 'energy,workflow' } });
  const events = stream[Symbol.asyncIterator]();
  const first = await events.next();

  const meters = [{ pointCode: 'BLDG.ELEC.MAIN.POWER', kind: 'power', intervalSeconds: 60 } as const];
  const body = { areas: [...areas, { name: 'Main incomer', meters }] };
  const more = answerOf(await api.energyReplaceAreas({ body }));
  const restored = answerOf(await api.energyReplaceAreas({ body: { areas } }));

  const workflows = answerOf(await api.workflowsList({ query: { limit: 50 } }));
  const { id } = answerOf(await api.workflowsCreate({ body: WORKFLOW }));
  const { executionId } = answerOf(
    await api.executionsTrigger({ path: { id }, body: { input: { percent: 40 } } }),
  );
  const status = await endOf(events, executionId);
  const { nodeResults } = answerOf(await api.executionsFind({ path: { id, executionId } }));
  answerOf(await api.workflowsRemove({ path: { id } }));
  const { error } = await api.workflowsFind({ path: { id } });

  const { refreshToken } = session;
  accessToken = answerOf(await api.authRefresh({ body: { refreshToken } })).accessToken;
  const { success } = answerOf(await api.authLogout({ body: {} }));
  return {
    role: me.role,
    areas: areas.length,
    days: days.length,
    total: stats.total,
    firstEvent: first.done ? null : first.value.type,
    added: more.areas.length - areas.length,
    restored: restored.areas.length - areas.length,
    workflows: workflows.map(({ trigger }) => trigger.type),
    status,
    nodes: nodeResults.map(({ nodeId, status }) => `${nodeId}: ${status}`),
    refusal: error && 'code' in error ? (error.code ?? null) : null,
    success,
  };
}

finish(tour());
