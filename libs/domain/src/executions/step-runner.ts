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
import { NodeRunInHand } from './node-run-in-hand';
import type { StepSurroundings } from './step-surroundings';

const BROKEN: NodeError = { code: 'node_broken', message: 'The node broke off: a fault of the service.' };

/** Runs nodes. Whatever a node does, what comes of it is a report. */
export class StepRunner {
  constructor(private readonly around: StepSurroundings) {}

  get dryRun(): boolean {
    return this.around.dryRun;
  }

  /** True where a run of this node acts on the world. */
  acts(nodeId: string): boolean {
    return !this.around.dryRun && this.around.graph.node(nodeId).type.acts;
  }

  /** The report at once where the node needs to wait for nothing. Never throws, never rejects. */
  start(state: ExecutionState, run: ReadyRun): StepReport | Promise<StepReport> {
    const { graph } = this.around;
    const node = graph.node(run.token.nodeId);
    const hand = new NodeRunInHand(this.around, node.type, run);
    let input: JsonObject = {};
    const report = (outcome: StepOutcome): StepReport => ({
      token: run.token,
      atMs: this.around.nowMs(),
      input,
      logs: hand.lines,
      outcome,
    });
    const failed = (error: unknown): StepReport =>
      report({ kind: 'failed', error: this.errorOf(error, node.id) });
    try {
      input = this.configOf(state, run, node);
      hand.config = input;
      const outcome = this.outcomeOf(node, hand);
      return outcome instanceof Promise ? outcome.then(report, failed) : report(outcome);
    } catch (error) {
      return failed(error);
    }
  }

  private configOf(state: ExecutionState, run: ReadyRun, node: CompiledNode): JsonObject {
    const { triggerData, env, expressionSteps } = this.around;
    const seen: Record<string, unknown> = { triggerData, env };
    const scope = Object.assign(seen, scopeOf(state, run.token));
    return resolveConfig(node.config, scope, {
      nowMs: run.atMs,
      maxSteps: expressionSteps,
      maxCharacters: this.around.graph.limits.inputSize,
    });
  }

  private outcomeOf({ type }: CompiledNode, hand: NodeRunInHand): NodeOutcome | Promise<NodeOutcome> {
    if (!type.acts || !this.around.dryRun) return type.run(hand);
    const output = type.rehearse?.(hand.config, (line) => hand.log(line)) ?? {};
    return { kind: 'done', output };
  }

  private errorOf(error: unknown, nodeId: string): NodeError {
    if (error instanceof NodeFault || error instanceof DomainError) {
      const { code } = error;
      const message = this.around.hide(error.message);
      return error instanceof NodeFault && error.fatal ? { code, message, fatal: true } : { code, message };
    }
    this.around.onFault(error, nodeId);
    return BROKEN;
  }
}
