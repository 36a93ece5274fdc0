import { Environment } from '@app/config';
import { FixedClock, SecretValues } from '@app/kernel';
import { catalogueOf, compileGraph, defineNode, type NodeOutcome } from '@app/workflow-engine';
import { Type } from '@sinclair/typebox';
import { trialDefinition, trialLimits } from '../../../../test/factories/trial-execution';
import { Computing, ComputingTurns } from './computing-turns';
import { ExecutionRecord } from './execution-record';
import { ExecutionRun } from './execution-run';
import type { LoadedExecution } from './execution-store';
import { StepRunner } from './step-runner';

const ID = '01980000-0000-7000-8000-000000000001';
const SLICE_MS = 10;

/** One thread whose time passes only as steps are computed, and whose loop turns when the test says so. */
class Thread {
  nowMs = 0;
  turns = 0;
  /** The longest time between two turns. */
  longestMs = 0;
  readonly computing = new ComputingTurns(
    () => this.nowMs,
    (work) => this.asked.push(work),
  );
  private asked: (() => void)[] = [];
  private turnedAtMs = 0;

  /** Turns until nobody asks for it any more, or `isEnough`. */
  async run(isEnough: () => boolean = () => false): Promise<void> {
    for (;;) {
      // Whatever goes on without the loop does so now.
      await new Promise(setImmediate);
      this.longestMs = Math.max(this.longestMs, this.nowMs - this.turnedAtMs);
      this.turnedAtMs = this.nowMs;
      if (this.asked.length === 0 || isEnough()) return;
      this.turns++;
      for (const work of this.asked.splice(0)) work();
    }
  }
}

/** An execution of `items` steps in a loop, ten at a time, and two more, each of which computes for `stepMs`. */
function execution(thread: Thread, items: number, stepMs: number): ExecutionRun {
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
  const loaded = { id: ID, workflowId: ID, version: 0, revivals: 0, triggerData: '{}', state: null };
  const store = { load: async () => null, save: async () => true };
  const clock = new FixedClock(0);
  return new ExecutionRun({
    graph,
    record: new ExecutionRecord(store, loaded as LoadedExecution, graph, new SecretValues({}), 100_000),
    steps: new StepRunner({
      executionId: ID,
      graph,
      dryRun: false,
      ports: {} as never,
      triggerData: {},
      env: {},
      expressionSteps: new Environment().LIMIT_EXPRESSION_STEPS,
      nowMs: () => clock.nowMs(),
      hide: (text: string) => text,
      signal: () => new AbortController().signal,
      onFault: () => undefined,
    }),
    turns: thread.computing,
    nowMs: () => clock.nowMs(),
    activeLimitMs: Infinity,
    graceMs: 0,
    stopNodes: () => undefined,
  });
}

describe('executions that compute', () => {
  it.each<[string, number, number]>([
    ['one with heavy steps', 1, 12],
    ['one with light steps', 1, 1],
    ['several with heavy steps', 8, 12],
    ['several with light steps', 8, 1],
  ])('let the loop turn after each slice: %s', async (_, count, stepMs) => {
    const thread = new Thread();
    const runs = Array.from({ length: count }, () => execution(thread, 200, stepMs).go(false));
    await thread.run();
    expect(await Promise.all(runs)).toEqual(runs.map(() => ({ kind: 'ended', status: 'success' })));
    expect(thread.nowMs).toBe(count * 202 * stepMs);
    expect(thread.longestMs).toBeLessThanOrEqual(SLICE_MS + stepMs);
  });

  it('hold up a short one for a few turns, however many they are', async () => {
    const thread = new Thread();
    const hogs = Array.from({ length: 12 }, () => execution(thread, 200, 12).go(false));
    await thread.run(() => thread.turns >= 100);
    const { turns } = thread;
    let isOver = false;
    void execution(thread, 1, 1)
      .go(false)
      .then(() => (isOver = true));
    await thread.run(() => isOver);
    expect(thread.turns - turns).toBeLessThanOrEqual(3);
    await thread.run();
    await Promise.all(hogs);
  });

  it('have their turn in order, and are not held up by short ones that keep coming', async () => {
    const thread = new Thread();
    const order: string[] = [];
    const long = (name: string) => {
      const part = new Computing(thread.computing);
      return (async () => {
        for (let step = 0; step < 12; step++) {
          if (part.mustGiveWay) await part.giveWay();
          part.do(() => (thread.nowMs += 12));
          order.push(name);
        }
      })();
    };
    const hogs = [long('a'), long('b'), long('c')];
    await thread.run(() => order.length >= 18);
    order.length = 0;
    const keepComing = async () => {
      for (let come = 0; come < 1000 && order.length < 9; come++) {
        const part = new Computing(thread.computing);
        if (part.mustGiveWay) await part.giveWay();
        part.do(() => (thread.nowMs += 12));
        if (order.length < 9) await Promise.resolve();
      }
    };
    const stream = keepComing();
    await thread.run(() => order.length >= 9);
    const counts = ['a', 'b', 'c'].map((name) => order.filter((one) => one === name).length);
    expect(counts).toEqual([3, 3, 3]);
    await thread.run();
    await Promise.all([...hogs, stream]);
  });
});
