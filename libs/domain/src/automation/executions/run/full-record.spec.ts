import { Environment } from '@app/config';
import { FixedClock, SecretValues } from '@app/kernel';
import { compileGraph, NO_SITE, type NodePorts, type WorkflowDefinition } from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { trialLimits } from '../../../../../../test/factories/trial-execution';
import { ExecutionDriverFactory } from './execution-driver.factory';
import type { ExecutionWrite, LoadedExecution } from '../record/execution-store';
import { DEFAULT_EXECUTION_TIMING } from '../record/execution-timing';
import type { NodeResult } from '../record/node-result';

const ID = '01980000-0000-7000-8000-000000000001';
const RECORD = 20_000;

/** Runs a loop of 300 items with a limit of 200 steps. The record has space for only a few results. */
async function execute(concurrency: number): Promise<ExecutionWrite> {
  const items = Array.from({ length: 300 }, (_, index) => index);
  const definition: WorkflowDefinition = {
    nodes: [
      { id: 'start', type: 'start', config: {} },
      { id: 'each', type: 'loop', config: { items, concurrency } },
      { id: 'x', type: 'variable', config: { name: 'x', value: '{{ item }}' } },
    ],
    edges: [
      { id: 'a', source: 'start', target: 'each' },
      { id: 'b', source: 'each', target: 'x', label: 'body' },
    ],
  };
  const graph = compileGraph(definition, {
    catalogue: nodeCatalogue,
    limits: { ...trialLimits, steps: 200 },
  });
  const execution = {
    id: ID,
    workflowId: ID,
    clockOffsetMs: 0,
    version: 0,
    recoveries: 0,
    triggerData: '{}',
    webhookRequest: null,
    state: null,
  };
  const writes: ExecutionWrite[] = [];
  const factory = new ExecutionDriverFactory(
    {
      load: async () => null,
      dueAtMs: async () => null,
      save: async (write: ExecutionWrite) => writes.push(write) > 0,
    },
    {} as NodePorts,
    new SecretValues({}),
    new FixedClock(0),
    Object.assign(new Environment(), { LIMIT_EXECUTION_RECORD_CHARACTERS: RECORD }),
    DEFAULT_EXECUTION_TIMING,
  );
  await factory.create(execution as LoadedExecution, { graph, site: NO_SITE }).run(false);
  return writes.at(-1) as ExecutionWrite;
}

describe('an execution that exceeds its limit of steps after its record is full', () => {
  it.each([1, 10])(
    'records the result of the failed step, with %d concurrent rounds of a loop',
    async (concurrency) => {
      const { next, error, results } = await execute(concurrency);
      expect([next, error?.message]).toEqual([
        'failed',
        expect.stringMatching(/^x: The execution may have at most 200 node runs/),
      ]);
      const last = JSON.parse(results.at(-1) ?? '') as NodeResult;
      expect(last).toMatchObject({ nodeId: 'x', status: 'failed', error: { code: 'steps_exceeded' } });
      expect(results.filter((text) => text.includes('left out'))).toHaveLength(1);
      expect(results.join().length).toBeLessThanOrEqual(RECORD);
    },
  );
});
