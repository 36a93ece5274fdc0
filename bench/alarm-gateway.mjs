import { once } from 'node:events';
import { createServer } from 'node:http';

const TOKENS = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 86_400 };

/**
 * Starts a gateway that has no points, only alarms. It pushes each change of an alarm on its stream, and lists all
 * alarms.
 * @returns `{ address, isFollowed(), push(event) }`
 */
export async function startAlarmGateway({ atEnd }) {
  const alarms = new Map();
  const streams = new Set();
  const answers = {
    '/auth/login': () => TOKENS,
    '/auth/refresh': () => TOKENS,
    '/points': () => [],
    '/alarms': ({ from, to, page, limit }) => {
      const found = [...alarms.values()].filter(({ raisedAt }) => raisedAt >= from && raisedAt < to);
      return { items: found.slice((page - 1) * limit, page * limit), total: found.length };
    },
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      streams.add(response);
      response.once('close', () => streams.delete(response));
    } else void respond(answers[pathname], request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    isFollowed: () => streams.size > 0,
    /** @param event `{ id, code, level, message, state, timestamp }` */
    push: (event) => {
      const { id, code, level, message, state, timestamp } = event;
      if (state === 'raised')
        alarms.set(id, { id, code, level, message, raisedAt: timestamp, clearedAt: null });
      else alarms.get(id).clearedAt = timestamp;
      for (const stream of streams) stream.write(`event: alarm\ndata: ${JSON.stringify(event)}\n\n`);
    },
  };
}

async function respond(answer, request, response) {
  const text = Buffer.concat(await request.toArray()).toString();
  const body = answer?.(JSON.parse(text || '{}')) ?? { error: 'Not found' };
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
