import {
  branch,
  failure,
  loopOver,
  nameOf,
  runTrial,
  scripted,
  trialGraph,
  type Script,
} from '../../../../test/factories/trial-execution';
import type { StepOutcome } from '../node-outcome';
import { advance, begin, wake, wakeEarly } from './advance';
import { canBeWoken, errorOf, nextWakeMs, outcomeOf, scopeOf, underWay } from './read-state';

/**
 * The names of the settled runs in the order in which they ended. The status follows the name of a run that did not
 * succeed.
 */
function results(trial: ReturnType<typeof runTrial>): string[] {
  const signs = { success: '', failed: ' failed', skipped: ' skipped' };
  return trial.settled.map((run) => nameOf(run) + signs[run.status]);
}

const settledRun = (trial: ReturnType<typeof runTrial>, nodeId: string) =>
  trial.settled.filter((run) => run.token.nodeId === nodeId);

const delayed: Script = ({ token }) =>
  token.nodeId === 'delay' ? { kind: 'wait', untilMs: 5000, output: { waited: true } } : undefined;

const stop: StepOutcome = { kind: 'stop', output: {} };

interface Case {
  lines: string[];
  script?: Record<string, StepOutcome | (StepOutcome | undefined)[]>;
  runs: string[];
}

describe('an execution', () => {
  const cases: Record<string, Case> = {
    'a single node': { lines: ['start'], runs: ['start'] },
    'nodes in sequence': { lines: ['start > a', 'a > b'], runs: ['start', 'a', 'b'] },
    'all branches of a node in parallel, and then their join': {
      lines: ['start > a', 'start > b', 'b > c', 'a > join', 'c > join'],
      runs: ['start', 'a', 'b', 'c', 'join'],
    },
    'the branches of a parallel node like those of any other node': {
      lines: ['start > parallel', 'parallel > a', 'parallel > b', 'a > join', 'b > join'],
      runs: ['start', 'parallel', 'a', 'b', 'join'],
    },
    'only the branch that is taken, and the join of both branches': {
      lines: [
        'start > condition',
        'condition -true> a',
        'condition -false> b',
        'b > c',
        'a > join',
        'c > join',
      ],
      script: { condition: branch('false') },
      runs: ['start', 'condition', 'b', 'c', 'join'],
    },
    'no further node if the branch that is taken has no edge': {
      lines: ['start > condition', 'condition -true> a', 'a > b'],
      script: { condition: branch('false') },
      runs: ['start', 'condition'],
    },
    'all nodes that the taken branch leads to': {
      lines: ['start > condition', 'condition -true> a', 'condition -true> b', 'condition -false> c'],
      script: { condition: branch('true') },
      runs: ['start', 'condition', 'a', 'b'],
    },
    'a node once if two branches lead to it': {
      lines: ['start > condition', 'condition -true> a', 'condition -false> a'],
      script: { condition: branch('true') },
      runs: ['start', 'condition', 'a'],
    },
    'a node that a dead join and a live branch lead to': {
      lines: [
        'start > condition',
        'condition -true> a',
        'condition -true> b',
        'a > x',
        'b > x',
        'x > y',
        'condition -false> y',
      ],
      script: { condition: branch('false') },
      runs: ['start', 'condition', 'y'],
    },
    'the default branch of a switch': {
      lines: ['start > switch', 'switch -x> a', 'switch -default> b'],
      script: { switch: branch('default') },
      runs: ['start', 'switch', 'b'],
    },
    'the body of a loop once for each item, and then the next node': {
      lines: ['start > loop', 'loop -body> a', 'a > b', 'loop -done> c'],
      script: { loop: loopOver(['x', 'y']) },
      runs: ['start', 'loop[0]/a', 'loop[0]/b', 'loop[1]/a', 'loop[1]/b', 'loop', 'c'],
    },
    'the next node immediately if a loop has no items': {
      lines: ['start > loop', 'loop -body> a', 'loop -done> c'],
      script: { loop: loopOver([]) },
      runs: ['start', 'loop', 'c'],
    },
    'the next node immediately if a loop has no body': {
      lines: ['start > loop', 'loop -done> c'],
      script: { loop: loopOver([1, 2]) },
      runs: ['start', 'loop', 'c'],
    },
    'the body of a loop in which each round takes another branch': {
      lines: [
        'start > loop',
        'loop -body> condition',
        'condition -true> a',
        'condition -false> b',
        'b > join',
        'a > join',
      ],
      script: { loop: loopOver([1, 2]), condition: [branch('true'), branch('false')] },
      runs: [
        'start',
        ...['condition', 'a', 'join'].map((id) => `loop[0]/${id}`),
        ...['condition', 'b', 'join'].map((id) => `loop[1]/${id}`),
        'loop',
      ],
    },
    'the body of a loop with two connected entry nodes': {
      lines: ['start > loop', 'loop -body> a', 'loop -body> b', 'a > b'],
      script: { loop: loopOver([1]) },
      runs: ['start', 'loop[0]/a', 'loop[0]/b', 'loop'],
    },
    'nested loops': {
      lines: ['start > loop1', 'loop1 -body> loop2', 'loop2 -body> a', 'loop2 -done> b', 'loop1 -done> c'],
      script: { loop1: loopOver([1, 2]), loop2: [loopOver([1, 2]), loopOver([])] },
      runs: [
        'start',
        'loop1[0]/loop2[0]/a',
        'loop1[0]/loop2[1]/a',
        'loop1[0]/loop2',
        'loop1[0]/b',
        'loop1[1]/loop2',
        'loop1[1]/b',
        'loop1',
        'c',
      ],
    },
    'a join without waiting for a node that only a jump reaches': {
      lines: ['start > a', 'a > b', 'handler > b'],
      runs: ['start', 'a', 'b'],
    },
  };

  it.each(Object.entries(cases))('runs %s', (_name, { lines, script = {}, runs }) => {
    const trial = runTrial(trialGraph(lines), { script: scripted(script) });
    expect(results(trial)).toEqual(runs);
    expect(outcomeOf(trial.state)).toBe('success');
    expect(errorOf(trial.state)).toBeNull();
  });
});

describe('error handling', () => {
  const lines = ['start > a', 'a > b'];

  it.each([['missing'], ['abort']] as const)('fails the execution if the handler is %s', (action) => {
    const onError = action === 'abort' ? { action } : undefined;
    const trial = runTrial(trialGraph(lines, { a: { onError } }), {
      script: scripted({ a: failure('No.') }),
    });
    expect(results(trial)).toEqual(['start', 'a failed']);
    expect(outcomeOf(trial.state)).toBe('failed');
    expect(errorOf(trial.state)).toEqual({ code: 'broken', message: 'No.', nodeId: 'a' });
    expect(settledRun(trial, 'a')).toMatchObject([
      { attempts: 1, output: null, error: { code: 'broken', message: 'No.' } },
    ]);
  });

  it('names the round of the loop in which the node failed', () => {
    const graph = trialGraph(['start > loop', 'loop -body> a']);
    const trial = runTrial(graph, {
      script: scripted({ loop: loopOver([1, 2]), a: [undefined, failure()] }),
    });
    expect(errorOf(trial.state)).toMatchObject({ nodeId: 'a', iteration: 'loop[1]' });
  });

  it.each([
    [0, 1],
    [1, 2],
    [3, 4],
    [undefined, 2],
  ])('allows one attempt more than retryCount: retryCount %s, attempts %s', (retryCount, attempts) => {
    const graph = trialGraph(lines, { a: { onError: { action: 'retry', retryCount, retryDelayMs: 500 } } });
    const trial = runTrial(graph, { script: scripted({ a: failure('No.') }), startMs: 0 });
    expect(trial.handedOut).toEqual(['start', ...Array.from({ length: attempts }, () => 'a')]);
    expect(outcomeOf(trial.state)).toBe('failed');
    expect(settledRun(trial, 'a')).toEqual([
      expect.objectContaining({
        status: 'failed',
        attempts,
        logs: Array.from({ length: attempts - 1 }, (_, index) => `attempt ${index + 1} failed: No.`),
        startedAtMs: 1,
        // Each attempt takes 1 ms and each pause 500 ms.
        endedAtMs: 1 + attempts + 500 * (attempts - 1),
      }),
    ]);
  });

  it('continues when a retry succeeds', () => {
    const graph = trialGraph(lines, { a: { onError: { action: 'retry', retryCount: 3, retryDelayMs: 10 } } });
    const trial = runTrial(graph, { script: scripted({ a: [failure('One.'), failure('Two.'), undefined] }) });
    expect(results(trial)).toEqual(['start', 'a', 'b']);
    expect(settledRun(trial, 'a')[0]).toMatchObject({
      attempts: 3,
      logs: ['attempt 1 failed: One.', 'attempt 2 failed: Two.'],
    });
  });

  it('retries immediately if no pause is configured', () => {
    const graph = trialGraph(lines, { a: { onError: { action: 'retry', retryCount: 1 } } });
    let { state } = begin(graph, 0);
    ({ state } = advance(graph, state, report('start')));
    const { ready } = advance(graph, state, { ...report('a'), outcome: failure() });
    expect(ready).toEqual([{ token: { frame: '', nodeId: 'a', visit: 1 }, atMs: 5, attempt: 2 }]);
  });

  it("jumps to the handler's target after the last attempt", () => {
    const onError = { action: 'retry', retryCount: 1, gotoNodeId: 'c' } as const;
    const trial = runTrial(trialGraph([...lines, 'c'], { a: { onError } }), {
      script: scripted({ a: failure() }),
    });
    expect(trial.handedOut).toEqual(['start', 'a', 'a', 'c']);
    expect(results(trial)).toEqual(['start', 'a failed', 'c']);
    expect(settledRun(trial, 'a')[0]).toMatchObject({
      attempts: 2,
      logs: ['attempt 1 failed: It failed.', 'Continues with c.'],
    });
    expect(outcomeOf(trial.state)).toBe('success');
  });

  it.each([
    ['work', ['-> b'], 'b'],
    ['condition', ['-true> b', '-false> c'], 'c'],
    ['switch', ['-x> b', '-default> c'], 'c'],
    ['loop', ['-body> b', '-done> c'], 'c'],
  ])('skips a failed node of the type %s', (type, edges, next) => {
    const graph = trialGraph(['start > a', ...edges.map((edge) => `a ${edge}`)], {
      a: { type, config: { labels: ['x'] }, onError: { action: 'skip' } },
    });
    const trial = runTrial(graph, { script: scripted({ a: failure('No.') }) });
    expect(results(trial)).toEqual(['start', 'a skipped', next]);
    expect(outcomeOf(trial.state)).toBe('success');
    expect(settledRun(trial, 'a')[0]).toMatchObject({ output: null, error: { message: 'No.' } });
    expect(trial.state.frame.outputs['a']).toEqual({ error: { code: 'broken', message: 'No.' } });
  });

  it('jumps back with goto and counts the visits of each node', () => {
    const graph = trialGraph(['start > a', 'a > b', 'b > c', 'a > c'], {
      b: { onError: { action: 'goto', gotoNodeId: 'a' } },
    });
    const trial = runTrial(graph, { script: scripted({ b: [failure(), undefined] }) });
    expect(results(trial)).toEqual(['start', 'a', 'b failed', 'a#2', 'b#2', 'c']);
  });

  it('jumps forward with goto and treats the other branches of the failed node as dead', () => {
    const graph = trialGraph(['start > a', 'a > b', 'a > join', 'b > c', 'c > join', 'handler > join'], {
      b: { onError: { action: 'goto', gotoNodeId: 'handler' } },
    });
    const trial = runTrial(graph, { script: scripted({ b: failure('No.') }) });
    expect(results(trial)).toEqual(['start', 'a', 'b failed', 'handler', 'join']);
    expect(trial.state.frame.outputs['b']).toEqual({ error: { code: 'broken', message: 'No.' } });
  });

  it('runs a node again if its goto leads to the node itself', () => {
    const graph = trialGraph(lines, { a: { onError: { action: 'goto', gotoNodeId: 'a' } } });
    const trial = runTrial(graph, { script: scripted({ a: [failure(), failure(), undefined] }) });
    expect(results(trial)).toEqual(['start', 'a failed', 'a#2 failed', 'a#3', 'b']);
  });

  it('stays in the same round of a loop after a jump', () => {
    const graph = trialGraph(['start > loop', 'loop -body> a', 'a > b'], {
      b: { onError: { action: 'goto', gotoNodeId: 'a' } },
    });
    const trial = runTrial(graph, {
      script: scripted({ loop: loopOver([1, 2]), b: [undefined, failure(), undefined] }),
    });
    expect(results(trial)).toEqual([
      'start',
      'loop[0]/a',
      'loop[0]/b',
      'loop[1]/a',
      'loop[1]/b failed',
      'loop[1]/a#2',
      'loop[1]/b#2',
      'loop',
    ]);
  });

  it('counts the visits in a loop from one if a goto has repeated only nodes before the loop', () => {
    const graph = trialGraph(['start > a', 'a > loop', 'loop -body> b'], {
      a: { onError: { action: 'goto', gotoNodeId: 'a' } },
    });
    const trial = runTrial(graph, {
      script: scripted({ a: [failure(), undefined], loop: loopOver([1, 2]) }),
    });
    expect(results(trial)).toEqual(['start', 'a failed', 'a#2', 'loop[0]/b', 'loop[1]/b', 'loop']);
  });

  it('never reuses a token when a goto repeats a loop', () => {
    const graph = trialGraph(['start > loop', 'loop -body> a', 'loop -done> b'], {
      a: { onError: { action: 'goto', gotoNodeId: 'a' } },
      b: { onError: { action: 'goto', gotoNodeId: 'loop' } },
    });
    const script = scripted({
      loop: loopOver([1, 2]),
      a: [failure(), undefined],
      b: [failure(), failure(), undefined],
    });
    const trial = runTrial(graph, { script });
    expect(new Set(trial.handedOut).size).toBe(trial.handedOut.length);
    expect(results(trial)).toEqual([
      'start',
      'loop[0]/a failed',
      'loop[0]/a#2',
      'loop[1]/a',
      'loop',
      'b failed',
      'loop[0]/a#3',
      'loop[1]/a#3',
      'loop#2',
      'b#2 failed',
      'loop[0]/a#4',
      'loop[1]/a#4',
      'loop#3',
      'b#3',
    ]);
  });

  it('removes the outputs, rounds and waits of nodes that a goto resets, but still records their active runs', () => {
    const lines = [
      'start > top',
      'top > loop',
      'loop -body> a',
      'top > wait',
      'top > slow',
      'top > bad',
      'bad > after',
    ];
    const graph = trialGraph(
      lines,
      { bad: { onError: { action: 'goto', gotoNodeId: 'top' } } },
      { atOnce: 20 },
    );
    let { state } = begin(graph, 0);
    const send = (nodeId: string, outcome?: StepOutcome, frame = '') => {
      const next = advance(graph, state, { ...report(nodeId, frame), ...(outcome && { outcome }) });
      ({ state } = next);
      return next;
    };
    send('start');
    send('top', { kind: 'done', output: { big: 'x'.repeat(100) } });
    send('loop', loopOver([1, 2], 2));
    send('a', undefined, 'loop[0]');
    send('wait', { kind: 'wait', untilMs: 1000, output: {} });
    const jumped = send('bad', failure('No.'));
    expect(jumped.ready.map(nameOf)).toEqual(['top#2']);
    expect(jumped.settled.map((run) => `${nameOf(run)} ${run.status}`)).toEqual([
      'bad failed',
      'wait skipped',
      'loop skipped',
    ]);
    expect(Object.keys(state.frame.outputs)).toEqual(['start', 'bad']);
    expect(state.frame.loops).toBeUndefined();
    expect(nextWakeMs(state)).toBeNull();
    // The stored size is the initial size plus the characters of the error.
    expect(state.size).toBeLessThan(100);

    expect(underWay(state).map(nameOf)).toEqual(['slow', 'loop[1]/a', 'top#2']);
    const stale = send('slow');
    expect(stale.settled.map((run) => `${nameOf(run)} ${run.status}`)).toEqual(['slow success']);
    expect(stale.ready).toEqual([]);
    expect(send('a', failure(), 'loop[1]').settled).toMatchObject([{ status: 'failed' }]);
    expect(outcomeOf(state)).toBe('running');
    expect(state.frame.outputs).not.toHaveProperty('slow');
  });

  it('records a result for each nested loop, innermost first, when a goto leaves the loops', () => {
    const graph = trialGraph(['start > loop1', 'loop1 -body> loop2', 'loop2 -body> a', 'start > bad'], {
      bad: { onError: { action: 'goto', gotoNodeId: 'start' } },
    });
    const trial = runTrial(graph, {
      script: scripted({
        loop1: [loopOver([1, 2]), loopOver([])],
        loop2: loopOver([1, 2]),
        bad: [failure(), undefined],
      }),
      pick: (runs) =>
        runs[0]?.token.nodeId === 'bad' && runs[1]?.token.nodeId !== 'a' ? runs.length - 1 : 0,
    });
    expect(results(trial).slice(0, 5)).toEqual([
      'start',
      'bad failed',
      'loop1[0]/loop2 skipped',
      'loop1 skipped',
      'loop1[0]/loop2[0]/a',
    ]);
    expect(results(trial).slice(5)).toEqual(['start#2', 'loop1#2', 'bad#2']);
  });

  it('makes a join wait for the nodes that a goto repeats, even if another edge to the join is already live', () => {
    // `x` was reached before the jump. `join` waits for the nodes that the jump repeats.
    const graph = trialGraph(['start > x', 'start > a', 'a > b', 'b > c', 'c > join', 'x > join'], {
      c: { onError: { action: 'goto', gotoNodeId: 'b' } },
    });
    const trial = runTrial(graph, { script: scripted({ c: [failure(), undefined] }) });
    expect(results(trial)).toEqual(['start', 'x', 'a', 'b', 'c failed', 'b#2', 'c#2', 'join']);
  });

  it('lets active runs finish, starts no new run, and reports the first failure', () => {
    const graph = trialGraph(
      ['start > a', 'start > b', 'start > c', 'b > d', 'start > e'],
      {},
      { atOnce: 3 },
    );
    const script = scripted({ a: failure('First.'), c: failure('Second.') });
    const trial = runTrial(graph, { script });
    expect(trial.handedOut).toEqual(['start', 'a', 'b', 'c']);
    expect(results(trial)).toEqual(['start', 'a failed', 'b', 'c failed']);
    expect(errorOf(trial.state)).toMatchObject({ nodeId: 'a', message: 'First.' });
  });

  it('does not retry, jump or wait after the execution has failed', () => {
    const graph = trialGraph(['start > bad', 'start > a', 'start > b', 'start > c', 'start > d'], {
      a: { onError: { action: 'retry', retryCount: 3 } },
      b: { onError: { action: 'goto', gotoNodeId: 'a' } },
      d: { onError: { action: 'skip' } },
    });
    const script = scripted({
      bad: failure('First.'),
      a: failure(),
      b: failure(),
      c: { kind: 'wait', untilMs: 1e12, output: {} },
      d: failure(),
    });
    const trial = runTrial(graph, { script });
    expect(results(trial)).toEqual(['start', 'bad failed', 'a failed', 'b failed', 'd skipped', 'c skipped']);
    expect(errorOf(trial.state)?.message).toBe('First.');
    expect(nextWakeMs(trial.state)).toBeNull();
  });
});

describe('an end node', () => {
  const lines = [
    'start > end',
    'start > a',
    'start > wait',
    'start > loop',
    'loop -body> x',
    'a > b',
    'loop -done> c',
  ];

  it('lets active runs finish, starts no new run, and skips waits and loops', () => {
    const script = scripted({
      end: stop,
      wait: { kind: 'wait', untilMs: 1e12, output: {} },
      loop: loopOver([1, 2]),
    });
    // The end node runs after the wait and the loop have started.
    const trial = runTrial(trialGraph(lines), {
      script,
      pick: (runs) =>
        Math.max(
          0,
          runs.findIndex(({ token }) => ['wait', 'loop'].includes(token.nodeId)),
        ),
    });
    expect(results(trial)).toEqual(['start', 'end', 'a', 'loop[0]/x', 'wait skipped', 'loop skipped']);
    expect(outcomeOf(trial.state)).toBe('success');
    expect(errorOf(trial.state)).toBeNull();
  });

  it('ends the whole execution, even from within a loop', () => {
    const graph = trialGraph(['start > loop', 'loop -body> end', 'loop -done> b']);
    const trial = runTrial(graph, { script: scripted({ loop: loopOver([1, 2]), end: stop }) });
    expect(results(trial)).toEqual(['start', 'loop[0]/end', 'loop skipped']);
    expect(outcomeOf(trial.state)).toBe('success');
  });

  it('leaves the execution successful if an active run fails afterwards', () => {
    const graph = trialGraph(['start > end', 'start > a'], {
      a: { onError: { action: 'retry', retryCount: 3 } },
    });
    const trial = runTrial(graph, { script: scripted({ end: stop, a: failure() }) });
    expect(results(trial)).toEqual(['start', 'end', 'a failed']);
    expect(outcomeOf(trial.state)).toBe('success');
  });
});

describe('waiting nodes', () => {
  const graph = trialGraph(['start > delay', 'delay > a']);

  it('do not end before they are due, and keep the execution running', () => {
    let { state } = begin(graph, 0);
    ({ state } = advance(graph, state, report('start')));
    ({ state } = advance(graph, state, {
      ...report('delay'),
      input: { until: 'later' },
      outcome: delayed(ready('delay'), state) ?? stop,
    }));
    expect([outcomeOf(state), nextWakeMs(state), underWay(state)]).toEqual(['running', 5000, []]);
    expect(wake(graph, state, 4999)).toEqual({ state, ready: [], settled: [] });

    const woken = wake(graph, state, 6000);
    expect(woken.ready).toEqual([{ token: { frame: '', nodeId: 'a', visit: 1 }, atMs: 6000, attempt: 1 }]);
    expect(woken.settled).toEqual([
      {
        token: { frame: '', nodeId: 'delay', visit: 1 },
        status: 'success',
        input: { until: 'later' },
        output: { waited: true },
        error: null,
        attempts: 1,
        logs: [],
        startedAtMs: 5,
        endedAtMs: 6000,
      },
    ]);
    expect(nextWakeMs(woken.state)).toBeNull();
  });

  it('end immediately if their due time is in the past', () => {
    const trial = runTrial(graph, { script: delayed, startMs: 6000 });
    expect(trial.nowMs).toBe(6003);
    expect(results(trial)).toEqual(['start', 'delay', 'a']);
  });

  it('run again in the same attempt if they poll, and their polls are not counted as steps', () => {
    const graph = trialGraph(['start > poll', 'poll > a'], {}, { steps: 3 });
    const poll: StepOutcome = { kind: 'poll', untilMs: 0 };
    const script = scripted({ poll: [poll, { kind: 'poll', untilMs: 9000 }, poll, undefined] });
    const trial = runTrial(graph, { script, startMs: 0 });
    expect(results(trial)).toEqual(['start', 'poll', 'a']);
    expect(trial.handedOut).toEqual(['start', 'poll', 'poll', 'poll', 'poll', 'a']);
    expect(settledRun(trial, 'poll')).toMatchObject([{ attempts: 1, startedAtMs: 1, status: 'success' }]);
    expect([trial.state.steps, trial.state.waiting]).toEqual([3, []]);
    expect(trial.nowMs).toBeGreaterThan(9000);
  });

  it('can fail and be retried after a poll, and get a result if the execution ends before the next poll', () => {
    const graph = trialGraph(['start > poll', 'start > end'], {
      poll: { onError: { action: 'retry', retryCount: 1 } },
    });
    const poll: StepOutcome = { kind: 'poll', untilMs: 9000 };
    const retried = runTrial(graph, { script: scripted({ poll: [poll, failure(), poll, undefined] }) });
    expect(settledRun(retried, 'poll')).toMatchObject([{ attempts: 2, status: 'success' }]);
    const stopped = runTrial(graph, { script: scripted({ poll, end: stop }) });
    expect(settledRun(stopped, 'poll')).toMatchObject([{ attempts: 1, status: 'skipped' }]);
    expect(stopped.state.size).toBeLessThan(100);
  });

  it('ignore a wake-up of the execution unless they requested wake-ups', () => {
    const graph = trialGraph(['start > x', 'start > y', 'x > a']);
    let { state } = begin(graph, 0);
    ({ state } = advance(graph, state, report('start')));
    const poll: StepOutcome = { kind: 'poll', untilMs: 9000, wakes: true };
    ({ state } = advance(graph, state, { ...report('x'), outcome: poll }));
    expect(canBeWoken(state)).toBe(true);
    ({ state } = advance(graph, state, { ...report('y'), outcome: { kind: 'poll', untilMs: 8000 } }));
    expect(wake(graph, state, 100).ready).toEqual([]);
    const woken = wakeEarly(graph, state, 100);
    expect(woken.ready).toEqual([{ token: { frame: '', nodeId: 'x', visit: 1 }, atMs: 100, attempt: 1 }]);
    expect([canBeWoken(woken.state), nextWakeMs(woken.state)]).toEqual([false, 8000]);
  });

  it('wake together if they are due at the same time', () => {
    const graph = trialGraph(['start > x', 'start > y', 'start > z', 'x > join', 'y > join', 'z > join']);
    const due: StepOutcome = { kind: 'wait', untilMs: 9000, output: {} };
    const script = scripted({ x: due, y: due, z: due });
    const trial = runTrial(graph, { script, startMs: 0 });
    expect([trial.nowMs, results(trial)]).toEqual([9001, ['start', 'x', 'y', 'z', 'join']]);
  });
});

describe('the concurrency setting', () => {
  const wide = [
    'start > join',
    ...Array.from({ length: 50 }, (_, index) => [`start > n${index}`, `n${index} > join`]).flat(),
  ];

  it.each([1, 3, 10, 100])('limits the active runs of a workflow to %s', (atOnce) => {
    const trial = runTrial(trialGraph(wide, {}, { atOnce }));
    expect(trial.mostAtOnce).toBe(Math.min(atOnce, 50));
    expect(trial.settled).toHaveLength(52);
  });

  it.each([1, 2, 5])('limits the active rounds of a loop to %s', (concurrency) => {
    const graph = trialGraph(['start > loop', 'loop -body> a', 'a > b']);
    const open = new Set<string>();
    let most = 0;
    const script: Script = ({ token }) => {
      if (token.nodeId === 'loop') return loopOver([1, 2, 3, 4, 5, 6, 7], concurrency);
      if (token.nodeId === 'a') most = Math.max(most, open.add(token.frame).size);
      if (token.nodeId === 'b') open.delete(token.frame);
      return undefined;
    };
    const trial = runTrial(graph, { script, pick: (runs) => runs.length - 1 });
    expect(trial.settled).toHaveLength(16);
    expect(trial.mostAtOnce).toBe(concurrency);
    expect(most).toBeLessThanOrEqual(concurrency);
  });
});

describe('the concurrency of a loop that is less than 1 or not a number', () => {
  it.each([0, -1, 0.5, NaN])('counts as 1: %s', (concurrency) => {
    const graph = trialGraph(['start > loop', 'loop -body> a']);
    const trial = runTrial(graph, { script: scripted({ loop: loopOver([1, 2, 3], concurrency) }) });
    expect(results(trial)).toEqual(['start', 'loop[0]/a', 'loop[1]/a', 'loop[2]/a', 'loop']);
    expect(trial.mostAtOnce).toBe(1);
  });
});

describe('the scope of a run', () => {
  it('contains the outputs of its frame and of the enclosing frames, the variables, and the loop items', () => {
    const graph = trialGraph(
      [
        'start > outer',
        'outer -body> x',
        'x > inner',
        'inner -body> y',
        'inner -done> z',
        'outer -done> end',
      ],
      {
        outer: { type: 'loop' },
        inner: { type: 'loop' },
      },
    );
    const seen: Record<string, unknown> = {};
    const script: Script = (run, state) => {
      seen[nameOf(run)] = scopeOf(state, run.token);
      if (run.token.nodeId === 'start')
        return { kind: 'done', output: { s: 1 }, variables: { kept: 'v', room: 'hidden' } };
      if (run.token.nodeId === 'outer') return loopOver([{ name: 'A' }, { name: 'B' }], 2, 'room');
      if (run.token.nodeId === 'inner') return loopOver([7], 1, 'lamp');
      return { kind: 'done', output: { by: nameOf(run) } };
    };
    runTrial(graph, { script });
    expect(seen['start']).toEqual({ variables: {}, nodeOutputs: {} });
    expect(seen['outer[1]/x']).toEqual({
      variables: { kept: 'v', room: { name: 'B' } },
      nodeOutputs: { start: { s: 1 } },
      item: { name: 'B' },
      index: 1,
    });
    expect(seen['outer[0]/inner[0]/y']).toEqual({
      variables: { kept: 'v', room: { name: 'A' }, lamp: 7 },
      nodeOutputs: { start: { s: 1 }, x: { by: 'outer[0]/x' } },
      item: 7,
      index: 0,
    });
    expect(seen['outer[0]/z']).toMatchObject({ nodeOutputs: { inner: { count: 1 } }, item: { name: 'A' } });
    expect(seen['end']).toEqual({
      variables: { kept: 'v', room: 'hidden' },
      nodeOutputs: { start: { s: 1 }, outer: { count: 2 } },
    });
  });

  it('accepts any variable name without changing a prototype', () => {
    const graph = trialGraph(['start > loop', 'loop -body> a']);
    const variables = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}') as Record<string, never>;
    const script: Script = ({ token }, state) => {
      if (token.nodeId === 'start') return { kind: 'done', output: {}, variables };
      if (token.nodeId === 'loop') return loopOver([1], 1, '__proto__');
      expect(Object.entries(scopeOf(state, token).variables)).toEqual([
        ['__proto__', 1],
        ['constructor', 2],
      ]);
      return undefined;
    };
    runTrial(graph, { script });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect.assertions(2);
  });
});

describe('an execution state', () => {
  it('is never modified', () => {
    const graph = trialGraph(['start > loop', 'loop -body> a', 'a > b', 'loop -done> c'], {
      b: { onError: { action: 'goto', gotoNodeId: 'a' } },
      c: { onError: { action: 'goto', gotoNodeId: 'loop' } },
    });
    const script = scripted({
      loop: loopOver([1, 2, 3], 2),
      b: [failure(), undefined],
      c: [failure(), undefined],
    });
    const trial = runTrial(graph, { script, between: deepFreeze });
    expect(outcomeOf(trial.state)).toBe('success');
  });

  it('contains less than 400 characters for a workflow of a few nodes', () => {
    const graph = trialGraph([
      'start > condition',
      'condition -true> a',
      'condition -false> b',
      'a > c',
      'b > c',
    ]);
    let most = 0;
    const trial = runTrial(graph, {
      script: scripted({ condition: branch('true') }),
      between: (state) => {
        most = Math.max(most, JSON.stringify(state).length);
        return state;
      },
    });
    expect(trial.settled).toHaveLength(4);
    expect(most).toBeLessThan(400);
  });

  it('does not change if the reported run is not active', () => {
    const graph = trialGraph(['start > a']);
    const { state } = begin(graph, 0);
    for (const token of [
      { frame: '', nodeId: 'a', visit: 1 },
      { frame: '', nodeId: 'start', visit: 2 },
      { frame: 'loop[0]', nodeId: 'start', visit: 1 },
    ]) {
      expect(advance(graph, state, { ...report('start'), token })).toEqual({ state, ready: [], settled: [] });
    }
    const { state: after } = advance(graph, state, report('start'));
    expect(advance(graph, after, report('start')).state).toBe(after);
  });

  it("contains the items of a loop only once, although they are also a part of the loop's input", () => {
    const graph = trialGraph(['start > loop', 'loop -body> a']);
    const items = ['x'.repeat(1000)];
    let { state } = begin(graph, 0);
    ({ state } = advance(graph, state, report('start')));
    const input = { items, concurrency: 1 };
    ({ state } = advance(graph, state, { ...report('loop'), input, outcome: loopOver(items) }));
    expect(JSON.stringify(state).length).toBeLessThan(2000);
    state = JSON.parse(JSON.stringify(state)) as typeof state;
    const { settled } = advance(graph, state, report('a', 'loop[0]'));
    expect(settled.map((run) => run.input)).toEqual([{}, input]);
  });
});

function ready(nodeId: string, frame = '') {
  return { token: { frame, nodeId, visit: 1 }, atMs: 0, attempt: 1 };
}

function report(nodeId: string, frame = '') {
  const outcome: StepOutcome = { kind: 'done', output: {} };
  return { token: { frame, nodeId, visit: 1 }, atMs: 5, input: {}, logs: [], outcome };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
