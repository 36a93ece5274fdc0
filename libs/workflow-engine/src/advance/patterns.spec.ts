import {
  branch,
  loopOver,
  nameOf,
  runTrial,
  scripted,
  trialGraph,
} from '../../../../test/factories/trial-execution';
import type { StepReport } from '../execution-state';
import type { StepOutcome } from '../node-outcome';
import { advance, begin, wakeEarly } from './advance';
import { failExecution } from './ending';
import { errorOf, outcomeOf, underWay } from './read-state';

/**
 * The control-flow patterns of van der Aalst et al. (workflowpatterns.com) that a workflow definition can express, by
 * number. Each has a test below.
 */
const CLAIMED_PATTERNS = {
  'WCP-1 sequence': 'an edge',
  'WCP-2 parallel split': 'several edges without a label, or a parallel node',
  'WCP-3 synchronisation': 'several edges into one node',
  'WCP-4 exclusive choice': 'condition, switch',
  'WCP-5 simple merge': 'edges of several branches into one node: a branch that was not taken delays nothing',
  'WCP-6 multi-choice': 'a parallel split into conditions',
  'WCP-7 structured synchronising merge':
    'a join of conditional branches: it waits only for the branches that were taken',
  'WCP-11 implicit termination': 'an execution ends when nothing is left to do',
  'WCP-13 multiple instances with design-time knowledge': 'a loop over a fixed list, joined by `done`',
  'WCP-14 multiple instances with run-time knowledge': 'a loop over a list that an expression returns',
  'WCP-20 cancel case': 'an execution is cancelled from outside',
  'WCP-23 transient trigger': 'a node that an event wakes, as wait_for',
  'WCP-37 acyclic synchronising merge':
    'joins of any combination of branches: a join does not wait for dead paths',
  'WCP-43 explicit termination': 'an end node: active nodes finish, and no further node starts',
} as const;

/** The patterns that a workflow definition cannot express, each with the reason. */
const UNCLAIMED_PATTERNS = {
  'WCP-8 multi-merge': 'a node runs once, however many branches reach it',
  'WCP-9, 28, 29 discriminators': 'a join waits for all live branches; it cannot abandon the slower ones',
  'WCP-10 arbitrary cycles': 'only the goto of an error handler jumps back, a limited number of times',
  'WCP-12 multiple instances without synchronisation': 'a loop always waits for its rounds',
  'WCP-15 multiple instances without a-priori knowledge': 'the items of a loop are fixed when it begins',
  'WCP-16 deferred choice': 'branches cannot compete for the first of several events',
  'WCP-17, 39, 40 interleaved routing, critical section':
    'only edges and loops with concurrency 1 order nodes; no branch can exclude another one',
  'WCP-18 milestone': 'no node starts because of the state of another branch',
  'WCP-19, 25, 26, 27 cancelling an activity, region or instances':
    'only a whole execution can be cancelled; a goto resets only the nodes after its target',
  'WCP-21 structured loop':
    'a loop iterates over a list; it cannot test a condition before or after each round',
  'WCP-22 recursion': 'a workflow can call itself only through run_workflow, to a limited depth',
  'WCP-24 persistent trigger': 'an event from before the start of a wait_for node does not count',
  'WCP-30 to 36 partial and generalised joins, also of instances':
    'a join waits for all live branches, and a loop for all rounds',
  'WCP-38 general synchronising merge': 'after a jump, a join waits only for edges that the target can reach',
  'WCP-41, 42 thread merge and split': 'tokens are not counted',
} as const;

type Pattern = keyof typeof CLAIMED_PATTERNS;

const done: StepOutcome = { kind: 'done', output: {} };
const stop: StepOutcome = { kind: 'stop', output: {} };

function report(nodeId: string, outcome: StepOutcome): StepReport {
  return { token: { frame: '', nodeId, visit: 1 }, atMs: 1, input: {}, logs: [], outcome };
}

function names(trial: ReturnType<typeof runTrial>): string[] {
  return trial.settled.map(nameOf);
}

const tests: Record<Pattern, () => void> = {
  'WCP-1 sequence': () => {
    const trial = runTrial(trialGraph(['start > a', 'a > b', 'b > c']));
    expect(names(trial)).toEqual(['start', 'a', 'b', 'c']);
    expect(trial.mostAtOnce).toBe(1);
  },

  'WCP-2 parallel split': () => {
    for (const lines of [
      ['start > a', 'start > b', 'start > c'],
      ['start > parallel', 'parallel > a', 'parallel > b', 'parallel > c'],
    ]) {
      const trial = runTrial(trialGraph(lines));
      expect(names(trial).slice(-3)).toEqual(['a', 'b', 'c']);
      expect(trial.mostAtOnce).toBe(3);
    }
  },

  'WCP-3 synchronisation': () => {
    const graph = trialGraph(['start > a', 'start > b', 'b > b2', 'a > join', 'b2 > join']);
    // Run the branches in either order.
    for (const pick of [() => 0, (runs: readonly unknown[]) => runs.length - 1]) {
      expect(names(runTrial(graph, { pick })).indexOf('join')).toBe(4);
    }
  },

  'WCP-4 exclusive choice': () => {
    const graph = trialGraph(['start > switch', 'switch -x> a', 'switch -y> b', 'switch -default> c'], {
      switch: { config: { labels: ['x', 'y'] } },
    });
    for (const [label, taken] of [
      ['x', 'a'],
      ['y', 'b'],
      ['default', 'c'],
    ] as const) {
      expect(names(runTrial(graph, { script: scripted({ switch: branch(label) }) }))).toEqual([
        'start',
        'switch',
        taken,
      ]);
    }
  },

  'WCP-5 simple merge': () => {
    const graph = trialGraph([
      'start > condition',
      'condition -true> a',
      'condition -false> b',
      'a > merge',
      'b > merge',
    ]);
    for (const [label, taken] of [
      ['true', 'a'],
      ['false', 'b'],
    ] as const) {
      const trial = runTrial(graph, { script: scripted({ condition: branch(label) }) });
      expect(names(trial)).toEqual(['start', 'condition', taken, 'merge']);
    }
  },

  'WCP-6 multi-choice': () => {
    const ids = ['condition1', 'condition2', 'condition3'];
    const graph = trialGraph(
      ids.flatMap((id) => [`start > ${id}`, `${id} -true> ${id}.a`]),
      Object.fromEntries(ids.map((id) => [`${id}.a`, { type: 'work' }])),
    );
    for (let taken = 0; taken < 8; taken += 1) {
      const wanted = ids.filter((_, index) => (taken >> index) & 1);
      const choices = ids.map((id) => [id, branch(wanted.includes(id) ? 'true' : 'false')]);
      const trial = runTrial(graph, { script: scripted(Object.fromEntries(choices)) });
      expect(names(trial).slice(4)).toEqual(wanted.map((id) => `${id}.a`));
    }
  },

  'WCP-7 structured synchronising merge': () => {
    const ids = ['condition1', 'condition2', 'condition3'];
    const graph = trialGraph(ids.flatMap((id) => [`start > ${id}`, `${id} -true> w${id}`, `w${id} > merge`]));
    for (let taken = 0; taken < 8; taken += 1) {
      const wanted = ids.filter((_, index) => (taken >> index) & 1);
      const choices = ids.map((id) => [id, branch(wanted.includes(id) ? 'true' : 'false')]);
      const trial = runTrial(graph, { script: scripted(Object.fromEntries(choices)) });
      // The join runs once after all branches that were taken, and does not run if none was taken.
      expect(names(trial).slice(4)).toEqual([
        ...wanted.map((id) => `w${id}`),
        ...(taken === 0 ? [] : ['merge']),
      ]);
    }
  },

  'WCP-11 implicit termination': () => {
    const graph = trialGraph(['start > a', 'start > b', 'b > c', 'start > condition', 'condition -true> d']);
    const trial = runTrial(graph, { script: scripted({ condition: branch('false') }) });
    expect(outcomeOf(trial.state)).toBe('success');
    expect(names(trial)).toEqual(['start', 'a', 'b', 'condition', 'c']);
  },

  'WCP-13 multiple instances with design-time knowledge': () => {
    const graph = trialGraph(['start > loop', 'loop -body> a', 'loop -done> b'], {
      loop: { config: { items: ['x', 'y', 'z'] } },
    });
    const trial = runTrial(graph, { script: scripted({ loop: loopOver(['x', 'y', 'z'], 3) }) });
    expect(names(trial)).toEqual(['start', 'loop[0]/a', 'loop[1]/a', 'loop[2]/a', 'loop', 'b']);
    expect(trial.mostAtOnce).toBe(3);
  },

  'WCP-14 multiple instances with run-time knowledge': () => {
    const graph = trialGraph(['start > a', 'a > loop', 'loop -body> b', 'loop -done> c']);
    for (const count of [0, 1, 7]) {
      const trial = runTrial(graph, {
        script: ({ token: { nodeId } }, { frame }) => {
          if (nodeId === 'a') return { kind: 'done', output: { count } };
          if (nodeId !== 'loop') return undefined;
          const { count: length } = frame.outputs['a'] as { count: number };
          return loopOver(
            Array.from({ length }, () => null),
            2,
          );
        },
      });
      expect(names(trial).filter((name) => name.endsWith('/b'))).toHaveLength(count);
      expect(names(trial).slice(-2)).toEqual(['loop', 'c']);
    }
  },

  'WCP-20 cancel case': () => {
    const graph = trialGraph(['start > a', 'start > b', 'a > c']);
    const token = { frame: '', nodeId: 'start', visit: 1 };
    const outcome: StepOutcome = { kind: 'done', output: {} };
    const { state } = advance(graph, begin(graph, 0).state, { token, atMs: 1, input: {}, logs: [], outcome });
    const cancelled = failExecution(state, { code: 'cancelled', message: 'It was cancelled.' }, 2);
    expect([outcomeOf(cancelled.state), errorOf(cancelled.state)?.code]).toEqual(['failed', 'cancelled']);
    expect(underWay(cancelled.state)).toEqual([]);
    expect(cancelled.settled.map(nameOf)).toEqual(['a', 'b']);
  },

  'WCP-23 transient trigger': () => {
    const graph = trialGraph(['start > wait', 'wait > a']);
    const started = advance(graph, begin(graph, 0).state, report('start', done));
    const asked = advance(graph, started.state, report('wait', { kind: 'poll', untilMs: 1000, wakes: true }));
    const woken = wakeEarly(graph, asked.state, 1);
    const met = advance(graph, woken.state, report('wait', done));
    const ready = [started, asked, woken, met].map((step) => step.ready.map(({ token }) => token.nodeId));
    expect(ready).toEqual([['wait'], [], ['wait'], ['a']]);
  },

  'WCP-37 acyclic synchronising merge': () => {
    // Branches cross without matching pairs of split and join.
    const graph = trialGraph([
      'start > condition1',
      'start > condition2',
      'condition1 -true> a',
      'condition1 -false> b',
      'condition2 -true> b',
      'condition2 -false> c',
      'a > x',
      'b > x',
      'b > y',
      'c > y',
    ]);
    const runs = (one: string, two: string): string[] => {
      const script = scripted({ condition1: branch(one), condition2: branch(two) });
      return names(runTrial(graph, { script })).slice(3);
    };
    expect(runs('true', 'true').toSorted()).toEqual(['a', 'b', 'x', 'y']);
    expect(runs('true', 'false').toSorted()).toEqual(['a', 'c', 'x', 'y']);
    expect(runs('false', 'true')).toEqual(['b', 'x', 'y']);
    expect(runs('false', 'false').toSorted()).toEqual(['b', 'c', 'x', 'y']);
  },

  'WCP-43 explicit termination': () => {
    const graph = trialGraph(['start > end', 'start > a', 'a > b']);
    const trial = runTrial(graph, { script: scripted({ end: stop }) });
    expect(names(trial)).toEqual(['start', 'end', 'a']);
    expect(outcomeOf(trial.state)).toBe('success');
  },
};

describe('control-flow patterns', () => {
  it.each(Object.entries(tests))('can be expressed as a workflow: %s', (_name, holds) => {
    holds();
    expect.hasAssertions();
  });

  it('are all listed, either as supported or as unsupported', () => {
    const numbers = [...Object.keys(CLAIMED_PATTERNS), ...Object.keys(UNCLAIMED_PATTERNS)].flatMap(numbersOf);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 43 }, (_, index) => index + 1));
  });
});

/** Returns the numbers in names like `WCP-9, 28, 29 …` and `WCP-30 to 36 …`. */
function numbersOf(name: string): number[] {
  const [, first = '', last] = /^WCP-(\d+) to (\d+)/.exec(name) ?? [];
  if (last !== undefined)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
  return (/^WCP-([\d, ]+)/.exec(name)?.[1] ?? '').split(',').map(Number);
}
