import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { limitAnswers } from './answer-limit';

const LIMIT_MS = 200;
/** The statement limit is 2 s shorter, because `limitAnswers` adds a margin of 2 s. */
const LIMIT = { statementMs: LIMIT_MS - 2000, idleTransactionMs: 60_000 };

describe('limitAnswers', () => {
  let server: Server;
  let sockets: Socket[];

  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('gives a statement its whole time limit, even if the idle timer expires when the statement is sent', async () => {
    const [overdue, idle] = sockets as [Socket, Socket];
    let sentAtMs = 0;
    overdue.once('error', () => {
      sentAtMs = performance.now();
      idle.write('statement');
    });
    limitAnswers(overdue, LIMIT, () => true);
    limitAnswers(idle, LIMIT, () => sentAtMs > 0);
    const givenUp = once(idle, 'error');
    // Block the event loop, so that both timers expire in the same turn.
    for (const untilMs = performance.now() + 2 * LIMIT_MS; performance.now() < untilMs;);
    expect(await givenUp).toMatchObject([{ code: 'ETIMEDOUT' }]);
    expect(performance.now() - sentAtMs).toBeGreaterThanOrEqual(LIMIT_MS - 10);
  });

  it('does not destroy an idle connection, and limits its next statement', async () => {
    const [overdue, idle] = sockets as [Socket, Socket];
    let isWaiting = false;
    limitAnswers(idle, LIMIT, () => isWaiting);
    limitAnswers(overdue, LIMIT, () => true);
    await once(overdue, 'error');
    expect(idle.destroyed).toBe(false);
    isWaiting = true;
    idle.write('statement');
    expect(await once(idle, 'error')).toMatchObject([{ code: 'ETIMEDOUT' }]);
  });

  it('limits a statement whose connection is paused when the time limit expires', async () => {
    const [overdue, paused] = sockets as [Socket, Socket];
    limitAnswers(paused.pause(), LIMIT, () => true);
    limitAnswers(overdue, LIMIT, () => true);
    await once(overdue, 'error');
    expect(paused.destroyed).toBe(false);
    paused.resume();
    expect(await once(paused, 'error')).toMatchObject([{ code: 'ETIMEDOUT' }]);
  }, 5000);
});
