import { Environment } from '@app/config';
import { FixedClock, SecretValues } from '@app/kernel';
import { catalogueOf, compileGraph, defineNode, NO_SITE, type NodeOutcome } from '@app/workflow-engine';
import { Type } from '@sinclair/typebox';
import { trialDefinition, trialLimits } from '../../../../../../test/factories/trial-execution';
import { CpuAccount, CpuScheduler } from './cpu-scheduler';
import { ExecutionWriter } from './execution-writer';
import { ExecutionDriver } from './execution-driver';
import type { LoadedExecution } from '../record/execution-store';
import { StepRunner } from './step-runner';

const ID = '01980000-0000-7000-8000-000000000001';
const SLICE_MS = 10;

/** A simulated thread. Its clock advances only when steps compute. The test runs the event loop of the thread. */
class Thread {
  nowMs = 0;
  turns = 0;
  /** The longest time between two iterations of the event loop. */
  longestMs = 0;
  readonly scheduler = new CpuScheduler(
    () => this.nowMs,
    (work) => this.asked.push(work),
  );
  private asked: (() => void)[] = [];
  private turnedAtMs = 0;

  /** Iterates the event loop until nothing is queued, or until `isEnough` returns true. */
  async run(isEnough: () => boolean = () => false): Promise<void> {
    for (;;) {
      // Let pending promises settle.
      await new Promise(setImmediate);
      this.longestMs = Math.max(this.longestMs, this.nowMs - this.turnedAtMs);
      this.turnedAtMs = this.nowMs;
      if (this.asked.length === 0 || isEnough()) return;
      this.turns++;
      for (const work of this.asked.splice(0)) work();
    }
  }
}

/**
 * An execution that runs `items` steps in a loop, ten at a time, and two more steps. Each step computes for `stepMs`.
 */
function execution(thread: Thread, items: number, stepMs: number): ExecutionDriver {
  const config = Type.Object({}, { additionalProperties: true });
  const base = { name: 'x', description: 'x', category: 'control', config, outputs: [], needs: [] } as const;
  const type = (name: string, run: () => NodeOutcome, more = {}) =>
    defineNode({ ...base, type: name, acts: false, run, ...more });
  const compute = (): NodeOutcome => {
    thread.nowMs += stepMs;
    return { kind: 'done', output: {} };
  };
  const rounds = Array.from({ length: items }, (_, index) => index);
  const catalogue = catalogueOf([
    type('start', compute),
    type('work', compute),
    type('loop', () => ({ kind: 'iterate', items: rounds, concurrency: 10 }), {
      branches: () => ['body', 'done'],
      branchWhenSkipped: 'done',
    }),
  ]);
  const definition = trialDefinition(['start > loop', 'loop -body> a', 'loop -done> b']);
  const graph = compileGraph(definition, { catalogue, limits: trialLimits });
  const loaded = { id: ID, workflowId: ID, version: 0, recoveries: 0, triggerData: '{}', state: null };
  const store = { load: async () => null, dueAtMs: async () => null, save: async () => true };
  const clock = new FixedClock(0);
  return new ExecutionDriver({
    graph,
    writer: new ExecutionWriter(store, loaded as LoadedExecution, graph, new SecretValues({}), 100_000),
    steps: new StepRunner({
      execution: { id: ID, workflowId: ID },
      graph,
      dryRun: false,
      ports: {} as never,
      request: null,
      givenOutputs: new Map(),
      triggerData: {},
      env: {},
      site: NO_SITE,
      expressionSteps: new Environment().LIMIT_EXPRESSION_STEPS,
      resumeUrlOf: () => '',
      nowMs: () => clock.nowMs(),
      hide: (text: string) => text,
      signal: () => new AbortController().signal,
      onError: () => undefined,
    }),
    scheduler: thread.scheduler,
    nowMs: () => clock.nowMs(),
    clockOffsetMs: 0,
    activeLimitMs: Infinity,
    graceMs: 0,
    stopNodes: () => undefined,
  });
}

describe('CpuScheduler', () => {
  it.each<[string, number, number]>([
    ['one execution with heavy steps', 1, 12],
    ['one execution with light steps', 1, 1],
    ['several executions with heavy steps', 8, 12],
    ['several executions with light steps', 8, 1],
  ])('lets the event loop run after each slice: %s', async (_, count, stepMs) => {
    const thread = new Thread();
    const runs = Array.from({ length: count }, () => execution(thread, 200, stepMs).run(false));
    await thread.run();
    expect(await Promise.all(runs)).toEqual(runs.map(() => ({ kind: 'ended', status: 'success' })));
    expect(thread.nowMs).toBe(count * 202 * stepMs);
    expect(thread.longestMs).toBeLessThanOrEqual(SLICE_MS + stepMs);
  });

  it('delays a short execution by only a few iterations of the event loop, for any number of long executions', async () => {
    const thread = new Thread();
    const longOnes = Array.from({ length: 12 }, () => execution(thread, 200, 12).run(false));
    await thread.run(() => thread.turns >= 100);
    const { turns } = thread;
    let isOver = false;
    void execution(thread, 1, 1)
      .run(false)
      .then(() => (isOver = true));
    await thread.run(() => isOver);
    expect(thread.turns - turns).toBeLessThanOrEqual(3);
    await thread.run();
    await Promise.all(longOnes);
  });

  it('resumes long executions in turn, even during a stream of short executions', async () => {
    const thread = new Thread();
    const order: string[] = [];
    const long = (name: string) => {
      const account = new CpuAccount(thread.scheduler);
      return (async () => {
        for (let step = 0; step < 12; step++) {
          if (account.mustYield) await account.yield();
          account.charge(() => (thread.nowMs += 12));
          order.push(name);
        }
      })();
    };
    const longOnes = [long('a'), long('b'), long('c')];
    await thread.run(() => order.length >= 18);
    order.length = 0;
    const keepComing = async () => {
      for (let come = 0; come < 1000 && order.length < 9; come++) {
        const account = new CpuAccount(thread.scheduler);
        if (account.mustYield) await account.yield();
        account.charge(() => (thread.nowMs += 12));
        if (order.length < 9) await Promise.resolve();
      }
    };
    const stream = keepComing();
    await thread.run(() => order.length >= 9);
    const counts = ['a', 'b', 'c'].map((name) => order.filter((one) => one === name).length);
    expect(counts).toEqual([3, 3, 3]);
    await thread.run();
    await Promise.all([...longOnes, stream]);
  });
});
