import { request as httpRequest } from 'node:http';
import { Public } from '@app/auth';
import { OutcomeUnknown } from '@app/entities';
import { currentRequest, DomainError, type ErrorKind } from '@app/kernel';
import {
  BadRequestException,
  Body,
  type CanActivate,
  Controller,
  Get,
  Post,
  ServiceUnavailableException,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiOkResponse } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { ChangesNothing } from '../../../apps/api/src/http/body/changes-nothing.decorator';
import { IdParam, UuidParam } from '../../../apps/api/src/http/fields/path-ids.decorator';
import { SuccessDto } from '../../../apps/api/src/http/responses/success.dto';
import { type FramedApp, serveFramed } from './framed-app';

class NoteDto {
  @IsString() text: string;
}

let failure: unknown;

@Controller('things')
class ThingsController {
  @Get()
  @ApiOkResponse({ type: SuccessDto })
  fail(): SuccessDto {
    throw failure;
  }

  @Get('hanging')
  @ApiOkResponse({ type: SuccessDto })
  hang(): Promise<SuccessDto> {
    return new Promise(() => undefined);
  }

  @Post('hanging')
  @ApiOkResponse({ type: SuccessDto })
  hangWriting(): Promise<SuccessDto> {
    return new Promise(() => undefined);
  }

  @Post('hanging-query')
  @ChangesNothing((body) => (body as { text?: string }).text !== 'write')
  @ApiOkResponse({ type: SuccessDto })
  hangQuerying(@Body() _note: NoteDto): Promise<SuccessDto> {
    return new Promise(() => undefined);
  }

  @Post('written')
  @ApiOkResponse({ type: SuccessDto })
  failAfterWrite(): SuccessDto {
    const request = currentRequest();
    if (request) request.writes++;
    throw failure;
  }

  @Post('notes')
  @ApiOkResponse({ type: SuccessDto })
  write(@Body() _note: NoteDto): SuccessDto {
    return { success: true };
  }

  @Get('by-number/:id')
  @ApiOkResponse({ type: SuccessDto })
  byNumber(@IdParam() id: number): SuccessDto {
    return { success: typeof id === 'number' };
  }

  @Get('by-uuid/:id')
  @ApiOkResponse({ type: SuccessDto })
  byUuid(@UuidParam() id: string): SuccessDto {
    return { success: typeof id === 'string' };
  }
}

describe('the error handling of the API', () => {
  let app: FramedApp;

  beforeAll(async () => {
    app = await serveFramed([ThingsController], { LIMIT_REQUEST_MS: 1000 });
  });
  afterAll(() => app.close());

  const thrown = (error: unknown) => {
    failure = error;
    return app.call('GET', '/api/things');
  };

  it.each<[ErrorKind, number]>([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['conflict', 409],
    ['too_large', 413],
    ['unsupported_type', 415],
    ['too_many', 429],
  ])(
    'the API answers a refusal of the kind %s with the status %i and the message of the refusal',
    async (kind, status) => {
      const answer = await thrown(new DomainError(kind, 'a_code', 'A sentence.'));
      expect(answer).toMatchObject({ status, body: { error: 'A sentence.', code: 'a_code' } });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.body).not.toHaveProperty('details');
    },
  );

  it.each<[ErrorKind, number]>([
    ['upstream_failed', 502],
    ['upstream_timeout', 504],
    ['unavailable', 503],
  ])(
    'the API answers a failure of the kind %s with the status %i, and adds the fields error and code to the fields of the framework',
    async (kind, status) => {
      const answer = await thrown(new DomainError(kind, 'a_code', 'A sentence.'));
      expect(answer).toMatchObject({ status });
      expect(answer.body).toMatchObject({
        statusCode: status,
        message: 'A sentence.',
        error: 'A sentence.',
        code: 'a_code',
      });
    },
  );

  it('the API states when the client may retry', async () => {
    const told = await thrown(
      new DomainError('too_many', 'slow_down', 'Slow down.', { retryAfterSeconds: 16.2 }),
    );
    expect(told.headers.get('retry-after')).toBe('17');
    const untold = await thrown(new DomainError('unavailable', 'queue_unavailable', 'The queue is down.'));
    expect(untold.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  it('the API hides an unexpected exception, and logs it with the request id', async () => {
    const { status, body, headers } = await thrown(
      Object.assign(new Error('SELECT hidden FROM users'), { query: 'hidden', parameters: ['hidden'] }),
    );
    expect({ status, body }).toMatchObject({
      status: 500,
      body: {
        statusCode: 500,
        message: 'Internal server error',
        error: 'Internal server error',
        code: 'internal_error',
      },
    });
    const requestId = headers.get('x-request-id');
    expect(app.log).toContainEqual(
      expect.objectContaining({
        level: 50,
        requestId,
        err: expect.objectContaining({ message: 'SELECT hidden FROM users', stack: expect.any(String) }),
      }),
    );
    expect(JSON.stringify(app.log)).not.toContain('parameters');
  });

  it.each(['text', null, undefined, 7])(
    'the API responds with an error if a route throws %p',
    async (value) => {
      expect((await thrown(value)).status).toBe(500);
    },
  );

  it.each([
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 503],
    ['a server that is shutting down', Object.assign(new Error('x'), { driverError: pgError('57P01') }), 503],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), 503],
    ['a full pool', new Error('timeout exceeded when trying to connect'), 503],
    ['an address without a server', new AggregateError([pgError('ECONNREFUSED')]), 503],
    ['a deadlock in each attempt', pgError('40P01'), 503],
    ['a duplicate key', pgError('23505'), 409],
    ['an invalid statement', pgError('42601'), 500],
  ])('the API responds with an error if the database fails: %s', async (_, error, status) => {
    const answer = await thrown(error);
    expect(answer.status).toBe(status);
    expect(answer.headers.has('retry-after')).toBe(status === 503);
  });

  it('the API reports a write whose response was lost as 500 outcome_unknown, without Retry-After', async () => {
    const { status, body, headers } = await thrown(new OutcomeUnknown(pgError('57P01')));
    expect({ status, body }).toMatchObject({ status: 500, body: { code: 'outcome_unknown' } });
    expect(headers.has('retry-after')).toBe(false);
  });

  it('the API does not respond with 503 after a write of the request, because 503 means that nothing was written', async () => {
    failure = new DomainError('unavailable', 'queue_unavailable', 'The queue is down.');
    expect(await app.call('POST', '/api/things/written')).toMatchObject({
      status: 500,
      body: { code: 'outcome_unknown' },
    });
  });

  it('the API uses its own error format for the exceptions of the framework', async () => {
    expect(await thrown(new BadRequestException('Not so.'))).toMatchObject({
      status: 400,
      body: { error: 'Not so.', code: 'bad_request' },
    });
    expect((await thrown(new ServiceUnavailableException('Later.'))).body).toMatchObject({
      statusCode: 503,
      message: 'Later.',
      error: 'Later.',
      code: 'unavailable',
    });
  });

  describe('for paths and methods', () => {
    it.each([
      '/api/nothing',
      '/api',
      '/',
      '/nothing',
      '/health/live/x',
      '/api/things/notes/x',
      '//api/things',
    ])('the API reports %s as 404 in JSON', async (path) => {
      const answer = await app.call('GET', path);
      expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String), code: 'not_found' } });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it.each([
      ['DELETE', '/api/things', 'GET, HEAD, OPTIONS'],
      ['GET', '/api/things/notes', 'OPTIONS, POST'],
      ['PUT', '/api/things/hanging/', 'GET, HEAD, OPTIONS, POST'],
      ['PATCH', '/API/Things/by-number/4', 'GET, HEAD, OPTIONS'],
      ['POST', '/documentation', 'GET, HEAD, OPTIONS'],
    ])('the API reports %s %s as 405 and lists the allowed methods', async (method, path, allowed) => {
      const answer = await app.call(method, path);
      expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
      expect(answer.headers.get('allow')).toBe(allowed);
    });

    it('the API lists the allowed methods for OPTIONS, and reports an unknown path as 404', async () => {
      const answer = await app.call('OPTIONS', '/api/things/notes');
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
      expect((await app.call('OPTIONS', '/api/nothing')).status).toBe(404);
    });

    it('the API uses the same status for HEAD as for GET, but sends no body', async () => {
      const get = await app.call('GET', '/api/things/by-number/4');
      const head = await app.call('HEAD', '/api/things/by-number/4');
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    });

    it.each(['/api/things/by-number/%FF', '/api/things/by-number/%', '/api/things/by-number/a%00b'])(
      'the API refuses the invalid path %s',
      async (path) => {
        expect((await raw('GET', path)).status).toBe(400);
      },
    );

    it.each(['0', '-1', '1.5', 'abc', '1e3', '01', '0x10', '%20'])(
      'the API refuses %s as a record id',
      async (id) => {
        expect(await app.call('GET', `/api/things/by-number/${id}`)).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', details: [{ path: 'id' }] },
        });
      },
    );

    it.each(['2147483648', '99999999999', '9'.repeat(400)])(
      'the API reports a record id that is too large for its column as unknown: %s',
      async (id) => {
        expect(await app.call('GET', `/api/things/by-number/${id}`)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      },
    );

    it('the API accepts a UUID as an id, in upper or lower case, and refuses other texts', async () => {
      expect(await statusOf('01890A5D-AC96-774B-BCCE-B302099A8057')).toBe(200);
      expect(await statusOf('00000000-0000-0000-0000-000000000000')).toBe(200);
      expect(await statusOf('01890a5d-ac96-774b-bcce')).toBe(400);
      expect(await statusOf('7')).toBe(400);
    });
  });

  it.each([
    ['Authorization', 'Authorization'],
    ['authorization', 'AUTHORIZATION'],
  ])('the API refuses credentials in two headers: %s and %s', async (first, second) => {
    const path = '/api/things/by-number/4';
    const once = ['Host', 'localhost', first, 'Bearer a'];
    expect((await raw('GET', path, once)).status).toBe(200);
    const answer = await raw('GET', path, [...once, second, 'Bearer a']);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: expect.any(String), code: 'duplicate_header' });
  });

  it('the API refuses two Host headers, even if they are equal', async () => {
    const path = '/api/things/by-number/4';
    for (const second of ['localhost', 'example.org']) {
      const answer = await raw('GET', path, ['Host', 'localhost', 'host', second]);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'duplicate_header' });
    }
  });

  describe('for request bodies', () => {
    it.each(['{', '{"text": hidden}', 'hidden', '"text"', '7', '[', "{'text': 1}"])(
      'the API refuses the body %s, which is neither a JSON object nor a JSON list, and does not repeat it in the response',
      async (body) => {
        const answer = await post(body);
        expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
        expect(answer.text).not.toContain('hidden');
      },
    );

    it.each(['[]', '[{"text":"x"}]', 'null'])(
      'the API refuses the body %s if the route requires an object',
      async (body) => {
        expect((await post(body)).status).toBe(400);
      },
    );

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'json',
      '',
    ])('the API refuses a body of the type "%s"', async (type) => {
      expect(await post('text=x', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'unsupported_type' },
      });
    });

    it.each(['application/json', 'application/JSON; charset=utf-8', 'application/merge-patch+json'])(
      'the API accepts a body of the type "%s"',
      async (type) => {
        expect((await post('{"text":"x"}', { 'content-type': type })).status).toBe(200);
      },
    );

    it('the API refuses a body with an unknown encoding or charset', async () => {
      const json = { 'content-type': 'application/json' };
      expect((await post('{}', { ...json, 'content-encoding': 'zstd' })).status).toBe(415);
      expect((await post('{}', { 'content-type': 'application/json; charset=utf-99' })).status).toBe(415);
      expect((await post('{}', { ...json, 'content-encoding': 'gzip' })).status).toBe(400);
    });

    it('the API refuses a body of more than a megabyte', async () => {
      expect(await post(JSON.stringify({ text: 'x'.repeat(1024 * 1024) }))).toMatchObject({
        status: 413,
        body: { code: 'too_large' },
      });
    });

    it('the API refuses a body with NUL, and a body whose deep nesting would exhaust the stack', async () => {
      const deep = `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(await post(deep)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(await post('{"text":"a\\u0000b"}')).toMatchObject({
        status: 400,
        body: { details: [{ path: 'text' }] },
      });
    });

    it.each(['1e400', '-1e400', '[{"deep":1e999}]'])(
      'the API refuses a body with a number that a double cannot represent: %s',
      async (n) => {
        expect(await post(`{"text":"x","more":${n}}`)).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', details: [{ path: expect.stringMatching(/^more/) }] },
        });
      },
    );

    it('the API treats a missing body as an empty object', async () => {
      expect(await app.call('POST', '/api/things/notes')).toMatchObject({
        status: 400,
        body: { details: [{ path: 'text' }] },
      });
    });
  });

  it('the API ends a hanging route with 503 if nothing was written, and with 500 if the outcome is unknown', async () => {
    const reads = [
      app.call('GET', '/api/things/hanging'),
      app.call('POST', '/api/things/hanging-query', { text: 'read' }),
    ];
    const writes = [
      app.call('POST', '/api/things/hanging'),
      app.call('POST', '/api/things/hanging-query', { text: 'write' }),
    ];
    for (const answer of await Promise.all(reads)) {
      expect(answer).toMatchObject({ status: 503, body: { statusCode: 503 } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    for (const answer of await Promise.all(writes))
      expect(answer).toMatchObject({ status: 500, body: { statusCode: 500, code: 'outcome_unknown' } });
    expect((await app.call('GET', '/api/things/by-number/4')).status).toBe(200);
  });

  it('the API refuses an unauthorized caller without waiting for the body', async () => {
    class Nobody implements CanActivate {
      canActivate(): boolean {
        throw new DomainError('unauthenticated', 'unauthenticated', 'A bearer token is required.');
      }
    }
    const closed = await serveFramed([ThingsController], {
      providers: [{ provide: APP_GUARD, useClass: Nobody }],
    });
    for (const [body, type] of [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      ['x'.repeat(2_000_000), 'application/json'],
    ] as const) {
      const answer = await closed.call('POST', '/api/things/notes', body, { 'content-type': type });
      expect(answer.status).toBe(401);
    }
    await closed.close();
  });

  it('the API refuses to start if a route does not describe its response', async () => {
    @Controller('silent')
    class SilentController {
      @Get()
      @Public()
      answer(): string {
        return 'something';
      }
    }
    await expect(serveFramed([ThingsController, SilentController])).rejects.toThrow('GET /api/silent');
  });

  async function statusOf(id: string): Promise<number> {
    return (await app.call('GET', `/api/things/by-uuid/${id}`)).status;
  }

  function post(body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
    return app.call('POST', '/api/things/notes', body, headers);
  }

  async function raw(method: string, path: string, headers: Record<string, string> | string[] = {}) {
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      httpRequest(app.url, { method, path, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      })
        .on('error', reject)
        .end();
    });
  }
});

function pgError(code: string): Error {
  return Object.assign(new Error('refused'), { code });
}
