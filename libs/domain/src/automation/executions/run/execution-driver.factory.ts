import { setMaxListeners } from 'node:events';
import { Environment } from '@app/config';
import { Clock, SecretValues } from '@app/kernel';
import { NodeFault, type NodePorts, type WaitsPort, type WorkflowsPort } from '@app/workflow-engine';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DryRunMemory } from '../../remembered-values/dry-run-memory';
import { ResumeAddresses } from '../waits/resume-addresses';
import { NODE_PORTS } from '../ports/execution-ports';
import { CpuScheduler } from './cpu-scheduler';
import { ExecutionWriter } from './execution-writer';
import { ExecutionDriver } from './execution-driver';
import { ExecutionStore, type LoadedExecution } from '../record/execution-store';
import { EXECUTION_TIMING, type ExecutionTiming } from '../record/execution-timing';
import type { ExecutionBasis } from './execution-basis-reader';
import { stepKeyOf } from './node-context';
import { StepRunner } from './step-runner';

/** Creates the driver of an execution. */
@Injectable()
export class ExecutionDriverFactory {
  private readonly logger = new Logger('Execution');
  private readonly scheduler = new CpuScheduler();
  private readonly addresses: ResumeAddresses;

  constructor(
    private readonly store: ExecutionStore,
    @Inject(NODE_PORTS) private readonly ports: NodePorts,
    private readonly secrets: SecretValues,
    private readonly clock: Clock,
    private readonly environment: Environment,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {
    this.addresses = new ResumeAddresses(environment);
  }

  /** @param onProgress called after each write that saves results of nodes, except for the last write */
  create(execution: LoadedExecution, basis: ExecutionBasis, onProgress?: () => void): ExecutionDriver {
    const { LIMIT_EXECUTION_RECORD_CHARACTERS, LIMIT_EXECUTION_ACTIVE_MS } = this.environment;
    const { graph } = basis;
    const { clockOffsetMs } = execution;
    const nowMs = () => this.clock.nowMs() + clockOffsetMs;
    const stop = new LazyAbort();
    return new ExecutionDriver({
      graph,
      writer: new ExecutionWriter(
        this.store,
        execution,
        graph,
        this.secrets,
        LIMIT_EXECUTION_RECORD_CHARACTERS,
        onProgress,
      ),
      steps: this.stepsOf(execution, basis, { nowMs, stop }),
      scheduler: this.scheduler,
      nowMs,
      clockOffsetMs,
      activeLimitMs: LIMIT_EXECUTION_ACTIVE_MS,
      graceMs: this.timing.graceMs,
      stopNodes: (reason) => stop.abort(reason),
    });
  }

  private stepsOf(
    execution: LoadedExecution,
    { graph, site }: ExecutionBasis,
    { nowMs, stop }: { nowMs: () => number; stop: LazyAbort },
  ): StepRunner {
    const { id, workflowId, dryRun, triggerData, webhookRequest, givenOutputs } = execution;
    return new StepRunner({
      execution: { id, workflowId },
      graph,
      dryRun,
      ports: dryRun ? portsOfDryRun(this.ports, { nowMs, offsetMs: execution.clockOffsetMs }) : this.ports,
      triggerData: JSON.parse(triggerData),
      request: webhookRequest === null ? null : JSON.parse(webhookRequest),
      givenOutputs: new Map(Object.entries(dryRun ? JSON.parse(givenOutputs ?? '{}') : {})),
      env: this.secrets.variables,
      site,
      expressionSteps: this.environment.LIMIT_EXPRESSION_STEPS,
      resumeUrlOf: (run) => this.addresses.urlOf(stepKeyOf(id, run)),
      nowMs,
      hide: (text) => this.secrets.hideInText(text),
      signal: () => stop.signal,
      onError: (err, nodeId) =>
        this.logger.error({ err, executionId: id, nodeId }, 'A node failed with an internal error'),
    });
  }
}

/**
 * The ports of a dry run. They keep a copy of the remembered values, do not store waits, and use the clock of the dry
 * run.
 */
function portsOfDryRun(
  ports: NodePorts,
  { nowMs, offsetMs }: { nowMs: () => number; offsetMs: number },
): NodePorts {
  const memory = new DryRunMemory(ports.recall, { nowMs });
  const waits: WaitsPort = { ask: (request) => ports.waits.ask({ ...request, dryRun: true }) };
  const workflows: WorkflowsPort = {
    check: (workflowId) => ports.workflows.check(workflowId),
    async call(request) {
      const called = await ports.workflows.call({ ...request, clockOffsetMs: offsetMs });
      return { ...called, startedAtMs: called.startedAtMs + offsetMs };
    },
  };
  return { ...ports, recall: memory, remember: memory, waits, workflows };
}

/** An abort signal that is created on first use, because it is expensive and few nodes need it. */
class LazyAbort {
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
