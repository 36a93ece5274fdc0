import { setMaxListeners } from 'node:events';
import { Environment } from '@app/config';
import { Clock, SecretValues } from '@app/kernel';
import { type CompiledGraph, NodeFault, type NodePorts } from '@app/workflow-engine';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ComputingTurns } from './computing-turns';
import { ExecutionRecord } from './execution-record';
import { ExecutionRun } from './execution-run';
import { ExecutionStore, type LoadedExecution } from './execution-store';
import { EXECUTION_TIMING, type ExecutionTiming } from './execution-timing';
import { StepRunner } from './step-runner';

/** Injects `NodePorts`. */
export const NODE_PORTS = Symbol('NodePorts');

/** Makes what runs an execution. */
@Injectable()
export class ExecutionRunFactory {
  private readonly logger = new Logger('Execution');
  private readonly turns = new ComputingTurns();

  constructor(
    private readonly store: ExecutionStore,
    @Inject(NODE_PORTS) private readonly ports: NodePorts,
    private readonly secrets: SecretValues,
    private readonly clock: Clock,
    private readonly environment: Environment,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {}

  create(execution: LoadedExecution, graph: CompiledGraph): ExecutionRun {
    const { LIMIT_EXECUTION_RECORD_CHARACTERS, LIMIT_EXECUTION_ACTIVE_MS } = this.environment;
    const nowMs = () => this.clock.nowMs();
    const stop = new LazyStop();
    return new ExecutionRun({
      graph,
      record: new ExecutionRecord(
        this.store,
        execution,
        graph,
        this.secrets,
        LIMIT_EXECUTION_RECORD_CHARACTERS,
      ),
      steps: this.stepsOf(execution, graph, stop),
      turns: this.turns,
      nowMs,
      activeLimitMs: LIMIT_EXECUTION_ACTIVE_MS,
      graceMs: this.timing.graceMs,
      stopNodes: (reason) => stop.abort(reason),
    });
  }

  private stepsOf(execution: LoadedExecution, graph: CompiledGraph, stop: LazyStop): StepRunner {
    const { id, dryRun, triggerData } = execution;
    return new StepRunner({
      executionId: id,
      graph,
      dryRun,
      ports: this.ports,
      triggerData: JSON.parse(triggerData),
      env: this.secrets.variables,
      expressionSteps: this.environment.LIMIT_EXPRESSION_STEPS,
      nowMs: () => this.clock.nowMs(),
      hide: (text) => this.secrets.hideInText(text),
      signal: () => stop.signal,
      onFault: (err, nodeId) =>
        this.logger.error({ err, executionId: id, nodeId }, 'A node broke off by a fault of the service'),
    });
  }
}

/** Tells nodes to stop. Few ask for it, and it is not cheap: it is made for the first that does. */
class LazyStop {
  private controller: AbortController | undefined;
  private reason: NodeFault | undefined;

  get signal(): AbortSignal {
    if (this.controller) return this.controller.signal;
    this.controller = new AbortController();
    setMaxListeners(0, this.controller.signal);
    if (this.reason) this.controller.abort(this.reason);
    return this.controller.signal;
  }

  abort(reason: string): void {
    this.reason ??= new NodeFault('stopped', reason);
    this.controller?.abort(this.reason);
  }
}
