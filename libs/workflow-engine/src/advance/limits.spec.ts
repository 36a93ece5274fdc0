import {
  failure,
  loopOver,
  runTrial,
  scripted,
  trialGraph,
} from '../../../../test/factories/trial-execution';
import type { ErrorHandler } from '../definition';
import type { ExecutionLimits } from '../execution-state';
import type { Json } from '../json';
import type { StepOutcome } from '../node-outcome';
import {
  gotosExceeded,
  itemsExceeded,
  misbehaved,
  outputExceeded,
  stateExceeded,
  stepsExceeded,
  tooDeep,
} from './limits';
import { errorOf, outcomeOf } from './read-state';

const done = (output: Record<string, Json>, variables?: Record<string, Json>): StepOutcome => ({
  kind: 'done',
  output,
  ...(variables && { variables }),
});

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Each field counts with a comma, also the last one. */
const SEPARATOR = 1;

interface Case {
  lines?: string[];
  limits: Partial<ExecutionLimits>;
  script: Record<string, StepOutcome | (StepOutcome | undefined)[]>;
  handlers?: Record<string, ErrorHandler>;
  code: string;
  nodeId: string;
  /** Expected number of results. */
  results: number;
}

describe('the limits of an execution', () => {
  const lines = ['start > a', 'a > b', 'b > c'];
  const again: ErrorHandler = { action: 'goto', gotoNodeId: 'a' };
  const cases: Record<string, Case> = {
    'too many node runs': {
      limits: { steps: 3 },
      script: {},
      code: 'steps_exceeded',
      nodeId: 'c',
      results: 4,
    },
    'too many steps because of retries': {
      limits: { steps: 4 },
      script: { a: failure() },
      handlers: { a: { action: 'retry', retryCount: 10 } },
      code: 'steps_exceeded',
      nodeId: 'a',
      results: 2,
    },
    'too many steps because of retries with pauses': {
      limits: { steps: 4 },
      script: { a: failure() },
      handlers: { a: { action: 'retry', retryCount: 10, retryDelayMs: 5 } },
      code: 'steps_exceeded',
      nodeId: 'a',
      results: 2,
    },
    'too many steps because of jumps': {
      limits: { steps: 7 },
      script: { b: failure() },
      handlers: { b: again },
      code: 'steps_exceeded',
      nodeId: 'a',
      results: 8,
    },
    'too many steps in a loop': {
      lines: ['start > loop', 'loop -body> a'],
      limits: { steps: 5 },
      script: { loop: loopOver([1, 2, 3, 4, 5]) },
      // The results include one for the loop itself.
      code: 'steps_exceeded',
      nodeId: 'a',
      results: 6,
    },
    'too many jumps': {
      limits: { gotos: 2 },
      script: { b: failure() },
      handlers: { b: again },
      code: 'gotos_exceeded',
      nodeId: 'b',
      results: 7,
    },
    'too many items in a loop': {
      lines: ['start > loop', 'loop -body> a'],
      limits: { loopItems: 3 },
      script: { loop: loopOver([1, 2, 3, 4]) },
      code: 'loop_items_exceeded',
      nodeId: 'loop',
      results: 2,
    },
    'an output that is too long': {
      limits: { outputSize: 1000 },
      script: { a: done({ text: 'x'.repeat(1000) }) },
      code: 'output_too_large',
      nodeId: 'a',
      results: 2,
    },
    'an output of a delay that is too long': {
      limits: { outputSize: 1000 },
      script: { a: { kind: 'wait', untilMs: 1e12, output: { text: 'x'.repeat(1000) } } },
      code: 'output_too_large',
      nodeId: 'a',
      results: 2,
    },
    'an output of an end node that is too long': {
      limits: { outputSize: 1000 },
      script: { a: { kind: 'stop', output: { text: 'x'.repeat(1000) } } },
      code: 'output_too_large',
      nodeId: 'a',
      results: 2,
    },
    'an output that is nested too deeply': {
      limits: {},
      script: { a: done({ deep: nested(100_000) }) },
      code: 'output_too_deep',
      nodeId: 'a',
      results: 2,
    },
    'a variable that is nested too deeply': {
      limits: {},
      script: { a: done({}, { deep: nested(100_000) }) },
      code: 'output_too_deep',
      nodeId: 'a',
      results: 2,
    },
    'outputs that are too long in total': {
      limits: { stateSize: 2000 },
      script: {
        a: done({ text: 'x'.repeat(900) }),
        b: done({ text: 'x'.repeat(900) }),
        c: done({ text: 'x'.repeat(900) }),
      },
      code: 'state_too_large',
      nodeId: 'c',
      results: 4,
    },
    'a variable that grows too long': {
      limits: { stateSize: 2000 },
      script: {
        a: done({}, { text: 'x'.repeat(900) }),
        b: done({}, { text: 'x'.repeat(1800) }),
        c: done({}, { text: 'x'.repeat(3600) }),
      },
      code: 'state_too_large',
      nodeId: 'c',
      results: 4,
    },
    'log lines of a pausing node that are too long in total': {
      limits: { stateSize: 1500 },
      script: { a: failure('x'.repeat(900)) },
      handlers: { a: { action: 'retry', retryCount: 5, retryDelayMs: 5 } },
      code: 'state_too_large',
      nodeId: 'a',
      results: 2,
    },
    'items that are too long in total': {
      lines: ['start > loop', 'loop -body> a'],
      limits: { stateSize: 2000 },
      script: { loop: loopOver(Array.from({ length: 1000 }, (_, index) => index)) },
      code: 'state_too_large',
      nodeId: 'loop',
      results: 2,
    },
    'outputs of parallel rounds that are too long in total': {
      lines: ['start > loop', 'loop -body> a', 'a > b'],
      limits: { stateSize: 2000, atOnce: 10 },
      script: { loop: loopOver([1, 2, 3], 3), a: done({ text: 'x'.repeat(900) }) },
      // The first output fits and the others do not. The results include those of the active runs and of the loop.
      code: 'state_too_large',
      nodeId: 'a',
      results: 6,
    },
    'an outcome that the node type does not support': {
      limits: {},
      script: { a: loopOver([1]) },
      code: 'node_misbehaved',
      nodeId: 'a',
      results: 2,
    },
    'a branch that does not exist': {
      limits: {},
      script: { a: { kind: 'done', output: {}, branch: 'aside' } },
      code: 'node_misbehaved',
      nodeId: 'a',
      results: 2,
    },
    'a wait whose end is not a number': {
      limits: {},
      script: { a: { kind: 'wait', output: {}, untilMs: NaN } },
      code: 'node_misbehaved',
      nodeId: 'a',
      results: 2,
    },
  };

  it.each(Object.entries(cases))(
    'end the execution with an error that names the node: %s',
    (_name, { script, code, nodeId, ...rest }) => {
      // The result is the same with and without an error handler on each node.
      for (const handler of [undefined, { action: 'skip' } as const]) {
        const ids = ['a', 'b', 'c', 'loop'];
        const extras = Object.fromEntries(ids.map((id) => [id, { onError: rest.handlers?.[id] ?? handler }]));
        const graph = trialGraph(
          rest.lines ?? lines,
          rest.lines ? pick(extras, ['a', 'loop']) : pick(extras, ['a', 'b', 'c']),
          rest.limits,
        );
        const trial = runTrial(graph, { script: scripted(script) });
        expect(outcomeOf(trial.state)).toBe('failed');
        expect(errorOf(trial.state)).toMatchObject({ code, nodeId });
        expect(trial.settled.find((run) => run.error?.code === code)).toMatchObject({
          token: { nodeId },
          status: 'failed',
          error: { code, message: errorOf(trial.state)?.message },
        });
        expect(trial.settled).toHaveLength(rest.results);
      }
    },
  );

  it('allow an execution that reaches them exactly', () => {
    const graph = trialGraph(
      ['start > loop', 'loop -body> a', 'loop -done> b'],
      { b: { onError: { action: 'goto', gotoNodeId: 'b' } } },
      { steps: 8, loopItems: 3, gotos: 2 },
    );
    const trial = runTrial(graph, {
      script: scripted({ loop: loopOver([1, 2, 3]), b: [failure(), failure(), undefined] }),
    });
    expect(outcomeOf(trial.state)).toBe('success');
    expect([trial.state.steps, trial.state.gotos]).toEqual([8, 2]);
  });

  it('allow an output that reaches the limit exactly', () => {
    const text = 'x'.repeat(100);
    const outputSize = JSON.stringify({ text }).length + SEPARATOR;
    const outcomeWith = (limits: Partial<ExecutionLimits>) =>
      outcomeOf(runTrial(trialGraph(lines, {}, limits), { script: scripted({ a: done({ text }) }) }).state);
    expect(outcomeWith({ outputSize })).toBe('success');
    expect(outcomeWith({ outputSize: outputSize - 1 })).toBe('failed');
  });

  it('allow log lines of a pausing node that reach the limit exactly', () => {
    const lengths = [{ ran: 'start' }, ['attempt 1 failed: No.']].map(
      (value) => JSON.stringify(value).length,
    );
    const stateSize = lengths.reduce((sum, length) => sum + length + SEPARATOR, 0);
    const onError: ErrorHandler = { action: 'retry', retryCount: 1, retryDelayMs: 5 };
    const endWith = (limits: Partial<ExecutionLimits>) => {
      const graph = trialGraph(['start > a'], { a: { onError } }, limits);
      const { state } = runTrial(graph, { script: scripted({ a: [failure('No.'), undefined] }) });
      return [outcomeOf(state), errorOf(state)?.code];
    };
    expect(endWith({ stateSize })).toEqual(['success', undefined]);
    expect(endWith({ stateSize: stateSize - 1 })).toEqual(['failed', 'state_too_large']);
  });

  it('keep the message of the failure in the log of a node that may not jump again', () => {
    const graph = trialGraph(
      ['start > a'],
      { a: { onError: { action: 'goto', gotoNodeId: 'a' } } },
      { gotos: 1 },
    );
    const trial = runTrial(graph, { script: scripted({ a: failure('No answer.') }) });
    expect(trial.settled.map((run) => [run.error?.code, run.logs])).toEqual([
      [undefined, []],
      ['broken', ['Continues with a.']],
      ['gotos_exceeded', ['Failed: No answer.']],
    ]);
  });

  it.each([
    [stepsExceeded(9), 'The execution may have at most 9 node runs. Retries count as node runs.'],
    [gotosExceeded(9), 'The execution may jump (goto) at most 9 times.'],
    [itemsExceeded(12, 9), 'A loop may have at most 9 items, but this loop has 12.'],
    [outputExceeded(9), 'The output of a node may have at most 9 characters.'],
    [
      stateExceeded(9),
      'Outputs, variables and loop items of an execution may have at most 9 characters in total.',
    ],
    [tooDeep(), 'The data of a node may be nested at most 200 levels deep.'],
    [
      misbehaved('It has no items.'),
      'The node returned an outcome that its type does not allow. It has no items.',
    ],
  ])('are named in the message of the error, which no error handler handles: %j', (error, message) => {
    expect(error).toMatchObject({ code: error.code, message, fatal: true });
  });

  it.each([
    ['the error of the execution', undefined, 'failed'],
    ['a result', { action: 'skip' } as const, 'success'],
    ['log lines', { action: 'retry', retryCount: 3 } as const, 'failed'],
    ['an output', { action: 'goto', gotoNodeId: 'b' } as const, 'success'],
  ])('shorten error messages to 1000 characters in %s', (_, onError, outcome) => {
    const graph = trialGraph(lines, { a: { onError } });
    const message = `\u{1f525}${'y'.repeat(996)}\u{1f525}${'y'.repeat(1_000_000)}`;
    const error = { code: 'x', message };
    const trial = runTrial(graph, {
      script: ({ token }) => (token.nodeId === 'a' ? { kind: 'failed', error } : undefined),
    });
    expect(outcomeOf(trial.state)).toBe(outcome);
    const told = trial.settled.find(({ token }) => token.nodeId === 'a');
    expect(told?.error).toMatchObject({ code: 'x', message: `\u{1f525}${'y'.repeat(996)}\ufffd…` });
    expect(JSON.stringify([trial.state, trial.settled]).length).toBeLessThan(10_000);
  });

  it('allow a variable to be overwritten any number of times', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `n${index} > n${index + 1}`);
    const graph = trialGraph(['start > n0', ...lines], {}, { stateSize: 3000 });
    const trial = runTrial(graph, {
      script: ({ token }) => done({}, { text: token.nodeId.length === 2 ? 'x'.repeat(2000) : 'y' }),
    });
    expect(outcomeOf(trial.state)).toBe('success');
  });

  it('do not count finished rounds, because nothing is stored for them', () => {
    const graph = trialGraph(
      ['start > loop', 'loop -body> a', 'a > inner', 'inner -body> x', 'loop -done> b'],
      { inner: { type: 'loop' } },
      { stateSize: 4000 },
    );
    const script = scripted({
      loop: loopOver([1, 2, 3, 4, 5]),
      inner: loopOver([1]),
      a: done({ text: 'x'.repeat(1500) }),
    });
    const trial = runTrial(graph, { script });
    expect(outcomeOf(trial.state)).toBe('success');
    // The size includes only outputs of nodes outside of the loop, for example `{"ran":"start"}`.
    expect(trial.state.size).toBe(trial.state.frame.size);
    expect(trial.state.size).toBeLessThan(100);
  });
});

function pick<T>(record: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}
