import fc from 'fast-check';
import {
  choiceOf,
  definitionOf,
  randomNodes,
  randomScript,
  type RandomNode,
} from '../../../../test/factories/random-workflow';
import { referenceRun } from '../../../../test/factories/reference-run';
import {
  nameOf,
  runTrial,
  trialCatalogue,
  trialLimits,
  type Script,
  type Trial,
  type TrialOptions,
} from '../../../../test/factories/trial-execution';
import type { ErrorHandler, WorkflowDefinition } from '../definition';
import type { ExecutionLimits, SettledRun } from '../execution-state';
import { finished } from '../finished';
import { definitionCheck } from '../graph/check-definition';
import { compileGraph } from '../graph/compile-graph';
import type { CompiledGraph } from '../graph/compiled-graph';
import { jsonSize } from '../graph/json-size';
import { errorOf, outcomeOf } from './read-state';
import { retryFailed } from './retry-failed';
import type { ExecutionState, FrameState } from './state';

const definitionLimits = {
  nodes: 500,
  characters: 1e6,
  branches: 50,
  depth: 20,
  retries: 10,
  retryDelayMs: 1000,
};

function compile(definition: WorkflowDefinition, limits: Partial<ExecutionLimits> = {}): CompiledGraph {
  expect(
    finished(definitionCheck(definition, { catalogue: trialCatalogue, limits: definitionLimits })),
  ).toEqual([]);
  return compileGraph(definition, { catalogue: trialCatalogue, limits: { ...trialLimits, ...limits } });
}

/** Picks the next run to report, in an order that the seed determines. */
function anyOrder(seed: number): TrialOptions['pick'] {
  let step = 0;
  return (runs) => {
    step += 1;
    return choiceOf(`step ${step}`, seed) % runs.length;
  };
}

function sortedResults(settled: readonly SettledRun[]) {
  return settled
    .map((run) => ({ name: nameOf(run), status: run.status, attempts: run.attempts, output: run.output }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

describe('any workflow without jumps', () => {
  const workflows = fc.record({
    nodes: randomNodes(9),
    seed: fc.integer(),
    order: fc.integer(),
    atOnce: fc.integer({ min: 1, max: 12 }),
  });

  it('runs each live path once and no dead path, like the reference model, regardless of the order of reports', () => {
    fc.assert(
      fc.property(workflows, ({ nodes, seed, order, atOnce }) => {
        const definition = definitionOf(nodes);
        const script = randomScript(seed);
        const trial = runTrial(compile(definition, { atOnce }), { script, pick: anyOrder(order) });
        const expected = referenceRun(definition, (nodeId, frame, attempt) => {
          const outcome = script({ token: { frame, nodeId, visit: 1 }, attempt, atMs: 0 }, trial.state);
          return outcome ?? { kind: 'done', output: {} };
        });
        expect(sortedResults(trial.settled)).toEqual(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
        expect(outcomeOf(trial.state)).toBe('success');
        expect(trial.mostAtOnce).toBeLessThanOrEqual(atOnce);
      }),
      { numRuns: 80 },
    );
  });

  it('ends with the same outputs and variables regardless of the order of reports', () => {
    fc.assert(
      fc.property(workflows, fc.integer(), ({ nodes, seed, order, atOnce }, otherOrder) => {
        const graph = compile(definitionOf(nodes), { atOnce });
        const kept = [order, otherOrder].map((each) => {
          const { state } = runTrial(graph, { script: randomScript(seed), pick: anyOrder(each) });
          return {
            outputs: state.frame.outputs,
            variables: state.variables,
            codes: state.frame.codes,
            size: state.size,
          };
        });
        expect(kept[0]).toEqual(kept[1]);
      }),
      { numRuns: 100 },
    );
  });
});

const ACTIONS = ['goto', 'goto', 'goto', 'goto', 'retry', 'retry', 'skip', 'abort', 'none'] as const;

/**
 * Workflows whose error handlers do everything that is possible: jump forward and back, abort, skip and retry until
 * they give up.
 */
const unruly = fc.record({
  nodes: randomNodes(12),
  handlers: fc.array(fc.constantFrom(...ACTIONS), {
    minLength: 1,
    maxLength: 8,
  }),
  targets: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
  seed: fc.integer(),
  order: fc.integer(),
  atOnce: fc.integer({ min: 1, max: 6 }),
});

type Unruly = typeof unruly extends fc.Arbitrary<infer Value> ? Value : never;

/** Assigns the handlers to the nodes in turn. The target of a goto is a node of the same scope. */
function unrulyDefinition({ nodes, handlers, targets }: Unruly): WorkflowDefinition {
  const definition = definitionOf(nodes.map(sound), () => undefined);
  const scopes = scopesByPrefix(definition);
  definition.nodes.forEach((node, index) => {
    const action = handlers[index % handlers.length];
    if (node.type === 'start' || action === 'none' || action === undefined) return;
    const peers = scopes.get(node.id) ?? [];
    const gotoNodeId = peers[(targets[index % targets.length] ?? 0) % peers.length];
    const handler: ErrorHandler = { action };
    if (action === 'goto' || (action === 'retry' && index % 2 === 0)) handler.gotoNodeId = gotoNodeId;
    if (action === 'retry') Object.assign(handler, { retryCount: index % 3, retryDelayMs: (index % 2) * 20 });
    node.onError = handler;
  });
  return definition;
}

/** Removes the failures from a random node, because here the script decides whether a node fails. */
function sound(node: RandomNode): RandomNode {
  return { ...node, failing: 'never', body: node.body.map(sound) };
}

/** Maps each node to the nodes in the body of the same loop. */
function scopesByPrefix(definition: WorkflowDefinition): Map<string, string[]> {
  const graph = compileGraph(definition, { catalogue: trialCatalogue, limits: trialLimits });
  return new Map(definition.nodes.map(({ id }) => [id, graph.node(id).scope.nodes.map((node) => node.id)]));
}

/** Fails one in four runs, chosen by name and visit, and lets some nodes end the execution. */
function unrulyScript(seed: number): Script {
  const orderly = randomScript(seed);
  return (run, state) => {
    const choice = choiceOf(`${nameOf(run)} ${run.attempt}`, seed);
    if (choice % 4 === 0)
      return { kind: 'failed', error: { code: 'broken', message: `${nameOf(run)} failed.` } };
    if (choice % 41 === 1) return { kind: 'stop', output: {} };
    return orderly(run, state);
  };
}

const fewer = { steps: 150, gotos: 20 };

function runUnruly(unruly: Unruly, options: TrialOptions = {}): Trial & { graph: CompiledGraph } {
  const graph = compile(unrulyDefinition(unruly), { ...fewer, atOnce: unruly.atOnce });
  const trial = runTrial(graph, {
    script: unrulyScript(unruly.seed),
    pick: anyOrder(unruly.order),
    ...options,
  });
  return { ...trial, graph };
}

describe('any workflow with jumps, failures and end nodes', () => {
  it('ends within its limits', () => {
    fc.assert(
      fc.property(unruly, (workflow) => {
        const { state, settled } = runUnruly(workflow);
        expect(outcomeOf(state)).not.toBe('running');
        for (const { status, error } of settled) expect(error === null).toBe(status === 'success');
        expect(errorOf(state) === null).toBe(outcomeOf(state) === 'success');
        expect(state.steps).toBeLessThanOrEqual(fewer.steps);
        expect(state.gotos).toBeLessThanOrEqual(fewer.gotos);
      }),
      { numRuns: 500 },
    );
  });

  it('succeeds, fails, jumps, loops and interrupts nodes: each occurs in a fixed sample', () => {
    const trials = fc.sample(unruly, { seed: 1, numRuns: 500 }).map((workflow) => runUnruly(workflow));
    const settled = trials.flatMap((trial) => trial.settled);
    const outcomes = new Set(trials.map(({ state }) => outcomeOf(state)));
    expect([...outcomes].toSorted()).toEqual(['failed', 'success']);
    expect(trials.some(({ state }) => state.gotos > 0)).toBe(true);
    expect(settled.some(({ token }) => token.frame.includes('/'))).toBe(true);
    const messages = settled.map(({ error }) => error?.message ?? '');
    expect(messages.some((text) => text.startsWith('The node was interrupted by a jump'))).toBe(true);
  });

  it('starts each attempt once, and records one result for each started run', () => {
    fc.assert(
      fc.property(unruly, (workflow) => {
        const attempts = new Map<string, number>();
        const script = unrulyScript(workflow.seed);
        const { settled } = runUnruly(workflow, {
          script: (run, state) => {
            const name = nameOf(run);
            expect(run.attempt).toBe((attempts.get(name) ?? 0) + 1);
            attempts.set(name, run.attempt);
            return script(run, state);
          },
        });
        // Leave out runs that never started because of the step limit. They have a result too.
        const results = settled.filter((run) => run.attempts > 0);
        const byName = Object.fromEntries(results.map((run) => [nameOf(run), run.attempts]));
        expect(results).toHaveLength(attempts.size);
        expect(byName).toEqual(Object.fromEntries(attempts));
      }),
      { numRuns: 80 },
    );
  });

  it('reaches the same result if the process dies at any step and another process continues', () => {
    fc.assert(
      fc.property(unruly, fc.integer({ min: 1, max: 4 }), (workflow, every) => {
        let step = 0;
        const dying = runUnruly(workflow, { diesAt: () => (step += 1) % every === 0 });
        const { state, settled, handedOut } = runUnruly(workflow);
        expect(dying.settled).toEqual(settled);
        expect(dying.handedOut).toEqual(handedOut);
        expect(dying.state).toEqual(state);
      }),
      { numRuns: 80 },
    );
  });

  it('does not modify the given state, and counts the stored size correctly', () => {
    fc.assert(
      fc.property(unruly, (workflow) => {
        runUnruly(workflow, {
          between: (state) => {
            expect(state.size).toBe(sizeOf(state));
            return deepFreeze(state);
          },
        });
      }),
      { numRuns: 100 },
    );
  });

  it('can be retried until it succeeds, without reusing a token', () => {
    fc.assert(
      fc.property(unruly, (workflow) => {
        let { state, handedOut, graph } = runUnruly(workflow);
        const first = new Set(handedOut);
        for (let round = 1; outcomeOf(state) === 'failed'; round += 1) {
          const from = retryFailed(graph, JSON.parse(JSON.stringify(state)) as ExecutionState, 2_000_000);
          // Each retry has fewer failures, so every workflow succeeds in the end.
          const script: Script = (run, at) =>
            choiceOf(nameOf(run), round) % 8 < round
              ? randomScript(1)(run, at)
              : unrulyScript(round)(run, at);
          const trial = runTrial(graph, { from, script, startMs: 2_000_000, pick: anyOrder(workflow.order) });
          const tokens = new Set(trial.handedOut);
          for (const token of tokens) expect(first.has(token)).toBe(false);
          for (const token of tokens) first.add(token);
          ({ state } = trial);
          expect(round).toBeLessThan(100);
        }
        expect(outcomeOf(state)).toBe('success');
      }),
      { numRuns: 80 },
    );
  });
});

/** Computes the stored size from scratch, without the counters of the state. */
function sizeOf(state: ExecutionState): number {
  const variables = Object.entries(state.variables).map(([name, value]) => name.length + 4 + jsonSize(value));
  return sum([frameSize(state.frame), ...variables, ...state.waiting.map((wait) => wait.size)]);
}

function frameSize(frame: FrameState): number {
  const loops = Object.values(frame.loops ?? {});
  const outputs = sum(Object.values(frame.outputs).map((output) => jsonSize(output)));
  const own =
    (frame.index === undefined ? 0 : 100 + 2 * frame.codes.length) +
    outputs +
    sum(loops.map((loop) => loop.size));
  expect(frame.size).toBe(own);
  return own + sum(loops.flatMap((loop) => loop.frames).map(frameSize));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
