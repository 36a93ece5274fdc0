import { DomainError, mapMessage, say } from '@app/kernel';
import {
  callableRun,
  type CompiledNode,
  type ExecutionState,
  type JsonObject,
  nodeError,
  type NodeError,
  NodeFault,
  type NodeOutcome,
  type ReadyRun,
  resolveConfig,
  scopeOf,
  type StepOutcome,
  type StepReport,
} from '@app/workflow-engine';
import { outcomeWithOutput } from '../intake/given-outputs';
import { NodeContext } from './node-context';
import type { StepContext } from './step-context';

const BROKEN = nodeError(say('node_broken'));

/** Runs nodes. Every run ends with a report, even if the node throws. */
export class StepRunner {
  constructor(private readonly context: StepContext) {}

  get dryRun(): boolean {
    return this.context.dryRun;
  }

  /** Returns true if a run of this node has side effects outside of the execution. */
  acts(nodeId: string): boolean {
    return !this.context.dryRun && this.context.graph.node(nodeId).type.acts;
  }

  /**
   * Starts a node run.
   * @returns the report, or a promise of the report if the node waits. Never throws, and the promise never rejects
   */
  start(state: ExecutionState, run: ReadyRun): StepReport | Promise<StepReport> {
    const { graph } = this.context;
    const node = graph.node(run.token.nodeId);
    const own = new NodeContext(this.context, node.type, run);
    let input: JsonObject = {};
    const report = (outcome: StepOutcome): StepReport => ({
      token: run.token,
      atMs: this.context.nowMs(),
      input,
      logs: own.lines,
      outcome,
    });
    const failed = (error: unknown): StepReport =>
      report({ kind: 'failed', error: this.errorOf(error, node.id) });
    const given = this.givenOutcome(node);
    if (given) own.log('The node did not run, because its output was given in the request.');
    try {
      input = this.configOf(state, run, node);
      own.config = input;
      if (given) return report(given);
      const outcome = this.outcomeOf(node, own);
      return outcome instanceof Promise ? outcome.then(report, failed) : report(outcome);
    } catch (error) {
      if (!given) return failed(error);
      own.log(`The configuration of the node cannot be resolved: ${this.errorOf(error, node.id).message}`);
      return report(given);
    }
  }

  /** The outcome of a node if the caller of a dry run has sent its output; null otherwise. */
  private givenOutcome({ id, type }: CompiledNode): NodeOutcome | null {
    const output = this.context.givenOutputs.get(id);
    return output ? outcomeWithOutput(type, output) : null;
  }

  private configOf(state: ExecutionState, run: ReadyRun, node: CompiledNode): JsonObject {
    const { graph, triggerData, request, env, expressionSteps } = this.context;
    const given: Record<string, unknown> = { triggerData, request, env };
    const scope = Object.assign(given, scopeOf(state, run.token));
    return resolveConfig(node.config, scope, {
      nowMs: run.atMs,
      maxSteps: expressionSteps,
      site: { ...this.context.site, resumeUrl: (nodeId) => this.resumeUrl(state, run, nodeId) },
      maxCharacters: graph.limits.inputSize,
    });
  }

  private resumeUrl(state: ExecutionState, { token }: ReadyRun, nodeId: string): string | null {
    const run = callableRun(this.context.graph, state, token, nodeId);
    return run && this.context.resumeUrlOf(run);
  }

  private outcomeOf({ type }: CompiledNode, own: NodeContext): NodeOutcome | Promise<NodeOutcome> {
    const runs = !type.acts || !this.context.dryRun || (type.runsInDryRun?.(own.config) ?? false);
    if (runs) return type.run(own);
    const output = type.rehearse?.(own.config, (line) => own.log(line), own) ?? {};
    return output instanceof Promise ? output.then(doneWith) : doneWith(output);
  }

  private errorOf(error: unknown, nodeId: string): NodeError {
    if (error instanceof NodeFault || error instanceof DomainError) {
      const { code } = error;
      const reason = mapMessage(error.reason, (text) => this.context.hide(text));
      const failure = nodeError(reason, code);
      return error instanceof NodeFault && error.fatal ? { ...failure, fatal: true } : failure;
    }
    this.context.onError(error, nodeId);
    return BROKEN;
  }
}

function doneWith(output: JsonObject): NodeOutcome {
  return { kind: 'done', output };
}
