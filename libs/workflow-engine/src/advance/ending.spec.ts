import {
  failure,
  loopOver,
  nameOf,
  runTrial,
  scripted,
  trialGraph,
  type Trial,
} from '../../../../test/factories/trial-execution';
import type { ExecutionState } from './state';
import type { StepOutcome } from '../node-outcome';
import { advance, begin, wake } from './advance';
import { failExecution } from './ending';
import { errorOf, nextWakeMs, outcomeOf, underWay } from './read-state';
import { retryFailed } from './retry-failed';

const cancelled = { code: 'cancelled', message: 'It was cancelled.' };
const wait: StepOutcome = { kind: 'wait', untilMs: 1e12, output: {} };

describe('an execution that is passed to failExecution', () => {
  const graph = trialGraph(['start > a', 'start > delay', 'start > loop', 'loop -body> x', 'x > y', 'a > b']);

  function underWayState(): ExecutionState {
    let { state } = begin(graph, 0);
    const send = (nodeId: string, outcome: StepOutcome = { kind: 'done', output: {} }): void => {
      const token = { frame: '', nodeId, visit: 1 };
      ({ state } = advance(graph, state, { token, atMs: 5, input: { of: nodeId }, logs: [], outcome }));
    };
    send('start');
    send('delay', wait);
    send('loop', loopOver([1, 2, 3], 2));
    return state;
  }

  it('ends immediately, with a result for every run that was started', () => {
    const state = underWayState();
    expect(underWay(state).map(nameOf)).toEqual(['a', 'loop[0]/x', 'loop[1]/x']);
    const failed = failExecution(state, cancelled, 9);
    expect(outcomeOf(failed.state)).toBe('failed');
    expect(errorOf(failed.state)).toEqual(cancelled);
    expect(underWay(failed.state)).toEqual([]);
    expect(nextWakeMs(failed.state)).toBeNull();
    expect(failed.settled.map((run) => [nameOf(run), run.status, run.error?.code, run.endedAtMs])).toEqual([
      ['a', 'failed', 'cancelled', 9],
      ['loop[0]/x', 'failed', 'cancelled', 9],
      ['loop[1]/x', 'failed', 'cancelled', 9],
      ['delay', 'skipped', 'interrupted', 9],
      ['loop', 'failed', 'interrupted', 9],
    ]);
    expect(failed.settled.find((run) => nameOf(run) === 'delay')?.input).toEqual({ of: 'delay' });
  });

  it('keeps the log lines and the start of the attempts before', () => {
    const retrying = trialGraph(['start > a'], { a: { onError: { action: 'retry', retryCount: 3 } } });
    let { state } = begin(retrying, 0);
    const report = (nodeId: string, atMs: number, outcome: StepOutcome, logs: string[] = []): void => {
      const token = { frame: '', nodeId, visit: 1 };
      ({ state } = advance(retrying, state, { token, atMs, input: {}, logs, outcome }));
    };
    report('start', 5, { kind: 'done', output: {} });
    expect(failExecution(state, cancelled, 9).settled).toMatchObject([{ startedAtMs: 5, logs: [] }]);
    report('a', 7, failure('No answer.'), ['asked']);
    expect(failExecution(state, cancelled, 9).settled).toMatchObject([
      { startedAtMs: 5, attempts: 2, logs: ['asked', 'attempt 1 failed: No answer.'] },
    ]);
  });

  it('ignores further reports and wake-ups, and cannot fail again', () => {
    const { state } = failExecution(underWayState(), cancelled, 9);
    const report = { atMs: 10, input: {}, logs: [], outcome: { kind: 'done', output: {} } } as const;
    const unchanged = { state, ready: [], settled: [] };
    expect(advance(graph, state, { ...report, token: { frame: '', nodeId: 'a', visit: 1 } })).toEqual(
      unchanged,
    );
    expect(wake(graph, state, 1e13)).toEqual(unchanged);
    expect(failExecution(state, { code: 'other', message: 'Other.' }, 10)).toEqual(unchanged);
  });

  it('stays unchanged if it had already ended', () => {
    const { state } = runTrial(trialGraph(['start > a']));
    expect(failExecution(state, cancelled, 9)).toEqual({ state, ready: [], settled: [] });
  });

  it('fails even if the next report would have completed it successfully', () => {
    const graph = trialGraph(['start > end', 'start > a']);
    let { state } = begin(graph, 0);
    for (const nodeId of ['start', 'end']) {
      const outcome: StepOutcome = { kind: nodeId === 'end' ? 'stop' : 'done', output: {} };
      const token = { frame: '', nodeId, visit: 1 };
      ({ state } = advance(graph, state, { token, atMs: 5, input: {}, logs: [], outcome }));
    }
    expect(outcomeOf(state)).toBe('running');
    expect(outcomeOf(failExecution(state, cancelled, 9).state)).toBe('failed');
  });
});

function retried(
  graph: ReturnType<typeof trialGraph>,
  first: Trial,
  script?: Parameters<typeof runTrial>[1],
): Trial {
  const stored = JSON.parse(JSON.stringify(first.state)) as ExecutionState;
  return runTrial(graph, { ...script, from: retryFailed(graph, stored, 2_000_000), startMs: 2_000_000 });
}

describe('an end node', () => {
  it('ends the execution, and its result has its output', () => {
    const trial = runTrial(trialGraph(['start > end']), {
      script: scripted({ end: { kind: 'stop', output: { total: 7 } } }),
    });
    expect(outcomeOf(trial.state)).toBe('success');
    expect(trial.settled.at(-1)).toMatchObject({ status: 'success', output: { total: 7 } });
  });
});

describe('a retry of a failed execution', () => {
  it('continues at the failed node with a new visit, and repeats no finished node', () => {
    const graph = trialGraph(['start > a', 'a > b', 'b > c', 'start > d', 'd > c']);
    const first = runTrial(graph, { script: scripted({ b: failure() }) });
    expect(outcomeOf(first.state)).toBe('failed');
    const second = retried(graph, first);
    expect(second.handedOut).toEqual(['b#2', 'c']);
    expect(outcomeOf(second.state)).toBe('success');
    expect(errorOf(second.state)).toBeNull();
    expect(Object.keys(second.state.frame.outputs).toSorted()).toEqual(['a', 'b', 'c', 'd', 'start']);
  });

  it('continues with all runs that were interrupted or due', () => {
    const graph = trialGraph(
      ['start > bad', 'start > ok', 'ok > next', 'start > delay', 'start > late', 'start > later'],
      {},
      { atOnce: 4 },
    );
    const first = runTrial(graph, { script: scripted({ bad: failure(), delay: wait }) });
    expect(first.handedOut).toEqual(['start', 'bad', 'ok', 'delay', 'late']);
    const second = retried(graph, first);
    expect(second.handedOut).toEqual(['bad#2', 'delay#2', 'later', 'next']);
    expect(outcomeOf(second.state)).toBe('success');
  });

  it('continues in the failed round of a loop, and then runs the remaining rounds', () => {
    const graph = trialGraph(['start > loop', 'loop -body> a', 'a > b', 'loop -done> c']);
    const first = runTrial(graph, {
      script: scripted({ loop: loopOver(['x', 'y', 'z']), b: [undefined, failure()] }),
    });
    expect(first.settled.map((run) => `${nameOf(run)} ${run.status}`).slice(-2)).toEqual([
      'loop[1]/b failed',
      'loop failed',
    ]);
    const second = retried(graph, first);
    expect(second.settled.map((run) => `${nameOf(run)} ${run.status}`)).toEqual([
      'loop[1]/b#2 success',
      'loop[2]/a success',
      'loop[2]/b success',
      'loop#2 success',
      'c success',
    ]);
    expect(second.state.frame.outputs['loop']).toEqual({ count: 3 });
  });

  it('starts the attempts that were due but had not started', () => {
    const again = { action: 'retry', retryCount: 5 } as const;
    const graph = trialGraph(['start > a', 'start > bad'], { a: { onError: again } }, { atOnce: 1 });
    const first = runTrial(graph, { script: scripted({ a: failure('No.'), bad: failure() }) });
    // The next attempt of `a` was due when `bad` failed.
    expect(first.settled.find((run) => run.token.nodeId === 'a')).toMatchObject({
      status: 'skipped',
      attempts: 1,
      logs: ['attempt 1 failed: No.'],
      error: { code: 'interrupted', message: 'The node was interrupted, because the execution ended.' },
    });
    expect(retried(graph, first).handedOut).toEqual(['bad#2', 'a#2']);
  });

  it('can fail and be retried any number of times without reusing a token', () => {
    const graph = trialGraph(['start > loop', 'loop -body> a', 'loop -done> b'], {
      b: { onError: { action: 'goto', gotoNodeId: 'loop' } },
    });
    const seen: string[] = [];
    const scripts: Parameters<typeof scripted>[0][] = [
      { loop: loopOver([1, 2]), a: [undefined, failure()] },
      { loop: loopOver([1, 2]), a: failure() },
      { loop: loopOver([1, 2]), b: [failure(), undefined] },
    ];
    let trial = runTrial(graph, { script: scripted(scripts[0] ?? {}) });
    seen.push(...trial.handedOut);
    for (const script of scripts.slice(1)) {
      trial = retried(graph, trial, { script: scripted(script) });
      seen.push(...trial.handedOut);
    }
    expect(outcomeOf(trial.state)).toBe('success');
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('counts steps and jumps from zero', () => {
    const graph = trialGraph(['start > a', 'a > b', 'b > c', 'c > d'], {}, { steps: 3 });
    const first = runTrial(graph);
    expect(errorOf(first.state)?.code).toBe('steps_exceeded');
    expect(retried(graph, first).handedOut).toEqual(['c#2', 'd']);
  });

  it('continues with the runs that a cancellation interrupted', () => {
    const graph = trialGraph(['start > a', 'start > b', 'a > c', 'b > c']);
    const begun = begin(graph, 0);
    const report = { token: { frame: '', nodeId: 'start', visit: 1 }, atMs: 1, input: {}, logs: [] };
    const { state } = advance(graph, begun.state, { ...report, outcome: { kind: 'done', output: {} } });
    const failed = failExecution(state, cancelled, 2);
    const retried = retryFailed(graph, failed.state, 3);
    expect(retried.ready).toEqual(
      ['a', 'b'].map((nodeId) => ({ token: { frame: '', nodeId, visit: 2 }, atMs: 3, attempt: 1 })),
    );
    expect(outcomeOf(runTrial(graph, { from: retried }).state)).toBe('success');
  });

  it('runs an end node again if the end node was reached after the execution had failed', () => {
    const graph = trialGraph(['start > bad', 'start > end', 'bad > never']);
    const script = scripted({ bad: failure(), end: { kind: 'stop', output: {} } });
    const first = runTrial(graph, { script });
    expect(outcomeOf(first.state)).toBe('failed');
    const second = retried(graph, first, {
      script: scripted({ end: { kind: 'stop', output: {} } }),
      pick: (runs) => runs.length - 1,
    });
    expect(second.handedOut).toEqual(['bad#2', 'end#2']);
    expect(outcomeOf(second.state)).toBe('success');
  });

  it('does nothing for an execution that is running or has succeeded', () => {
    const graph = trialGraph(['start > a']);
    const { state } = begin(graph, 0);
    expect(retryFailed(graph, state, 1)).toEqual({ state, ready: [], settled: [] });
    const { state: success } = runTrial(graph);
    expect(retryFailed(graph, success, 1)).toEqual({ state: success, ready: [], settled: [] });
  });
});
