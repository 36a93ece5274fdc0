import { readableLine } from './log-line';

const time = new Date(2025, 4, 17, 9, 8, 7).getTime();
const shown = (record: object) =>
  readableLine('api', JSON.stringify({ time, pid: 1, hostname: 'h', ...record }), false);

describe('readableLine', () => {
  it.each([
    [{ level: 30, msg: 'Started' }, '09:08:07 api         INFO  Started'],
    [{ level: 40, msg: 'Slow', delayMs: 12 }, '09:08:07 api         WARN  Slow delayMs=12'],
    [{ level: 30, context: 'Ingestion', msg: 'Read' }, '09:08:07 api         INFO  [Ingestion] Read'],
    [{ level: 35, msg: 'Between levels' }, '09:08:07 api         INFO  Between levels'],
    [{ level: 30, msg: 'x', area: { id: 3 } }, '09:08:07 api         INFO  x area={"id":3}'],
  ])('formats the JSON line %j', (record, line) => {
    expect(shown(record)).toBe(line);
  });

  it('shows a request in one line', () => {
    const req = { id: 1, method: 'GET', url: '/api/points', headers: { authorization: 'Bearer secret' } };
    expect(
      shown({ level: 30, msg: 'request completed', req, res: { statusCode: 200 }, responseTime: 3.4 }),
    ).toBe('09:08:07 api         INFO  request completed GET /api/points 200 3 ms');
  });

  it('shows a stack trace indented below the log line', () => {
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at f (x.js:1:1)' };
    expect(shown({ level: 50, msg: 'broken', err })).toBe(
      '09:08:07 api         ERROR broken\n    Error: broken\n        at f (x.js:1:1)',
    );
  });

  it('prevents log messages from controlling the terminal or forging lines', () => {
    const line = shown({ level: 30, msg: 'a\u001b[2Jb\n09:00:00 api INFO forged', 'k\n': '\u009b1m' });
    expect(line).toContain(String.raw`a\u001b[2Jb\n09:00:00 api INFO forged`);
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  it.each(['plain words', '{broken', '{"no":"level"}', '[1]'])('shows the line %s unchanged', (line) => {
    expect(readableLine('worker', line, false)).toMatch(/^\d\d:\d\d:\d\d worker {6}/);
    expect(readableLine('worker', line, false)).toContain(line);
  });
});
