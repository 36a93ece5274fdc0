import { Environment } from '@app/config';
import { FixedClock, SecretValues } from '@app/kernel';
import {
  compileGraph,
  type JsonObject,
  NO_SITE,
  type NodeDefinition,
  type NodePorts,
} from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { trialLimits } from '../../../../../../test/factories/trial-execution';
import { ExecutionDriverFactory } from './execution-driver.factory';
import type { ExecutionWrite, LoadedExecution } from '../record/execution-store';
import { DEFAULT_EXECUTION_TIMING } from '../record/execution-timing';
import type { NodeResult } from '../record/node-result';

const ID = '01980000-0000-7000-8000-000000000001';
const HUGE = "{{ 'y'.repeat(240000) }}";

/**
 * Runs `nodes` one after another without a database.
 * @returns the last write
 */
async function execute(nodes: readonly NodeDefinition[], dryRun: boolean): Promise<ExecutionWrite> {
  const all = [{ id: 'start', type: 'start', config: {} }, ...nodes];
  const edges = nodes.map(({ id }, index) => ({ id, source: all[index]?.id ?? '', target: id }));
  const graph = compileGraph({ nodes: all, edges }, { catalogue: nodeCatalogue, limits: trialLimits });
  const execution: LoadedExecution = {
    id: ID,
    workflowId: ID,
    revision: 1,
    status: 'running',
    trigger: 'manual',
    dryRun,
    clockOffsetMs: 0,
    wakes: 0,
    isSerial: false,
    parentId: null,
    version: 0,
    recoveries: 0,
    dueAtMs: 0,
    requestId: null,
    claim: 'free',
    webhookRequest: null,
    givenOutputs: null,
    triggerData: '{}',
    state: null,
  };
  const writes: ExecutionWrite[] = [];
  const store = {
    load: async () => execution,
    dueAtMs: async () => null,
    save: async (write: ExecutionWrite) => writes.push(write) > 0,
  };
  const factory = new ExecutionDriverFactory(
    store,
    {} as NodePorts,
    new SecretValues({}),
    new FixedClock(0),
    new Environment(),
    DEFAULT_EXECUTION_TIMING,
  );
  await factory.create(execution, { graph, site: NO_SITE }).run(false);
  return writes.at(-1) as ExecutionWrite;
}

const set = (id: string, value: unknown): NodeDefinition =>
  ({ id, type: 'variable', config: { name: id, value }, onError: { action: 'skip' } }) as NodeDefinition;
const many = (text: string) => Array.from({ length: 4000 }, () => text);

describe('long values that expressions insert', () => {
  it.each<[string, JsonObject]>([
    ['as it is', { type: 'variable', config: { name: 'x', value: many('{{ variables.b }}') } }],
    ['within texts', { type: 'variable', config: { name: 'x', value: many('-{{ variables.b }}') } }],
    [
      'as a parameter',
      { type: 'database', config: { query: 'SELECT 1', params: many('{{ variables.b }}') } },
    ],
    [
      'as a body',
      { type: 'http_request', config: { method: 'POST', url: 'http://x', body: many('{{ variables.b }}') } },
    ],
    ['as a recipient', { type: 'email', config: { to: many('{{ variables.b }}'), subject: 'x', body: 'x' } }],
    ['as an item', { type: 'loop', config: { items: many('{{ variables.b }}') } }],
    ['as the result', { type: 'end', config: { output: many('{{ variables.b }}') } }],
  ])(
    'fails an execution that inserts a long value thousands of times, and does not record the value: %s',
    async (_, node) => {
      for (const dryRun of [false, true]) {
        const last = { id: 'x', onError: { action: 'skip' }, ...node } as unknown as NodeDefinition;
        const { next, results, error } = await execute([set('b', HUGE), last], dryRun);
        expect({ next, error: error?.message }).toEqual({
          next: 'failed',
          error: 'x: The expressions of a node may insert at most 1048576 characters into its configuration.',
        });
        const failed = JSON.parse(results.at(-1) ?? '') as NodeResult;
        expect(failed).toMatchObject({
          nodeId: 'x',
          status: 'failed',
          input: {},
          output: {},
          logs: [],
          error: { code: 'input_too_large' },
        });
        expect(results.at(-1)?.length).toBeLessThan(1000);
      }
    },
  );

  it('accepts a long value if the inserted text stays within the limit', async () => {
    const { next } = await execute([set('b', HUGE), set('c', ['{{ variables.b }}'])], false);
    expect(next).toBe('success');
  });
});
