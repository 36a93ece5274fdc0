// Runs the tour of README.md with openapi-fetch and the types that openapi-typescript generates from the reference.
// test/e2e/product/tour.test.ts generates the types `api`, compiles this file with them, and runs it.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import createClient from 'openapi-fetch';
import type { components, paths } from './api';
import { type Areas, FIXED_MONTH, type Answers, WORKFLOW, endOf, finish } from './tour';

const [baseUrl = '', password = ''] = process.argv.slice(2);
let accessToken = '';
const client = createClient<paths>({ baseUrl });
client.use({
  onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${accessToken}`),
});

type StreamEvent = components['schemas']['StreamEvent'];

/** Returns the data of a response. If the API has refused the call, throws its error. */
function answerOf<T>({ data, error }: { data?: T; error?: { error?: string } }): T {
  if (data === undefined)
    throw new Error(`The API refused the call: ${error?.error ?? JSON.stringify(error)}`);
  return data;
}

async function* openStream(token: string): AsyncGenerator<StreamEvent> {
  const query = { token, types: 'energy,workflow' };
  const stream = answerOf(await client.GET('/api/events', { params: { query }, parseAs: 'stream' }));
  const events = (stream as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) yield JSON.parse(data) as StreamEvent;
}

async function tour(): Promise<Answers> {
  const session = answerOf(await client.POST('/api/auth/login', { body: { username: 'admin', password } }));
  accessToken = session.accessToken;
  const me = answerOf(await client.GET('/api/auth/me'));
  const { areas }: Areas = answerOf(await client.GET('/api/energy/areas'));
  const details = { areaId: 1, interval: 'day', ...FIXED_MONTH } as const;
  const days = answerOf(await client.GET('/api/energy/details', { params: { query: details } }));
  const thisWeek = { params: { query: { areaId: 1, period: 'thisWeek' } } } as const;
  const stats = answerOf(await client.GET('/api/energy/stats', thisWeek));

  const { token } = answerOf(await client.POST('/api/events/token'));
  const events = openStream(token);
  const first = await events.next();

  const meters = [{ pointCode: 'BLDG.ELEC.MAIN.POWER', kind: 'power', intervalSeconds: 60 } as const];
  const withIncomer = { areas: [...areas, { name: 'Main incomer', meters }] };
  const more = answerOf(await client.PUT('/api/energy/areas', { body: withIncomer }));
  const restored = answerOf(await client.PUT('/api/energy/areas', { body: { areas } }));

  const workflows = answerOf(await client.GET('/api/workflows', { params: { query: { limit: 50 } } }));
  const { id } = answerOf(await client.POST('/api/workflows', { body: WORKFLOW }));
  const params = { path: { id } };
  const { executionId } = answerOf(
    await client.POST('/api/workflows/{id}/trigger', { params, body: { input: { percent: 40 } } }),
  );
  const status = await endOf(events, executionId);
  const { nodeResults } = answerOf(
    await client.GET('/api/workflows/{id}/executions/{executionId}', {
      params: { path: { id, executionId } },
    }),
  );
  answerOf(await client.DELETE('/api/workflows/{id}', { params }));
  const { error: refusal } = await client.GET('/api/workflows/{id}', { params });

  const { refreshToken } = session;
  const renewed = answerOf(await client.POST('/api/auth/refresh', { body: { refreshToken } }));
  accessToken = renewed.accessToken;
  const { success } = answerOf(await client.POST('/api/auth/logout', { body: {} }));
  return { me, areas, days, stats, first, more, restored, workflows, status, nodeResults, refusal, success };
}

finish(tour());
