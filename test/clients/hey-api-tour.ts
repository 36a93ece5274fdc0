// Runs the tour of README.md with the client that @hey-api/openapi-ts generates from the reference.
// test/e2e/product/tour.test.ts generates the client `hey-api`, compiles this file with it, and runs it.
import * as api from './hey-api';
import { client } from './hey-api/client.gen';
import { FIXED_MONTH, type Answers, WORKFLOW, endOf, finish } from './tour';

const [baseUrl = '', password = ''] = process.argv.slice(2);
let accessToken = '';
client.setConfig({
  baseUrl,
  auth: ({ type }) => (type === 'http' ? accessToken : undefined),
});

/** Returns the data of a response. If the API has refused the call, throws its error. */
function answerOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(`The API refused the call: ${JSON.stringify(error)}`);
  return data;
}

async function tour(): Promise<Answers> {
  const session = answerOf(await api.authLogin({ body: { username: 'admin', password } }));
  accessToken = session.accessToken;
  const me = answerOf(await api.authMe());
  const { areas }: api.AreasDto = answerOf(await api.energyListAreas());
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
  const { error: refusal } = await api.workflowsFind({ path: { id } });

  const { refreshToken } = session;
  accessToken = answerOf(await api.authRefresh({ body: { refreshToken } })).accessToken;
  const { success } = answerOf(await api.authLogout({ body: {} }));
  return { me, areas, days, stats, first, more, restored, workflows, status, nodeResults, refusal, success };
}

finish(tour());
