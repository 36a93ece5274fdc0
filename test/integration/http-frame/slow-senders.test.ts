import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@app/kernel';
import { Body, type CanActivate, Controller, type ExecutionContext, Post } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiOkResponse } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { Request } from 'express';
import { SuccessDto } from '../../../apps/api/src/http/success.dto';
import { RawConnection, type RawRequest } from '../../factories/raw-request';
import { waitFor } from '../../harness';
import { type FramedApp, serveFramed } from './framed-app';

const BODY_MS = 2400;
const SLOW_SENDERS = 10;
const TEXT = '{"text":"x"}';

class NoteDto {
  @IsString() text: string;
}

class ClosedPath implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!context.switchToHttp().getRequest<Request>().path.endsWith('/closed')) return true;
    throw new DomainError('unauthenticated', 'unauthenticated', 'A token is needed.');
  }
}

let written = 0;

@Controller('notes')
class NotesController {
  @Post()
  @ApiOkResponse({ type: SuccessDto })
  write(@Body() _note: NoteDto): SuccessDto {
    written++;
    return { success: true };
  }

  @Post('closed')
  @ApiOkResponse({ type: SuccessDto })
  refuse(@Body() _note: NoteDto): SuccessDto {
    written++;
    return { success: true };
  }
}

const TIMED_OUT = { status: 408, body: { error: expect.any(String) as string, code: 'request_timeout' } };

describe('slow senders', () => {
  let app: FramedApp;
  const open: RawConnection[] = [];

  beforeEach(async () => {
    written = 0;
    app = await serveFramed([NotesController], {
      providers: [{ provide: APP_GUARD, useClass: ClosedPath }],
      LIMIT_REQUEST_MS: 1000,
      LIMIT_HEADERS_MS: 600,
      LIMIT_BODY_MS: BODY_MS,
      LIMIT_SLOW_SENDERS: SLOW_SENDERS,
    });
  });

  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.destroy();
    await app.close();
  });

  const connect = async (): Promise<RawConnection> => {
    const connection = await RawConnection.open(app.url);
    open.push(connection);
    return connection;
  };

  const begin = async (path = '/api/notes', more: Partial<RawRequest> = {}): Promise<RawConnection> => {
    const connection = await connect();
    const headers = { 'content-type': 'application/json', 'content-length': '3000' };
    await connection.send({ method: 'POST', path, headers, ...more });
    return connection;
  };

  it.each(['', 'POST /api/notes HT', 'POST /api/notes HTTP/1.1\r\nHost: x\r\nX-Slow'])(
    'are answered 408 and closed if their headers do not arrive after "%s"',
    async (text) => {
      const connection = await connect();
      await connection.write(text);
      expect(await connection.answer()).toMatchObject(TIMED_OUT);
    },
  );

  it('are answered 408, not 500, and closed if their body does not arrive', async () => {
    const connection = await begin();
    const trickle = setInterval(() => void connection.write(' '), 100);
    const answer = await connection.answer();
    clearInterval(trickle);
    expect(answer).toMatchObject(TIMED_OUT);
    expect(answer.head).toMatch(/^x-content-type-options: nosniff\r?$/im);
    expect(answer.head).toMatch(/^connection: close\r?$/im);
    expect(written).toBe(0);
  });

  it('are closed in the same time after an answer that did not wait for the body', async () => {
    const connection = await begin('/api/notes/closed');
    await waitFor(() => connection.answerSoFar().status === 401, { what: 'the refusal' });
    const trickle = setInterval(() => void connection.write(' '), 100);
    await connection.closed;
    clearInterval(trickle);
    expect(connection.answerSoFar()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('may take longer over their body than a route over its answer', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': String(TEXT.length) };
    const connection = await begin('/api/notes', { headers: { ...headers, connection: 'close' } });
    // Longer than LIMIT_REQUEST_MS: time that passes is what is tested.
    await delay(1300);
    await connection.write(TEXT);
    expect(await connection.answer()).toMatchObject({ status: 200 });
    expect(written).toBe(1);
  });

  it('are bounded in number: the oldest is closed, and others are served', async () => {
    const first = await begin();
    const later = await Promise.all(Array.from({ length: SLOW_SENDERS + 5 }, () => begin()));
    expect(await first.answer()).toMatchObject(TIMED_OUT);
    expect(later.at(-1)?.answerSoFar().status).toBeNull();
    const type = { 'content-type': 'application/json' };
    expect((await app.call('POST', '/api/notes', TEXT, type)).status).toBe(200);
    await Promise.all(later.map((connection) => connection.answer()));
    expect(written).toBe(1);
  });

  it.each<[string, string, number, string]>([
    ['is no HTTP', 'hidden\r\n\r\n', 400, 'malformed_request'],
    ['has a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nhidden\0: y\r\n\r\n', 400, 'malformed_request'],
    [
      'has too long headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'hidden'.repeat(5000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'has two lengths',
      'POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed_request',
    ],
    ['has no host', 'GET /api/notes HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'missing_host'],
    [
      'has a broken chunk',
      'POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nhidden\r\n',
      400,
      'malformed_request',
    ],
  ])('a request that %s is refused in JSON', async (_what, text, status, code) => {
    const connection = await connect();
    await connection.write(text);
    const answer = await connection.answer();
    expect(answer).toMatchObject({ status, body: { error: expect.any(String), code } });
    expect(answer.head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
    expect(JSON.stringify(answer.body)).not.toContain('hidden');
    expect(written).toBe(0);
  });
});
