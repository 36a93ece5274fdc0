// Runs in the full check only: clients send slowly.
import type { Environment } from '@app/config';
import { DomainError } from '@app/kernel';
import { Body, type CanActivate, Controller, type ExecutionContext, Get, Post } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiOkResponse } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { Request } from 'express';
import { SuccessDto } from '../../../apps/api/src/http/responses/success.dto';
import { RawConnection, type RawRequest } from '../../factories/raw-request';
import { waitFor } from '../../harness';
import { type FramedApp, serveFramed } from './framed-app';

const BODY_MS = 2400;
/** Longer than a test takes. A connection counts as slow after a twelfth of this time. */
const LONG_MS = 36_000;
const SLOW_SENDERS = 10;
const TEXT = '{"text":"x"}';

class NoteDto {
  @IsString() text: string;
}

class ByPath implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { path } = context.switchToHttp().getRequest<Request>();
    if (path.endsWith('/guarded')) return guarded;
    if (!path.endsWith('/closed')) return true;
    throw new DomainError('unauthenticated', 'unauthenticated', 'A token is needed.');
  }
}

let written = 0;
let guarded: Promise<boolean>;
let letIn: () => void;

@Controller('notes')
class NotesController {
  @Post()
  @ApiOkResponse({ type: SuccessDto })
  write(@Body() _note: NoteDto): SuccessDto {
    written++;
    return { success: true };
  }

  @Get('late')
  @ApiOkResponse({ type: SuccessDto })
  answerLate(): Promise<SuccessDto> {
    return new Promise(() => undefined);
  }

  @Post('guarded')
  @ApiOkResponse({ type: SuccessDto })
  writeLater(@Body() _note: NoteDto): SuccessDto {
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

describe('connections of slow senders', () => {
  let app: FramedApp;
  const open: RawConnection[] = [];

  beforeEach(async () => {
    written = 0;
    guarded = new Promise((resolve) => (letIn = () => resolve(true)));
    await serve();
  });

  const serve = async (overrides: Partial<Environment> = {}): Promise<void> => {
    app = await serveFramed([NotesController], {
      providers: [{ provide: APP_GUARD, useClass: ByPath }],
      LIMIT_REQUEST_MS: 1000,
      LIMIT_HEADERS_MS: 600,
      LIMIT_BODY_MS: BODY_MS,
      LIMIT_SLOW_SENDERS: SLOW_SENDERS,
      ...overrides,
    });
  };

  /** Restarts the server with other environment variables. */
  const serveAgain = async (overrides: Partial<Environment>): Promise<void> => {
    await app.close();
    await serve(overrides);
  };

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
    'slow connections get 408 and are closed if their headers do not arrive after "%s"',
    async (text) => {
      const connection = await connect();
      await connection.write(text);
      expect(await connection.answer()).toMatchObject(TIMED_OUT);
    },
  );

  it('slow connections get 408, not 500, and are closed if their body does not arrive', async () => {
    const connection = await begin();
    const trickle = setInterval(() => void connection.write(' '), 100);
    const answer = await connection.answer();
    clearInterval(trickle);
    expect(answer).toMatchObject(TIMED_OUT);
    expect(answer.head).toMatch(/^x-content-type-options: nosniff\r?$/im);
    expect(answer.head).toMatch(/^connection: close\r?$/im);
    expect(written).toBe(0);
  });

  it('slow connections are closed if their body continues to arrive slowly after the refusal of the request', async () => {
    const connection = await begin('/api/notes/closed');
    await waitFor(() => connection.answerSoFar().status === 401, { what: 'the refusal' });
    const trickle = setInterval(() => void connection.write(' '), 100);
    await connection.closed;
    clearInterval(trickle);
    expect(connection.answerSoFar()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('slow connections may send their body for longer than a route may take to respond', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': String(TEXT.length) };
    const connection = await begin('/api/notes', { headers: { ...headers, connection: 'close' } });
    // This call ends after LIMIT_REQUEST_MS, so the sender's request has lasted for longer than LIMIT_REQUEST_MS.
    expect((await app.call('GET', '/api/notes/late')).status).toBe(503);
    await connection.write(TEXT);
    expect(await connection.answer()).toMatchObject({ status: 200 });
    expect(written).toBe(1);
  });

  it('slow connections are limited in number: the oldest connection is closed, and other clients are served', async () => {
    await serveAgain({ LIMIT_HEADERS_MS: LONG_MS, LIMIT_BODY_MS: LONG_MS });
    const first = await begin();
    const later = await Promise.all(Array.from({ length: SLOW_SENDERS + 5 }, () => begin()));
    expect(await first.answer()).toMatchObject(TIMED_OUT);
    expect(later.at(-1)?.answerSoFar().status).toBeNull();
    const type = { 'content-type': 'application/json' };
    expect((await app.call('POST', '/api/notes', TEXT, type)).status).toBe(200);
    expect(written).toBe(1);
  });

  it('the limit on slow connections includes connections that send the headers of a later request', async () => {
    await serveAgain({ LIMIT_HEADERS_MS: LONG_MS, LIMIT_BODY_MS: LONG_MS, LIMIT_SLOW_SENDERS: 1 });
    const senders = [await connect(), await connect()];
    for (const sender of senders) {
      await sender.send({ method: 'GET', path: '/api/unknown' });
      await waitFor(() => sender.answerSoFar().status === 404, { what: 'the first answer' });
      sender.discardAnswer();
      await sender.write('POST /api/notes/');
    }
    const trickle = setInterval(() => senders.forEach((sender) => void sender.write('x')), 500);
    await Promise.race(senders.map(({ closed }) => closed));
    clearInterval(trickle);
    expect(new Set(senders.map((sender) => sender.answerSoFar().status))).toEqual(new Set([408, null]));
  });

  it('slow connections are not closed while a guard delays the reading of their bodies', async () => {
    const bodyMs = 3 * BODY_MS;
    await serveAgain({ LIMIT_REQUEST_MS: bodyMs, LIMIT_BODY_MS: bodyMs, LIMIT_SLOW_SENDERS: 0 });
    const headers = { 'content-type': 'application/json', 'content-length': String(TEXT.length) };
    const guardedSender = await begin('/api/notes/guarded', { headers: { ...headers, connection: 'close' } });
    // A second sender, without a guard, is closed as slow. The guarded sender has waited even longer, but stays open.
    await (
      await begin()
    ).closed;
    expect(guardedSender.answerSoFar().status).toBeNull();
    letIn();
    await guardedSender.write(TEXT);
    expect(await guardedSender.answer()).toMatchObject({ status: 200 });
    expect(written).toBe(1);
  });

  it('slow connections get no error that the client could mistake for the response to an earlier request', async () => {
    const connection = await connect();
    await connection.write('GET /api/notes/late HTTP/1.1\r\nHost: x\r\n\r\nhidden\r\n\r\n');
    expect(await connection.answer()).toMatchObject({ status: null, head: '' });
  });

  it.each<[string, string, number, string]>([
    ['is not HTTP', 'hidden\r\n\r\n', 400, 'malformed_request'],
    ['has a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nhidden\0: y\r\n\r\n', 400, 'malformed_request'],
    [
      'has headers that are too long',
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
  ])('slow connections get a refusal in JSON if their request %s', async (_what, text, status, code) => {
    const connection = await connect();
    await connection.write(text);
    const answer = await connection.answer();
    expect(answer).toMatchObject({ status, body: { error: expect.any(String), code } });
    expect(answer.head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
    expect(JSON.stringify(answer.body)).not.toContain('hidden');
    expect(written).toBe(0);
  });
});
