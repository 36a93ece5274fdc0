import {
  compileConfig,
  type JsonObject,
  type NodeOutcome,
  type NodePorts,
  type NodeType,
  resolveConfig,
} from '@app/workflow-engine';

export const TRIAL_NOW_MS = Date.parse('2026-03-29T00:30:00.000Z');

export interface TrialOptions {
  /** What expressions see, beside `triggerData`. */
  scope?: JsonObject;
  triggerData?: unknown;
  ports?: Partial<NodePorts>;
  signal?: AbortSignal;
}

export interface Trial {
  outcome: NodeOutcome;
  logs: string[];
}

/** Runs a node as an execution does: its configuration, as saved, is resolved and checked before. */
export async function tryNode(node: NodeType, saved: JsonObject, options: TrialOptions = {}): Promise<Trial> {
  const { triggerData = {}, ports = {}, signal = new AbortController().signal } = options;
  const logs: string[] = [];
  const outcome = await node.run({
    config: resolved(node, saved, options),
    // A node that reaches for what it does not need finds nothing there.
    ports: Object.fromEntries(node.needs.map((need) => [need, ports[need]])) as unknown as NodePorts,
    triggerData,
    nowMs: TRIAL_NOW_MS,
    idempotencyKey: 'execution-1/node-1',
    signal,
    log: (line) => logs.push(line),
  });
  return { outcome, logs };
}

/** What a dry run has instead. */
export function rehearseNode(node: NodeType, saved: JsonObject, options: TrialOptions = {}) {
  if (!node.rehearse) throw new Error(`${node.type} has no rehearsal.`);
  const logs: string[] = [];
  const output = node.rehearse(resolved(node, saved, options), (line) => logs.push(line));
  return { output, logs };
}

function resolved(node: NodeType, saved: JsonObject, { scope, triggerData = {} }: TrialOptions): JsonObject {
  const names = { triggerData, variables: {}, nodeOutputs: {}, env: {}, ...scope } as JsonObject;
  return resolveConfig(compileConfig(node.config, saved), names, {
    nowMs: TRIAL_NOW_MS,
    maxSteps: 100_000,
    maxCharacters: 1_000_000,
  });
}
