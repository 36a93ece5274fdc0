import fs from 'node:fs';
import { runInRequest } from '@app/kernel';
import { Logger as NestLogger } from '@nestjs/common';
import { createLogger } from './create-logger';
import { NestLog } from './nest-log';

type Line = Record<string, unknown>;

function logging(): { lines: Line[]; logger: ReturnType<typeof createLogger> } {
  const lines: Line[] = [];
  const logger = createLogger('debug', { write: (line) => lines.push(JSON.parse(line) as Line) });
  return { lines, logger };
}

describe('standard output', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('receives all lines of a tenth of a second in one write, and no write if there are no lines', () => {
    const write = jest.spyOn(fs, 'write').mockImplementation(() => undefined);
    const logger = createLogger('info');
    jest.advanceTimersByTime(1000);
    expect(write).not.toHaveBeenCalled();

    for (let number = 0; number < 3; number++) logger.info({ number }, 'A line');
    jest.advanceTimersByTime(99);
    expect(write).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);

    expect(write).toHaveBeenCalledTimes(1);
    const text = String(write.mock.calls[0]?.[1]);
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as Line).number),
    ).toEqual([0, 1, 2]);
    jest.advanceTimersByTime(1000);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('is written immediately after a fatal error, unless the parent that reads it was killed', () => {
    const write = jest.spyOn(fs, 'writeSync').mockImplementation((_, text) => Buffer.byteLength(text));
    const { connected } = process;
    try {
      Object.assign(process, { connected: true });
      const logger = createLogger('info');
      logger.fatal('This is read');
      expect(write).toHaveBeenCalledTimes(1);
      Object.assign(process, { connected: false });
      logger.fatal('Nobody reads this');
      expect(write).toHaveBeenCalledTimes(1);
    } finally {
      Object.assign(process, { connected });
    }
  });
});

describe('the log', () => {
  it('adds to each line the id of the request that caused it', () => {
    const { lines, logger } = logging();
    runInRequest('request-1', () => logger.info('inside'));
    logger.info('outside');
    expect(lines).toMatchObject([{ msg: 'inside', requestId: 'request-1' }, { msg: 'outside' }]);
    expect(lines[1]).not.toHaveProperty('requestId');
  });

  it('limits repeated warnings, but not repeated lines of the level info', () => {
    const { lines, logger } = logging();
    const log = new NestLog(logger);
    for (let attempt = 0; attempt < 50; attempt++) {
      log.warn({ err: new Error('ENOSPC'), attempt }, 'It could not be written', 'Energy');
      log.warn({ err: new Error('ENOSPC') }, 'It could not be written', 'Ingestion');
      log.log('It was read', 'Energy');
    }
    const count = (text: string) => lines.filter(({ msg }) => msg === text).length;
    expect([count('It could not be written'), count('It was read')]).toEqual([6, 50]);
  });

  it('writes every line about security, even if it is repeated', () => {
    const { lines, logger } = logging();
    for (let attempt = 0; attempt < 50; attempt++) logger.warn({ security: 'refresh_refused' }, 'Refused');
    expect(lines).toHaveLength(50);
  });

  it.each(['executionId', 'workflowId', 'jobId'])(
    'limits warnings separately if they differ in their %s, up to 20 warnings a minute',
    (field) => {
      jest.useFakeTimers();
      const { lines, logger } = logging();
      for (let id = 0; id < 500; id++) logger.warn({ [field]: `id-${id}` }, 'It failed');
      expect(lines.map((line) => line[field])).toEqual(Array.from({ length: 20 }, (_, id) => `id-${id}`));
      jest.advanceTimersByTime(60_000);
      jest.useRealTimers();
      expect(lines.slice(20)).toMatchObject([{ [field]: 'id-499', repeated: 480 }]);
    },
  );

  it('limits the summaries of many records, and counts each line', () => {
    jest.useFakeTimers();
    const { lines, logger } = logging();
    for (let attempt = 0; attempt < 5; attempt++) {
      for (let id = 0; id < 100; id++) logger.warn({ executionId: `id-${id}` }, 'It failed');
    }
    expect(lines).toHaveLength(20);
    for (let minute = 1; minute <= 3; minute++) jest.advanceTimersByTime(60_000);
    jest.useRealTimers();
    expect(lines.length).toBeLessThanOrEqual(42);
    const counted = lines.map(({ repeated = 1 }) => Number(repeated));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(500);
  });

  it('writes the number of suppressed lines even if no other line follows', () => {
    jest.useFakeTimers();
    const { lines, logger } = logging();
    for (let attempt = 0; attempt < 50; attempt++) logger.warn({ attempt }, 'It failed');
    jest.advanceTimersByTime(60_000);
    jest.useRealTimers();
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toMatchObject({ attempt: 49, repeated: 47, msg: 'It failed' });
  });

  it('masks fields that have the name of a secret', () => {
    const { lines, logger } = logging();
    logger.info({
      password: 'hidden-1',
      body: { newPassword: 'hidden-2', username: 'ada' },
      req: { headers: { authorization: 'Bearer hidden-3', cookie: 'hidden-4', host: 'here' } },
      request: { query: { appid: 'hidden-8' }, deep: { er: { 'x-api-key': 'hidden-9' } } },
      url: 'https://x.org/?apikey=hidden-7',
      tokens: { accessToken: 'hidden-5', refreshToken: 'hidden-6' },
    });
    logger.error({ err: new Error('https://x.org/?token=hidden-10 failed') }, 'it failed');
    new NestLog(logger).warn('GET https://x.org/?token=hidden-11 failed', 'Http');
    const text = JSON.stringify(lines);
    expect(text).not.toContain('hidden');
    expect(text).toContain('ada');
    expect(text).toContain('here');
  });

  it('omits the statement and the parameters of a failed query', () => {
    const { lines, logger } = logging();
    const driverError = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'hidden-1' });
    const failure = Object.assign(new Error('query failed', { cause: driverError }), {
      query: 'INSERT hidden-2',
      parameters: ['hidden-3'],
    });
    logger.error(failure, 'it failed');
    new NestLog(logger).error({ err: failure }, 'it failed', 'Energy');
    const text = JSON.stringify(lines);
    expect(text).not.toContain('hidden');
    for (const line of lines) {
      expect(line).toMatchObject({
        msg: 'it failed',
        err: { type: 'Error', message: 'query failed', cause: { message: 'duplicate key', code: '23505' } },
      });
    }
    expect(lines[1]).toMatchObject({ context: 'Energy' });
  });

  it('accepts the log calls of Nest', () => {
    const { lines, logger } = logging();
    const nest = new NestLog(logger);
    nest.log('started', 'Somewhere');
    nest.warn({ lease: 'poll' }, 'lost it', 'Leases');
    NestLogger.overrideLogger(nest);
    new NestLogger('Queue').error(new Error('broken'));
    expect(lines).toMatchObject([
      { level: 30, context: 'Somewhere', msg: 'started' },
      { level: 40, context: 'Leases', lease: 'poll', msg: 'lost it' },
      { level: 50, context: 'Queue', err: { message: 'broken' } },
    ]);
  });
});
