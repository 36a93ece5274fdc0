import { createHash } from 'node:crypto';
import type { Environment } from '@app/config';
import { type NodeResult } from '@app/domain';
import {
  DEFAULT_EXECUTION_TIMING,
  ExecutionDriverFactory,
  ExecutionStore,
  type ExecutionWrite,
  type LoadedExecution,
} from '@app/domain/testing';
import { FixedClock, SecretValues } from '@app/kernel';
import {
  catalogueOf,
  type CompiledGraph,
  compileGraph,
  defineNode,
  type ErrorHandler,
  type ExecutionState,
  type JsonObject,
  NO_SITE,
  NodeFault,
  type NodeOutcome,
  type NodeRun,
  type NodeType,
  underWay,
  type WorkflowDefinition,
} from '@app/workflow-engine';
import { Type } from '@sinclair/typebox';
import { trialDefinition, trialLimits } from './trial-execution';

const START_MS = 1_000_000_000_000;
const ID = '01980000-0000-7000-8000-000000000001';
const NEVER = new Promise<never>(() => undefined);
const MAX_WORKERS = 20;

const ENVIRONMENT = {
  LIMIT_EXECUTION_RECORD_CHARACTERS: 1024 * 1024,
  LIMIT_EXECUTION_ACTIVE_MS: 300_000,
  LIMIT_EXPRESSION_STEPS: 100_000,
} as Environment;

/** The point at which a worker dies: before or after a write, an effect or another step. */
export interface CrashPoint {
  at: 'write' | 'effect' | 'step';
  /** The number of the write, effect or step. The first one of the execution has the number 1. */
  number: number;
  when: 'before' | 'after';
}

export interface CrashTrialOutcome {
  status: string;
  error: string | null;
  /** The node results in sorted order, each as a line such as `each[1]/a#2 success {…}`. */
  results: string[];
  /** The keys of the effects in the order in which they happened. */
  effects: string[];
  writes: number;
  steps: number;
  /** Number of worker processes used. */
  workers: number;
  /**
   * Effects that started before their start was saved, and effects that were repeated after their result had been
   * saved.
   */
  faults: string[];
}

type Config = JsonObject;

/** Runs an execution with as many worker processes as it needs. One of them may die at a given point. */
export class CrashTrial {
  private readonly clock = new FixedClock(START_MS);
  private readonly definition: WorkflowDefinition;
  private readonly effects: string[] = [];
  private readonly told = new Set<string>();
  private readonly faults: string[] = [];
  private writes = 0;
  private steps = 0;
  private begunEffects = 0;
  private workers = 0;
  private row: LoadedExecution & { error: string | null };
  private readonly parts: NodeResult[][] = [];
  private alive = true;
  private crashed: () => void = () => undefined;

  /** @param crash the point at which one worker dies; by default, no worker dies */
  constructor(
    lines: readonly string[],
    extras: Record<string, { type?: string; config?: JsonObject; onError?: ErrorHandler }>,
    private readonly crash: CrashPoint | null,
  ) {
    this.definition = trialDefinition(lines, extras);
    this.row = {
      id: ID,
      workflowId: ID,
      revision: 1,
      status: 'running',
      trigger: 'manual',
      dryRun: false,
      clockOffsetMs: 0,
      isSerial: false,
      version: 0,
      wakes: 0,
      parentId: null,
      recoveries: 0,
      dueAtMs: START_MS,
      requestId: null,
      claim: 'free',
      webhookRequest: null,
      givenOutputs: null,
      triggerData: '{}',
      state: null,
      error: null,
    };
  }

  async run(): Promise<CrashTrialOutcome> {
    while (this.row.status === 'running') {
      if (++this.workers > MAX_WORKERS)
        throw new Error(`The execution has not ended after ${MAX_WORKERS} workers have run it.`);
      await this.runWorker();
    }
    return {
      status: this.row.status,
      error: this.row.error,
      results: this.parts.flat().map(summaryOf).sort(),
      effects: this.effects,
      writes: this.writes,
      steps: this.steps,
      workers: this.workers,
      faults: this.faults,
    };
  }

  /** Returns the graph with the nodes of the current worker. */
  private graphOfThisLife(): CompiledGraph {
    return compileGraph(this.definition, { catalogue: catalogueOf(this.types()), limits: trialLimits });
  }

  /** Runs one worker until the execution waits, the execution has ended, or the worker has died. */
  private async runWorker(): Promise<void> {
    this.alive = true;
    const died = new Promise<void>((resolve) => (this.crashed = resolve));
    const wake = this.row.dueAtMs ?? 0;
    if (wake > this.clock.nowMs()) this.clock.set(wake);
    const factory = new ExecutionDriverFactory(
      this.storeOfThisWorker(),
      {} as never,
      new SecretValues({}),
      this.clock,
      ENVIRONMENT,
      DEFAULT_EXECUTION_TIMING,
    );
    const driver = factory.create({ ...this.row }, { graph: this.graphOfThisLife(), site: NO_SITE });
    // If the previous worker died, its claim must have expired before this worker takes over.
    await Promise.race([driver.run(this.row.claim === 'left'), died]);
  }

  /**
   * Returns the store of the current worker. After the worker has died, its pending calls have no effect and never
   * return.
   */
  private storeOfThisWorker(): ExecutionStore {
    const worker = this.workers;
    const save = async (write: ExecutionWrite) => {
      if (!this.isAlive(worker)) return NEVER;
      const number = ++this.writes;
      if (this.diesAt('write', number, 'before')) return this.die();
      const won = this.apply(write);
      if (this.diesAt('write', number, 'after')) return this.die();
      return won;
    };
    return { load: async () => this.row, dueAtMs: async () => this.row.dueAtMs, save };
  }

  private apply(write: ExecutionWrite): boolean {
    if (this.row.status !== 'running' || this.row.version !== write.version) return false;
    const { next, dueAtMs, error = null, state, results, part } = write;
    const written = `${state ?? ''}${results.join()}`;
    for (const effect of this.effects) if (written.includes(`"${effect}"`)) this.told.add(effect);
    const ended = next === 'success' || next === 'failed';
    const claimed = next === 'claim' || next === 'recover';
    this.row = {
      ...this.row,
      version: this.row.version + 1,
      status: ended ? next : 'running',
      recoveries: next === 'recover' ? this.row.recoveries + 1 : 0,
      dueAtMs: ended ? null : (dueAtMs ?? this.clock.nowMs()),
      claim: claimed ? 'left' : 'free',
      state: state === undefined ? this.row.state : state,
      error: error?.message ?? null,
    };
    if (results.length > 0) {
      if (part !== this.parts.length + 1)
        throw new Error(`Part ${part} was written, but part ${this.parts.length + 1} was expected.`);
      this.parts.push(results.map((text) => JSON.parse(text) as NodeResult));
    }
    return true;
  }

  private diesAt(at: CrashPoint['at'], number: number, when: CrashPoint['when']): boolean {
    const { crash } = this;
    return crash !== null && crash.at === at && crash.number === number && crash.when === when;
  }

  private die(): Promise<never> {
    this.alive = false;
    this.crashed();
    return NEVER;
  }

  /**
   * Returns false for a worker that has died. Its driver still exists, and continues when the event loop resumes it
   * after a time slice.
   */
  private isAlive(worker: number): boolean {
    return this.alive && worker === this.workers;
  }

  private async effect(run: NodeRun<Config, never>, worker: number): Promise<NodeOutcome> {
    if (!this.isAlive(worker)) return NEVER;
    const number = ++this.begunEffects;
    if (!this.isNotedAsBegun(run.idempotencyKey)) this.faults.push(`not noted ${run.idempotencyKey}`);
    if (this.diesAt('effect', number, 'before')) return this.die();
    const turns = Number(run.config['turns'] ?? 1);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    if (!this.isAlive(worker)) return NEVER;
    if (this.told.has(run.idempotencyKey)) this.faults.push(`repeated ${run.idempotencyKey}`);
    this.effects.push(run.idempotencyKey);
    if (this.diesAt('effect', number, 'after')) return this.die();
    const tries = this.effects.filter((effect) => effect === run.idempotencyKey).length;
    if (tries <= Number(run.config['failures'] ?? 0)) throw new NodeFault('broken', 'It failed.');
    return { kind: 'done', output: { key: run.idempotencyKey } };
  }

  private isNotedAsBegun(key: string): boolean {
    if (this.row.claim !== 'left' || this.row.state === null) return false;
    const { engine } = JSON.parse(this.row.state) as { engine: ExecutionState };
    return underWay(engine).some(({ token: { frame, nodeId, visit } }) => {
      const step = createHash('sha256').update(JSON.stringify([frame, nodeId, visit]));
      return key === `${ID}-${step.digest('hex').slice(0, 16)}`;
    });
  }

  private step(config: Config, worker: number): NodeOutcome | Promise<NodeOutcome> {
    if (!this.isAlive(worker)) return NEVER;
    const number = ++this.steps;
    if (this.diesAt('step', number, 'before')) return this.die();
    return { kind: 'done', output: {}, variables: { last: config['says'] ?? null } };
  }

  private types(): NodeType[] {
    const worker = this.workers;
    const config = Type.Object({}, { additionalProperties: true });
    const base = { name: 'x', description: 'x', category: 'action', config, outputs: [], needs: [] } as const;
    const plain = (
      type: string,
      run: (run: NodeRun<Config, never>) => NodeOutcome | Promise<NodeOutcome>,
      extras = {},
    ) => defineNode({ ...base, type, acts: false, run, ...extras });
    return [
      plain('start', done),
      plain('work', ({ config }) => this.step(config, worker)),
      plain('end', () => ({ kind: 'stop', output: {} })),
      plain('fail', () => {
        throw new NodeFault('broken', 'It failed.');
      }),
      plain('delay', ({ nowMs }) => ({ kind: 'wait', untilMs: nowMs + 60_000, output: {} })),
      plain('loop', () => ({ kind: 'iterate', items: [1, 2, 3], concurrency: 2 }), {
        branches: () => ['body', 'done'],
        branchWhenSkipped: 'done',
      }),
      defineNode({
        ...base,
        type: 'effect',
        acts: true,
        rehearse: () => ({}),
        run: (run) => this.effect(run, worker),
      }),
    ];
  }
}

const done = (): NodeOutcome => ({ kind: 'done', output: {} });

function summaryOf({ nodeId, iteration, visit, status, output, error }: NodeResult): string {
  const frame = iteration === '' ? '' : `${iteration}/`;
  return `${frame}${nodeId}#${visit} ${status} ${JSON.stringify(output)} ${error?.code ?? ''}`;
}
