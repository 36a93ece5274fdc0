import {
  advance,
  begin,
  compileGraph,
  type ExecutionLimits,
  type JsonObject,
  type NodeDefinition,
  outcomeOf,
  resolveConfig,
  scopeOf,
  type SettledRun,
  wake,
  type WorkflowDefinition,
} from '@app/workflow-engine';
import { TRIAL_NOW_MS } from '../../../test/factories/node-trial';
import { nodeCatalogue } from './node-types';

const LIMITS: ExecutionLimits = {
  steps: 1000,
  loopItems: 100,
  atOnce: 10,
  gotos: 10,
  inputSize: 100_000,
  outputSize: 100_000,
  stateSize: 1_000_000,
};

/** Runs a workflow whose nodes use no ports. When no run is ready, all waits end. */
async function execute(definition: WorkflowDefinition, triggerData: JsonObject): Promise<SettledRun[]> {
  const graph = compileGraph(definition, { catalogue: nodeCatalogue, limits: LIMITS });
  const settled: SettledRun[] = [];
  let { state, ready } = begin(graph, TRIAL_NOW_MS);
  while (outcomeOf(state) === 'running') {
    const next = ready[0] ? await report(ready[0]) : wake(graph, state, TRIAL_NOW_MS + 3_600_000);
    settled.push(...next.settled);
    ready = [...ready.slice(1), ...next.ready];
    state = next.state;
  }
  expect(outcomeOf(state)).toBe('success');
  return settled;

  async function report({ token, atMs }: (typeof ready)[number]) {
    const { type, config } = graph.node(token.nodeId);
    const scope = { ...scopeOf(state, token), triggerData, env: {} };
    const logs: string[] = [];
    const input = resolveConfig(config, scope, { nowMs: atMs, maxSteps: 10_000, maxCharacters: 100_000 });
    const outcome = await type.run({
      config: input,
      ports: {} as never,
      execution: { id: 'execution', workflowId: 'workflow' },
      triggerData,
      nowMs: atMs,
      nodeId: 'node-1',
      attempt: 1,
      idempotencyKey: 'key',
      signal: new AbortController().signal,
      log: (line) => logs.push(line),
    });
    return advance(graph, state, { token, atMs, input, logs, outcome });
  }
}

const node = (id: string, type: string, config: JsonObject = {}): NodeDefinition => ({ id, type, config });

/** Creates edges from texts of the form `source target` or `source target label`. */
const edges = (...written: string[]) =>
  written.map((text, index) => {
    const [source = '', target = '', label] = text.split(' ');
    return { id: `edge${index}`, source, target, ...(label !== undefined && { label }) };
  });

describe('nodes in an execution', () => {
  it('choose branches and can read the outputs of earlier nodes', async () => {
    const definition: WorkflowDefinition = {
      nodes: [
        node('start', 'start'),
        node('warm', 'condition', { expression: 'nodeOutputs.start.value > 26' }),
        node('no', 'end', { output: 'not warm' }),
        node('sum', 'variable', { name: 'sum', value: 0 }),
        node('each', 'loop', { items: '{{ triggerData.rooms }}', itemVariable: 'room', concurrency: 2 }),
        node('add', 'variable', { name: 'sum', value: '{{ variables.sum + variables.room.kwh + index }}' }),
        node('fork', 'parallel'),
        node('wait', 'delay', { durationMs: 1000 }),
        node('which', 'switch', {
          expression: 'variables.sum',
          cases: [
            { label: 'none', value: 0 },
            { label: 'some', value: 34 },
          ],
        }),
        node('other', 'variable', { name: 'sum', value: -1 }),
        node('end', 'end', {
          output:
            '{{ ({ sum: variables.sum, until: nodeOutputs.wait.until, count: nodeOutputs.each.count }) }}',
        }),
      ],
      edges: edges(
        'start warm',
        'warm no false',
        'warm sum true',
        'sum each',
        'each add body',
        'each fork done',
        'fork wait',
        'fork which',
        'which other default',
        'which end some',
        'wait end',
      ),
    };
    const settled = await execute(definition, { value: 27, rooms: [{ kwh: 10 }, { kwh: 21 }, { kwh: 0 }] });
    const ran = settled.map(({ token, status }) => `${token.nodeId} ${token.frame} ${status}`);
    expect(ran.sort()).toEqual([
      'add each[0] success',
      'add each[1] success',
      'add each[2] success',
      'each  success',
      'end  success',
      'fork  success',
      'start  success',
      'sum  success',
      'wait  success',
      'warm  success',
      'which  success',
    ]);
    const last = settled.find(({ token }) => token.nodeId === 'end');
    expect(last?.output).toEqual({ sum: 34, until: '2026-03-29T00:30:01.000Z', count: 3 });
  });
});
