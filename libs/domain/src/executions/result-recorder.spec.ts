import type { SettledRun } from '@app/workflow-engine';
import { trialGraph } from '../../../../test/factories/trial-execution';
import type { NodeResult } from './node-result';
import { ResultRecorder } from './result-recorder';
import { SecretValues } from './secret-values';

const graph = trialGraph(['start > a', 'a > b']);
const secrets = new SecretValues({ TOKEN: 'tok-12345' });

const aRun = (overrides: Partial<SettledRun> = {}): SettledRun => ({
  token: { frame: '', nodeId: 'a', visit: 1 },
  status: 'success',
  input: { x: 1 },
  output: { y: 2 },
  error: null,
  attempts: 1,
  logs: ['done'],
  startedAtMs: Date.parse('2026-05-01T10:00:00.000Z'),
  endedAtMs: Date.parse('2026-05-01T10:00:00.250Z'),
  ...overrides,
});
const parsed = (texts: string[]) => texts.map((text) => JSON.parse(text) as NodeResult);

describe('the record of results', () => {
  it('tells what came of a run', () => {
    const recorder = new ResultRecorder(graph, secrets, 100_000);
    expect(parsed(recorder.record([aRun()]))).toEqual([
      {
        nodeId: 'a',
        type: 'work',
        name: 'a',
        iteration: '',
        visit: 1,
        status: 'success',
        input: { x: 1 },
        output: { y: 2 },
        duration: 250,
        startedAt: '2026-05-01T10:00:00.000Z',
        logs: ['done'],
        attempts: 1,
        error: null,
      },
    ]);
  });

  it('shows no secret, in whatever field', () => {
    const recorder = new ResultRecorder(graph, secrets, 100_000);
    const text = 'Bearer tok-12345';
    const run = aRun({
      status: 'failed',
      input: { text },
      output: { text: [text] },
      logs: [text],
      error: { code: 'broken', message: text },
    });
    const [written = ''] = recorder.record([run]);
    expect(written).not.toContain('tok-12345');
    expect(written.match(/Bearer \*{8}/g)).toHaveLength(4);
  });

  it('keeps to the limit, says what it cut and that it leaves out, and keeps the failure', () => {
    const limit = 50_000;
    const recorder = new ResultRecorder(graph, secrets, limit);
    const many = Array.from({ length: 40 }, (_, index) =>
      aRun({
        token: { frame: `each[${index}]`, nodeId: 'a', visit: 1 },
        output: { text: 'x"'.repeat(2000) },
      }),
    );
    const failed = aRun({
      token: { frame: '', nodeId: 'b', visit: 1 },
      status: 'failed',
      output: null,
      error: { code: 'broken', message: 'It failed.' },
    });
    const texts = [...recorder.record(many), ...recorder.record([failed]), ...recorder.recordFailure()];
    expect(texts.reduce((sum, text) => sum + text.length + 1, 0)).toBeLessThanOrEqual(limit);
    const results = parsed(texts);
    expect(results.length).toBeLessThan(20);
    expect(results.at(-1)).toMatchObject({ nodeId: 'b', status: 'failed', error: { code: 'broken' } });
    expect(results.at(-2)?.logs.at(-1)).toContain('left out');
    expect(results.some(({ output }) => output && 'truncated' in output)).toBe(true);
    expect(results[0]?.output).toEqual({ text: 'x"'.repeat(2000) });
  });

  it('goes on where it was', () => {
    const first = new ResultRecorder(graph, secrets, 20_000);
    while (!first.full) first.record([aRun()]);
    const second = new ResultRecorder(graph, secrets, 20_000, first.recorded, first.full);
    expect(second.record([aRun()])).toEqual([]);
    expect(second.recordFailure()).toEqual([]);
  });
});
