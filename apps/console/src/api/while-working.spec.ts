import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whileWorking } from './while-working';

const ROOT = join(__dirname, '..');
const SELF = 'api/while-working.ts';

/** Everything that the console polls, with the reason why the event stream is not enough. */
const POLLED = {
  'api/exports.ts': ['whileWorking(isWorking)'], // finds an end whose event was lost
  'features/workflows/workflows.queries.ts': [
    "whileWorking(({ status }: ExecutionDetail) => status === 'running')", // the same
  ],
  'features/settings/settings.queries.ts': ['HEALTH_MS', 'HEALTH_MS', 'HEALTH_MS'], // the stream does not report the state of the service
  'features/public-dashboard/public-dashboard.queries.ts': ['REFRESH_MS'], // the stream needs a signed-in user
};

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.spec)\.tsx?$/.test(name))
  .map((name) => ({ name, source: readFileSync(join(ROOT, name), 'utf8') }));

const pauseFor = (data?: { left: number }) =>
  whileWorking(({ left }: { left: number }) => left > 0)({ state: { data } });

describe('whileWorking', () => {
  it('polls only while something is at work', () => {
    expect([pauseFor(), pauseFor({ left: 1 }), pauseFor({ left: 0 })]).toEqual([false, 15_000, false]);
  });
});

describe('The queries of the console', () => {
  it('poll only what the event stream does not report', () => {
    const found = sources
      .filter(({ name }) => name !== SELF)
      .map(({ name, source }) => [
        name,
        [...source.matchAll(/refetchInterval:\s*(.*?),?$/gm)].map(([, rule]) => rule),
      ])
      .filter(([, rules]) => rules?.length);
    expect(Object.fromEntries(found)).toEqual(POLLED);
  });

  it('have no timer of their own: the only intervals are those of the shown time and of the check of the stream', () => {
    const withInterval = sources.filter(({ source }) => /\bsetInterval\(/.test(source));
    expect(withInterval.map(({ name }) => name)).toEqual(['api/use-stream.ts', 'ui/use-now.ts']);
  });
});
