import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORTED_MS, whileWorking } from './while-working';

const ROOT = join(__dirname, '..');
const SELF = 'api/while-working.ts';

/** Everything that the console polls, with the reason why the event stream is not enough. */
const POLLED = {
  'api/exports.ts': ['whileWorking(isWorking, REPORTED_MS)'], // finds an end whose event was lost
  'features/workflows/workflows.queries.ts': [
    "whileWorking(({ status }: ExecutionDetail) => status === 'running', REPORTED_MS)", // the same
  ],
  // The stream does not report backups, imports and runs of reports. They are polled only while one is at work.
  'features/backups/backups.queries.ts': ['whileWorking(({ items }: Page<Backup>) => items.some(isWorking))'],
  'features/energy/imports/imports.queries.ts': [expect.stringMatching(/^whileWorking\(/)],
  'features/reports/reports.queries.ts': [
    'whileWorking((plans: Plan[]) => plans.some(({ lastStatus }) => isWorking(lastStatus)))',
    'whileWorking((runs: Run[]) => runs.some(({ status }) => isWorking(status)))',
  ],
  'features/settings/settings.queries.ts': ['HEALTH_MS'], // the stream does not report the state of the service
  'features/public-dashboard/public-dashboard.queries.ts': ['REFRESH_MS'], // the stream needs a signed-in user
};

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.spec)\.tsx?$/.test(name))
  .map((name) => ({ name, source: readFileSync(join(ROOT, name), 'utf8') }));

const pauseFor = (data?: { left: number }) =>
  whileWorking(({ left }: { left: number }) => left > 0, REPORTED_MS)({ state: { data } });

describe('whileWorking', () => {
  it('polls only while something is at work', () => {
    expect([pauseFor(), pauseFor({ left: 1 }), pauseFor({ left: 0 })]).toEqual([false, REPORTED_MS, false]);
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

  it('have no timer of their own: the only interval is that of the shown time', () => {
    const withInterval = sources.filter(({ source }) => /\bsetInterval\(/.test(source));
    expect(withInterval.map(({ name }) => name)).toEqual(['ui/use-now.ts']);
  });
});
