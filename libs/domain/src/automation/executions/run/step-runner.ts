import { DomainError } from '@app/kernel';
import {
  type CompiledNode,
  type ExecutionState,
  type JsonObject,
  type NodeError,
  NodeFault,
  type NodeOutcome,
  type ReadyRun,
  resolveConfig,
  scopeOf,
  type StepOutcome,
  type StepReport,
} from '@app/workflow-engine';
import { NodeContext } from './node-context';
import type { StepContext } from './step-context';

const BROKEN: NodeError = { code: 'node_broken', message: 'The node failed with an internal error.' };

/** Runs nodes. Every run ends with a report, even if the node throws. */
export class StepRunner {
  constructor(private readonly context: StepContext) {}

  get dryRun(): boolean {
    return this.context.dryRun;
  }

  /** Whether a run of this node acts on the world. */
  acts(nodeId: string): boolean {
    return !this.context.dryRun && this.context.graph.node(nodeId).type.acts;
  }

  /**
   * Starts a node run. @returns its report, or a promise of it if the node waits. The call never throws, and the
   * promise never rejects
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
    try {
      input = this.configOf(state, run, node);
      own.config = input;
      const outcome = this.outcomeOf(node, own);
      return outcome instanceof Promise ? outcome.then(report, failed) : report(outcome);
    } catch (error) {
      return failed(error);
    }
  }

  private configOf(state: ExecutionState, run: ReadyRun, node: CompiledNode): JsonObject {
    const { triggerData, request, env, expressionSteps, site } = this.context;
    const given: Record<string, unknown> = { triggerData, request, env };
    const scope = Object.assign(given, scopeOf(state, run.token));
    return resolveConfig(node.config, scope, {
      nowMs: run.atMs,
      maxSteps: expressionSteps,
      site,
      maxCharacters: this.context.graph.limits.inputSize,
    });
  }

  private outcomeOf({ type }: CompiledNode, own: NodeContext): NodeOutcome | Promise<NodeOutcome> {
    const runs = !type.acts || !this.context.dryRun || (type.runsInDryRun?.(own.config) ?? false);
    if (runs) return type.run(own);
    const output = type.rehearse?.(own.config, (line) => own.log(line)) ?? {};
    return { kind: 'done', output };
  }

  private errorOf(error: unknown, nodeId: string): NodeError {
    if (error instanceof NodeFault || error instanceof DomainError) {
      const { code } = error;
      const message = this.context.hide(error.message);
      return error instanceof NodeFault && error.fatal ? { code, message, fatal: true } : { code, message };
    }
    this.context.onError(error, nodeId);
    return BROKEN;
  }
}
