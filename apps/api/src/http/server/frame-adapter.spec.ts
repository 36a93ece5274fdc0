import { once } from 'node:events';
import { get, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { FrameAdapter } from './frame-adapter';

describe('the shutdown of FrameAdapter', () => {
  let adapter: FrameAdapter;
  let server: Server;
  let port: number;
  let received: Promise<ServerResponse>;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    adapter = new FrameAdapter();
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    received = new Promise((resolve) => {
      adapter.use((_request: unknown, response: ServerResponse) => resolve(response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    jest.useRealTimers();
  });

  /** The status of the answer, or the error code if the connection breaks. */
  const outcome = () =>
    new Promise<unknown>((resolve) => {
      get({ port, agent: false }, (answer) => resolve(answer.resume().statusCode)).on('error', (error) =>
        resolve((error as NodeJS.ErrnoException).code),
      );
    });

  async function silentConnection(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
    return socket.resume();
  }

  it('waits for a request that needs almost the whole time limit of a route', async () => {
    const answered = outcome();
    const response = await received;
    const closed = adapter.close();
    await jest.advanceTimersByTimeAsync(9500);
    response.end();
    expect(await answered).toBe(200);
    await jest.advanceTimersByTimeAsync(100);
    await closed;
  });

  it('ends active requests within the time limit of the process, even if the shutdown began with a delay of 8 s', async () => {
    const answered = outcome();
    await received;
    // Simulates a delay of 8 s. Fake timers do not cover node:timers/promises, so the delay itself is 0.
    const drained = adapter.drain(0);
    await jest.advanceTimersByTimeAsync(8000);
    await drained;
    const closed = adapter.close();
    await jest.advanceTimersByTimeAsync(4500);
    expect(await answered).toBe('ECONNRESET');
    await closed;
  });

  it('closes connections without a request after five seconds', async () => {
    const socket = await silentConnection();
    const ended = once(socket, 'close');
    const closed = adapter.close();
    await jest.advanceTimersByTimeAsync(5000);
    await Promise.all([ended, closed]);
    expect(server.listening).toBe(false);
  });
});

describe('the server of FrameAdapter', () => {
  it('keeps idle connections open for longer than load balancers keep them for reuse', () => {
    const adapter = new FrameAdapter({ headersMs: 15_000, bodyMs: 60_000, slowSenders: 10, connections: 10 });
    adapter.initHttpServer();
    const server = adapter.getHttpServer();
    expect(server.keepAliveTimeout).toBe(75_000);
    server.emit('close');
  });
});
