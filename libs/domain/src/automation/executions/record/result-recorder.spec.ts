import { SecretValues } from '@app/kernel';
import type { ExecutionError, SettledRun } from '@app/workflow-engine';
import { trialGraph } from '../../../../../../test/factories/trial-execution';
import type { NodeResult } from './node-result';
import { ResultRecorder } from './result-recorder';

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

const failed = aRun({
  token: { frame: '', nodeId: 'b', visit: 1 },
  status: 'failed',
  output: null,
  error: { code: 'broken', message: 'It failed.' },
});
const interrupted: SettledRun = {
  ...failed,
  token: { frame: '', nodeId: 'a', visit: 1 },
  error: { code: 'interrupted', message: 'The execution ended after 1 of 40 items.' },
};
const reason: ExecutionError = { code: 'broken', message: 'It failed.', nodeId: 'b' };

describe('ResultRecorder', () => {
  it('records the result of a node run', () => {
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

  it('masks secrets in every field', () => {
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

  it('stays within the size limit, marks shortened and omitted data, and always records the failure', () => {
    const limit = 54_000;
    const recorder = new ResultRecorder(graph, secrets, limit);
    const many = Array.from({ length: 40 }, (_, index) =>
      aRun({
        token: { frame: `each[${index}]`, nodeId: 'a', visit: 1 },
        output: { text: 'x"'.repeat(2000) },
      }),
    );
    const texts = [...recorder.record(many), ...recorder.record([failed, interrupted], reason)];
    expect(texts.reduce((sum, text) => sum + text.length + 1, 0)).toBeLessThanOrEqual(limit);
    expect(recorder.recorded).toBeLessThanOrEqual(limit);
    const results = parsed(texts);
    expect(results.length).toBeLessThan(20);
    expect(results.at(-1)).toMatchObject({ nodeId: 'b', status: 'failed', error: { code: 'broken' } });
    expect(results.at(-2)?.logs.at(-1)).toContain('left out');
    expect(results.some(({ output }) => 'truncated' in output)).toBe(true);
    expect(results[0]?.output).toEqual({ text: 'x"'.repeat(2000) });
  });

  it.each<[string, SettledRun[], ExecutionError]>([
    ['the failure of a node', [failed, interrupted], reason],
    [
      'the failure of one of several nodes',
      [{ ...failed, token: { ...failed.token, nodeId: 'a' } }, failed],
      reason,
    ],
    [
      'a failure in a round of a loop',
      [failed, { ...failed, token: { frame: 'each[3]', nodeId: 'b', visit: 2 } }],
      { ...reason, iteration: 'each[3]' },
    ],
    ['a failure that is not caused by a node', [failed], { code: 'broken', message: 'It failed.' }],
    [
      'a failure with many log lines',
      [{ ...failed, logs: Array.from({ length: 100 }, () => 'x'.repeat(1000)) }],
      reason,
    ],
  ])('records the failure exactly once, also in a full record: %s', (_, last, reason) => {
    const recorder = new ResultRecorder(graph, secrets, 20_000, 20_000, true);
    const kept = recorder.record([aRun(), ...last], reason);
    expect(kept).toHaveLength(1);
    const { nodeId = reason.nodeId, iteration = '', error } = parsed(kept)[0] ?? {};
    expect([nodeId, iteration]).toEqual([reason.nodeId ?? 'b', reason.iteration ?? '']);
    expect(error).toEqual({ code: 'broken', message: 'It failed.' });
    expect(kept[0]?.length).toBeLessThan(6000);
  });

  it('adds a note about omitted results only if results were omitted', () => {
    const recorder = new ResultRecorder(graph, secrets, 100_000);
    const big = aRun({ output: { text: 'x'.repeat(200_000) } });
    const texts = recorder.record([aRun(), big]);
    expect(texts.join()).not.toContain('left out');
    expect(parsed(texts)[1]?.output).toHaveProperty('truncated', true);
    let last: string[] = [];
    while (!recorder.full) last = recorder.record([big]);
    expect(parsed(last)[0]).toMatchObject({ input: {}, output: {}, status: 'success' });
    expect(last[0]).toContain('left out');
    expect(recorder.record([big])).toEqual([]);
  });

  it('records missing data as empty objects, and does not mask ids and codes', () => {
    const hiding = new SecretValues({ A: 'work', B: 'broken', C: 'failed', D: 'loop[0]', E: 'start' });
    const recorder = new ResultRecorder(graph, hiding, 100_000);
    const run = { ...failed, token: { frame: 'loop[0]', nodeId: 'start', visit: 1 }, input: {} };
    expect(parsed(recorder.record([run]))[0]).toMatchObject({
      nodeId: 'start',
      type: 'start',
      iteration: 'loop[0]',
      status: 'failed',
      input: {},
      output: {},
      error: { code: 'broken', message: 'It ********.' },
    });
  });

  it('appends to a record that another worker began', () => {
    const first = new ResultRecorder(graph, secrets, 20_000);
    while (!first.full) first.record([aRun()]);
    const second = new ResultRecorder(graph, secrets, 20_000, first.recorded, first.full);
    expect(second.record([aRun()])).toEqual([]);
  });
});
