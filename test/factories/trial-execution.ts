import { Type } from '@sinclair/typebox';
import {
  advance,
  begin,
  catalogueOf,
  compileGraph,
  defineNode,
  nextWakeMs,
  outcomeOf,
  underWay,
  wake,
  type Advanced,
  type CompiledGraph,
  type EdgeDefinition,
  type ErrorHandler,
  type ExecutionLimits,
  type ExecutionState,
  type Json,
  type JsonObject,
  type NodeCatalogue,
  type NodeDefinition,
  type NodeType,
  type ReadyRun,
  type SettledRun,
  type StepOutcome,
  type WorkflowDefinition,
} from '@app/workflow-engine';

const anyConfig = Type.Object({}, { additionalProperties: true });

function trialType(type: string, extras: Partial<NodeType> = {}): NodeType {
  return defineNode({
    type,
    name: type,
    description: 'For trials.',
    category: 'action',
    config: anyConfig,
    outputs: [],
    needs: [],
    acts: false,
    run: () => ({ kind: 'done', output: {} }),
    ...extras,
  });
}

/** Node types for scripted runs. The engine treats them like any other node type. */
export const trialCatalogue: NodeCatalogue = catalogueOf([
  trialType('start'),
  trialType('end'),
  trialType('work'),
  trialType('parallel'),
  trialType('condition', { branches: () => ['true', 'false'], branchWhenSkipped: 'false' }),
  trialType('switch', {
    branches: (config) => [...((config['labels'] as string[] | undefined) ?? []), 'default'],
    branchWhenSkipped: 'default',
  }),
  trialType('loop', { branches: () => ['body', 'done'], branchWhenSkipped: 'done' }),
]);

export const trialLimits: ExecutionLimits = {
  steps: 10_000,
  loopItems: 10_000,
  atOnce: 10,
  gotos: 1000,
  inputSize: 1024 * 1024,
  outputSize: 256 * 1024,
  stateSize: 5 * 1024 * 1024,
};

type NodeExtras = { type?: string; config?: JsonObject; onError?: ErrorHandler };

/**
 * Builds a definition from lines such as `start > a`, `check -true> b`, `a > join`. The type of a node is its `type` in
 * `extras`. If this property is missing, the type is the first word of the id, such as `loop` for `loop1`. If no
 * type has this name, the type is `work`.
 */
export function trialDefinition(
  lines: readonly string[],
  extras: Record<string, NodeExtras> = {},
): WorkflowDefinition {
  const edges: EdgeDefinition[] = [];
  const ids = new Set<string>();
  for (const line of lines) {
    const [, source = '', label, target] = /^(\S+)(?: (?:-(\S+)|-?)> (\S+))?$/.exec(line) ?? [];
    ids.add(source);
    if (target === undefined) continue;
    ids.add(target);
    edges.push({ id: `e${edges.length}`, source, target, ...(label !== undefined && { label }) });
  }
  for (const id of Object.keys(extras)) ids.add(id);
  const nodes = [...ids].map((id): NodeDefinition => {
    const { type = typeOf(id), config = {}, onError } = extras[id] ?? {};
    return { id, type, config, ...(onError !== undefined && { onError }) };
  });
  return { nodes, edges };
}

function typeOf(id: string): string {
  const name = /^[a-z]*/.exec(id)?.[0] ?? '';
  return trialCatalogue.has(name) ? name : 'work';
}

export function trialGraph(
  lines: readonly string[],
  extras: Record<string, NodeExtras> = {},
  limits: Partial<ExecutionLimits> = {},
): CompiledGraph {
  return compileGraph(trialDefinition(lines, extras), {
    catalogue: trialCatalogue,
    limits: { ...trialLimits, ...limits },
  });
}

/** Returns the outcome of a run. If the script returns undefined, the run succeeds with its name as output. */
export type Script = (run: ReadyRun, state: ExecutionState) => StepOutcome | undefined;

export const failure = (message = 'It failed.'): StepOutcome => ({
  kind: 'failed',
  error: { code: 'broken', message },
});
export const branch = (label: string): StepOutcome => ({
  kind: 'done',
  output: { branch: label },
  branch: label,
});
export const loopOver = (items: Json[], concurrency = 1, itemVariable?: string): StepOutcome => ({
  kind: 'iterate',
  items,
  concurrency,
  ...(itemVariable !== undefined && { itemVariable }),
});

/**
 * Creates a script from a list of outcomes per node. The nth run of a node has the nth outcome. Runs beyond the end of
 * the list have the last outcome.
 */
export function scripted(outcomes: Record<string, StepOutcome | (StepOutcome | undefined)[]>): Script {
  const runs = new Map<string, number>();
  return ({ token }) => {
    const given = outcomes[token.nodeId];
    if (!Array.isArray(given)) return given;
    const run = runs.get(token.nodeId) ?? 0;
    runs.set(token.nodeId, run + 1);
    return given[Math.min(run, given.length - 1)];
  };
}

/**
 * Returns the name of a run, for example `each[1]/a#2`. It consists of the frame, the node and, from the second visit
 * on, the number of the visit.
 */
export function nameOf({ token }: Pick<ReadyRun, 'token'>): string {
  const frame = token.frame === '' ? '' : `${token.frame}/`;
  return `${frame}${token.nodeId}${token.visit === 1 ? '' : `#${token.visit}`}`;
}

export interface Trial {
  state: ExecutionState;
  settled: SettledRun[];
  /** The names of the runs in the order in which the engine started them, including retries. */
  handedOut: string[];
  /** The highest number of runs that were active at the same time. */
  mostAtOnce: number;
  /** The time at the end of the execution. */
  nowMs: number;
}

export interface TrialOptions {
  script?: Script;
  /** Returns the index of the active run that is reported next. By default, the first one. */
  pick?: (underWay: readonly ReadyRun[]) => number;
  /** Called with each state. The trial continues with the returned state. */
  between?: (state: ExecutionState) => ExecutionState;
  /**
   * Returns true if the process dies after this step. Another process then reads the state and repeats the active runs.
   */
  diesAt?: () => boolean;
  startMs?: number;
  from?: Advanced;
}

/**
 * Maximum number of loop iterations in a trial, more than any trial needs. If an execution never ends, the test fails
 * at this limit instead of hanging.
 */
const MOST_TURNS = 20_000;

/** Runs an execution to its end. It reports one run per millisecond of simulated time, and skips waits. */
export function runTrial(graph: CompiledGraph, options: TrialOptions = {}): Trial {
  const { script = () => undefined, pick = () => 0, between = (state) => state } = options;
  let nowMs = options.startMs ?? 1_000_000;
  const trial: Trial = { state: begin(graph, nowMs).state, settled: [], handedOut: [], mostAtOnce: 0, nowMs };
  let ready: ReadyRun[] = [];
  const take = (advanced: Advanced): void => {
    trial.state = between(advanced.state);
    trial.settled.push(...advanced.settled);
    trial.handedOut.push(...advanced.ready.map(nameOf));
    ready.push(...advanced.ready);
    trial.mostAtOnce = Math.max(trial.mostAtOnce, ready.length);
    if (options.diesAt?.() !== true) return;
    trial.state = JSON.parse(JSON.stringify(trial.state)) as ExecutionState;
    ready = underWay(trial.state);
  };
  take(options.from ?? begin(graph, nowMs));
  for (let turn = 0; outcomeOf(trial.state) === 'running'; turn += 1) {
    if (turn === MOST_TURNS)
      throw new Error(`The execution is still running after ${MOST_TURNS} iterations.`);
    nowMs += 1;
    const [run] = ready.splice(ready.length === 0 ? 0 : pick(ready), 1);
    if (run === undefined) {
      const wakeMs = nextWakeMs(trial.state);
      if (wakeMs === null)
        throw new Error('The execution is running, but no node is ready and no node waits.');
      nowMs = Math.max(nowMs, wakeMs);
      take(wake(graph, trial.state, nowMs));
      continue;
    }
    const outcome = script(run, trial.state) ?? { kind: 'done', output: { ran: nameOf(run) } };
    take(advance(graph, trial.state, { token: run.token, atMs: nowMs, input: {}, logs: [], outcome }));
  }
  trial.nowMs = nowMs;
  return trial;
}
