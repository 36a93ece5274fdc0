import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { SuccessDto } from '../../../apps/api/src/http/responses/success.dto';
import { Produces } from '../../../apps/api/src/http/reference/media-types.decorator';
import { takeSocket } from '../../../apps/api/src/http/server/take-socket';
import { RawConnection } from '../../factories/raw-request';
import { waitFor } from '../../harness';
import { type FramedApp, serveFramed } from './framed-app';

const taken: { socket: Socket; response: WeakRef<Response>; headers: WeakRef<object> }[] = [];
const read = jest.fn();
let finishEarlier: () => void;

@Controller('sockets')
class SocketsController {
  @Get('taken')
  @Produces('text/plain', 'Lines.')
  take(@Res() response: Response): void {
    const headers = new WeakRef<object>(response.req.headers);
    const socket = takeSocket(response, { 'Content-Type': 'text/plain' });
    taken.push({ socket, response: new WeakRef(response), headers });
    socket.write('first\n');
  }

  @Get('read')
  @ApiOkResponse({ type: SuccessDto })
  read(): SuccessDto {
    read();
    return { success: true };
  }

  @Get('late')
  @ApiOkResponse({ type: SuccessDto })
  async answerLate(): Promise<SuccessDto> {
    await new Promise<void>((resolve) => (finishEarlier = resolve));
    return { success: true };
  }
}

const TAKE = 'GET /api/sockets/taken HTTP/1.1\r\nHost: localhost\r\n\r\n';
const READ = 'GET /api/sockets/read HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('sockets that a route takes over from its response', () => {
  let app: FramedApp;
  let connection: RawConnection;

  beforeAll(async () => {
    app = await serveFramed([SocketsController]);
  });

  beforeEach(async () => {
    taken.length = 0;
    app.log.length = 0;
    connection = await RawConnection.open(app.url);
  });

  afterEach(() => connection.socket.destroy());

  afterAll(() => app.close());

  async function take(): Promise<Socket> {
    await connection.write(TAKE);
    await waitFor(() => connection.text.endsWith('first\n'), { what: 'the first line' });
    return (taken[0] as (typeof taken)[0]).socket;
  }

  it('a socket that a route has taken over sends a body without chunks, and the end of the connection ends the body', async () => {
    const socket = await take();

    socket.end('last\n');
    await connection.closed;

    const [head, body] = connection.text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toContain('\r\nConnection: close');
    expect(head).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(head).not.toMatch(/transfer-encoding|content-length/i);
    expect(body).toBe('first\nlast\n');
  });

  it('a socket that a route has taken over does not keep the response and the headers of the request in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const socket = await take();

    await waitFor(
      () => {
        collectGarbage();
        return taken.every(({ response, headers }) => !response.deref() && !headers.deref());
      },
      { what: 'the collection of the response and the headers' },
    );

    expect(socket.writable).toBe(true);
  });

  it('a request whose socket was taken over is logged when the head of its response is sent', async () => {
    await take();

    await waitFor(() => app.log.length > 0, { what: 'the log line' });
    expect(app.log).toEqual([
      expect.objectContaining({
        req: { method: 'GET', url: '/api/sockets/taken' },
        res: { statusCode: 200 },
      }),
    ]);
  });

  it.each([
    ['another request', READ],
    ['bytes that are not HTTP', '\0\r\n\r\nnonsense'],
  ])('a socket that a route has taken over ignores %s from the client', async (_what, bytes) => {
    const socket = await take();
    const { bytesRead } = socket;

    await connection.write(bytes);
    await waitFor(() => socket.bytesRead === bytesRead + bytes.length, { what: 'the bytes' });
    socket.end('last\n');
    await connection.closed;

    expect(connection.text.endsWith('\r\n\r\nfirst\nlast\n')).toBe(true);
    expect(read).not.toHaveBeenCalled();
  });

  it('a socket that a route has taken over closes when the client closes its side', async () => {
    const socket = await take();
    const closed = new Promise((resolve) => socket.once('close', resolve));

    connection.socket.end();

    await closed;
    expect(connection.text.endsWith('first\n')).toBe(true);
  });

  it('a socket cannot be taken over while an earlier request of its connection is unanswered', async () => {
    await connection.write(`GET /api/sockets/late HTTP/1.1\r\nHost: localhost\r\n\r\n${TAKE}`);
    await waitFor(() => app.log.length > 0 || finishEarlier !== undefined, { what: 'the first request' });
    finishEarlier();

    await waitFor(() => connection.text.includes('connection_in_use'), { what: 'the refusal' });
    expect(connection.text).toMatch(/^HTTP\/1\.1 200 OK[^]*HTTP\/1\.1 400 Bad Request/);
    expect(taken).toEqual([]);
  });
});
