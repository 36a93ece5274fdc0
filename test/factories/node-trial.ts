import { inTurns } from '@app/kernel';
import {
  compileConfig,
  configCheck,
  type JsonObject,
  NAMES_IN_LOOPS,
  type NodeOutcome,
  type NodePorts,
  type NodeType,
  type PortChecks,
  type Problem,
  resolveConfig,
} from '@app/workflow-engine';

export const TRIAL_NOW_MS = Date.parse('2026-03-29T00:30:00.000Z');

export const TRIAL_EXECUTION = { id: 'execution-1', workflowId: 'workflow-1' };

/** The part of a fake port that accepts every action in a dry run. */
export const ACCEPTING = { check: async () => undefined };

/** Checks that accept every node when a workflow is saved. */
export const ACCEPTING_CHECKS: PortChecks = {
  http: ACCEPTING,
  mail: ACCEPTING,
  points: ACCEPTING,
  lights: ACCEPTING,
  exports: ACCEPTING,
  workflows: ACCEPTING,
};

export interface TrialOptions {
  /** Names that expressions can use, in addition to `triggerData`. */
  scope?: JsonObject;
  triggerData?: unknown;
  ports?: Partial<NodePorts>;
  signal?: AbortSignal;
}

export interface Trial {
  outcome: NodeOutcome;
  logs: string[];
}

/** Lists the problems that the schema and the node type's own check find when the configuration is saved. */
export async function savedProblems(node: NodeType, config: JsonObject): Promise<Problem[]> {
  const found = await inTurns(configCheck(node.config, config, { names: NAMES_IN_LOOPS }));
  return [...found, ...(node.check?.(config) ?? [])];
}

/** Runs a node as an execution does: checks the saved configuration, resolves its templates, and runs the node. */
export async function tryNode(node: NodeType, saved: JsonObject, options: TrialOptions = {}): Promise<Trial> {
  const { triggerData = {}, signal = new AbortController().signal } = options;
  const logs: string[] = [];
  const outcome = await node.run({
    config: resolved(node, saved, options),
    ports: portsOf(node, options),
    execution: TRIAL_EXECUTION,
    nodeId: 'node-1',
    triggerData,
    nowMs: TRIAL_NOW_MS,
    idempotencyKey: 'execution-1/node-1',
    attempt: 1,
    signal,
    log: (line) => logs.push(line),
  });
  return { outcome, logs };
}

/** Performs the dry run of a node. */
export async function rehearseNode(node: NodeType, saved: JsonObject, options: TrialOptions = {}) {
  if (!node.rehearse) throw new Error(`The node type ${node.type} has no dry run.`);
  const logs: string[] = [];
  const step = { ports: portsOf(node, options), nowMs: TRIAL_NOW_MS };
  const output = await node.rehearse(resolved(node, saved, options), (line) => logs.push(line), step);
  return { output, logs };
}

/** Returns only the ports that the node declares, as an execution does. */
function portsOf({ needs }: NodeType, { ports = {} }: TrialOptions): NodePorts {
  return Object.fromEntries(needs.map((need) => [need, ports[need]])) as unknown as NodePorts;
}

function resolved(node: NodeType, saved: JsonObject, { scope, triggerData = {} }: TrialOptions): JsonObject {
  const names = { triggerData, variables: {}, nodeOutputs: {}, env: {}, ...scope } as JsonObject;
  return resolveConfig(compileConfig(node.config, saved), names, {
    nowMs: TRIAL_NOW_MS,
    maxSteps: 100_000,
    maxCharacters: 1_000_000,
  });
}
