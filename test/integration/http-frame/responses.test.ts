import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { currentRequestId } from '@app/kernel';
import { Controller, Get, Header, Logger, Res, StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Produces } from '../../../apps/api/src/http/reference/media-types.decorator';
import { waitFor } from '../../harness';
import { type FramedApp, serveFramed } from './framed-app';

class PlaceDto {
  @ApiProperty() name: string;
  @ApiProperty({ type: () => [PlaceDto], required: false }) children?: PlaceDto[];
}

class FirstDto {
  @ApiProperty({ enum: ['first'] }) kind: 'first';
  @ApiProperty() one: number;
}

class SecondDto {
  @ApiProperty({ enum: ['second'] }) kind: 'second';
  @ApiProperty({ format: 'date-time' }) at: Date;
}

@ApiExtraModels(FirstDto, SecondDto)
class AnswerDto {
  @ApiProperty() id: number;
  @ApiProperty({ type: String, nullable: true }) note: string | null;
  @ApiProperty({ type: String, format: 'date-time' }) at: Date | string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) endedAt: Date | null;
  @ApiProperty({ enum: ['good', 'bad'], nullable: true }) quality: 'good' | 'bad' | null;
  @ApiProperty({ type: PlaceDto, nullable: true }) place: PlaceDto | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) settings: Record<string, unknown>;
  @ApiProperty({ required: false }) extra?: number;
  @ApiProperty({ oneOf: [FirstDto, SecondDto].map((dto) => ({ $ref: getSchemaPath(dto) })), required: false })
  either?: FirstDto | SecondDto;
}

const answer = {
  id: 7,
  note: null,
  at: new Date('2026-03-29T01:30:00.5Z'),
  endedAt: null,
  quality: null,
  place: { name: 'hall "A"\u2028', children: [{ name: 'room', children: [] }] },
  settings: { any: [1, { deep: true }], at: new Date(0) },
};

let returned: unknown;

@Controller('answers')
class AnswersController {
  private readonly logger = new Logger('Answers');

  @Get()
  @ApiOkResponse({ type: AnswerDto })
  one(): AnswerDto {
    return returned as AnswerDto;
  }

  @Get('logged')
  @ApiOkResponse({ type: PlaceDto })
  async logged(): Promise<PlaceDto> {
    await new Promise((resolve) => setImmediate(resolve));
    this.logger.log('in the route');
    return { name: currentRequestId() ?? '' };
  }

  @Get('stream')
  @Produces('text/event-stream', 'Events.')
  stream(@Res() response: Response): void {
    response.setHeader('Content-Type', 'text/event-stream');
    response.write('event: heartbeat\n\n');
  }

  @Get('file')
  @Produces('text/plain', 'A file.')
  @Header('Content-Disposition', 'attachment')
  file(): StreamableFile {
    return new StreamableFile(Buffer.from('content'), { type: 'text/plain' });
  }
}

describe('responses of the API', () => {
  let app: FramedApp;

  beforeAll(async () => {
    app = await serveFramed([AnswersController]);
  });
  afterAll(() => app.close());

  it('responses are serialized according to their schema', async () => {
    const { status, body, headers } = await answered(answer);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...answer,
        at: '2026-03-29T01:30:00.500Z',
        settings: { ...answer.settings, at: '1970-01-01T00:00:00.000Z' },
      },
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('responses contain only fields of the schema', async () => {
    const { text } = await answered({
      ...answer,
      passwordHash: 'hidden',
      place: { name: 'hall', passwordHash: 'hidden' },
      either: { kind: 'first', one: 1, passwordHash: 'hidden' },
    });
    expect(text).not.toContain('hidden');
    expect(JSON.parse(text)).toMatchObject({ either: { kind: 'first', one: 1 } });
  });

  it.each([
    ['a date', { endedAt: new Date('2026-01-01T00:00:00Z') }, { endedAt: '2026-01-01T00:00:00.000Z' }],
    [
      'an ISO 8601 text instead of a date',
      { at: '2026-01-01T00:00:00.000Z' },
      { at: '2026-01-01T00:00:00.000Z' },
    ],
    [
      'an object of one of two types',
      { either: { kind: 'second', at: new Date(0) } },
      { either: { kind: 'second' } },
    ],
    ['a value of an enum', { quality: 'bad' }, { quality: 'bad' }],
  ])('responses may have %s', async (_, given, expected) => {
    expect(await answered({ ...answer, ...given })).toMatchObject({ status: 200, body: expected });
  });

  it.each([
    ['a text instead of a number', { id: 'hidden' }, '/id must be number'],
    ['NaN instead of a number', { id: Number.NaN }, '/id must be number'],
    ['null in a field that is not nullable', { place: { name: null } }, '/place/name must be string'],
    ['a missing field', { note: undefined }, "must have required property 'note'"],
    ['an instant in another format', { at: '2026-01-01' }, '/at must pass "instant" keyword validation'],
    ['an invalid date', { endedAt: new Date(Number.NaN) }, '/endedAt'],
    ['a value outside its enum', { quality: 'hidden' }, '/quality'],
    [
      'an error in a nested object',
      { place: { name: 'a', children: [{ name: 7 }] } },
      '/place/children/0/name',
    ],
    ['no body', undefined, '/ must be object'],
  ])('responses with %s are replaced by a 500, and the log names the field', async (_, given, fault) => {
    const before = app.log.length;
    const { status, body } = await answered(given && { ...answer, ...given });
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { message: 'Internal server error', code: 'internal_error' },
    });
    const logged = JSON.stringify(app.log.slice(before));
    expect(logged).toContain(JSON.stringify(fault).slice(1, -1));
    expect(logged).not.toContain('hidden');
  });

  it('responses have headers that forbid sniffing, framing and caching', async () => {
    for (const path of ['/api/answers/logged', '/nothing']) {
      const { headers } = await app.call('GET', path, undefined, { origin: 'https://elsewhere.example' });
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      for (const absent of ['x-powered-by', 'server', 'etag', 'access-control-allow-origin']) {
        expect(headers.has(absent)).toBe(false);
      }
    }
  });

  it('responses may have another media type than JSON if the route declares it', async () => {
    const { text, headers } = await app.call('GET', '/api/answers/file');
    expect(text).toBe('content');
    expect(headers.get('content-type')).toBe('text/plain');
  });

  describe('request ids', () => {
    it.each(['a', '01890a5d-ac96-774b-bcce-b302099a8057', 'trace:1.2_3', 'x'.repeat(128)])(
      'responses have a request id that comes from the caller: %s',
      async (id) => {
        const { headers, body } = await app.call('GET', '/api/answers/logged', undefined, {
          'x-request-id': id,
        });
        expect(headers.get('x-request-id')).toBe(id);
        expect(body).toEqual({ name: id });
      },
    );

    it.each(['', 'two words', 'x'.repeat(129), '{"a":1}', '../x', '<script>'])(
      'responses have a request id that replaces the invalid id %j',
      async (id) => {
        const { headers } = await app.call('GET', '/api/answers/logged', undefined, { 'x-request-id': id });
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      },
    );

    it('the request id is in error responses and in every log line of the request', async () => {
      const id = 'request-77';
      const { headers } = await app.call('GET', '/api/nothing?token=hidden', undefined, {
        'x-request-id': id,
        authorization: 'Bearer hidden',
      });
      expect(headers.get('x-request-id')).toBe(id);
      await app.call('GET', '/api/answers/logged', undefined, { 'x-request-id': id });
      const lines = await waitFor(
        () => {
          const found = app.log.filter((line) => line.requestId === id);
          return found.length >= 3 && found;
        },
        { what: 'the lines' },
      );
      expect(lines).toMatchObject([
        { req: { method: 'GET', url: '/api/nothing' }, res: { statusCode: 404 } },
        { msg: 'in the route', context: 'Answers' },
        {
          req: { method: 'GET', url: '/api/answers/logged' },
          res: { statusCode: 200 },
          responseTime: expect.any(Number),
        },
      ]);
      expect(JSON.stringify(app.log)).not.toContain('hidden');
    });

    it('the log line of a call to a one-time address has the request id and a masked token', async () => {
      await app.call('GET', '/api/workflows/resume/rt_one-time/x', undefined, {
        'x-request-id': 'request-78',
      });
      const line = await waitFor(() => app.log.find(({ requestId }) => requestId === 'request-78'), {
        what: 'the line',
      });
      expect(line).toMatchObject({ req: { url: '/api/workflows/resume/********' } });
      expect(JSON.stringify(app.log)).not.toContain('one-time');
    });
  });

  it('all responses end at a shutdown, even if connections are kept alive and a stream is open', async () => {
    const ending = await serveFramed([AnswersController]);
    const agent = new Agent({ keepAlive: true });
    const kept = await get(`${ending.url}/api/answers/logged`, agent);
    kept.resume();
    await once(kept, 'end');
    const stream = await get(`${ending.url}/api/answers/stream`, agent);
    await once(stream, 'data');
    const closed = new Promise((resolve) => stream.on('error', resolve));
    await ending.close();
    await closed;
    await expect(fetch(ending.url)).rejects.toThrow('fetch failed');
    agent.destroy();
  });

  function answered(value: unknown) {
    returned = value;
    return app.call('GET', '/api/answers');
  }
});

function get(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent }, resolve).on('error', reject).end();
  });
}
