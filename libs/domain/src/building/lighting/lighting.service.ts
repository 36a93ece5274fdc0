import { Environment } from '@app/config';
import { type LightingUpdate, lightingUpdated } from '@app/contracts';
import { EventBus } from '@app/events';
import { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { LightWriter } from './light-writer';
import type { LightingCommand } from './lighting-command';
import { LightingRecords } from './lighting-records';
import { LightingRepeats } from './lighting-repeats';
import { type LightingAuthor, type LightingOutcome, outcomeOf, valuesAfter } from './lighting-run';
import { labelStateOf } from './reported-state';

/** A command of a workflow. */
export interface ExecutionLightingCommand extends LightingCommand {
  labelId: string;
  execution: { id: string; workflowId: string };
  /** Aborted if the execution is stopped, or if another worker takes it over. */
  signal: AbortSignal;
}

/** Time limit of a workflow's command. No request waits for it. */
const EXECUTION_LIMIT_MS = 60_000;
/** Time for the transactions of a command, in addition to its gateway calls. */
const MARGIN_MS = 10_000;
/** A write of an execution calls the gateway three times. Each call has its own time limit. */
const CALLS_PER_WRITE = 3;
/** Acts for the executions of workflows. */
const WORKFLOW = Actor.system('workflow');

/** Controls the lights of labels. */
@Injectable()
export class LightingService {
  constructor(
    private readonly records: LightingRecords,
    private readonly repeats: LightingRepeats,
    private readonly writer: LightWriter,
    private readonly bus: EventBus,
    private readonly environment: Environment,
  ) {}

  /**
   * Executes the command of a request. If a light fails, the results report it, and the other lights are still written.
   * @param requestKey if a request repeats this key within 24 hours, it gets the first outcome and writes nothing
   * @throws DomainError not_found for an unknown label or lighting scene; invalid for an unknown device or value;
   *   `no_devices`; `lighting_busy`; the errors of `LightingRepeats.earlier`
   */
  async control(
    actor: Actor,
    labelId: string,
    command: LightingCommand,
    requestKey?: string,
  ): Promise<LightingOutcome> {
    const limitMs = this.environment.LIMIT_GATEWAY_CALL_MS;
    const times = { limitMs, validMs: limitMs + MARGIN_MS };
    if (requestKey === undefined) return this.run({ actor }, labelId, command, times);
    const scope = `lighting/${actor.scope}`;
    const repeat = { scope, key: requestKey, body: { labelId, ...command } };
    const earlier = await this.repeats.earlier(repeat);
    return earlier ?? this.run({ actor, repeat }, labelId, command, times);
  }

  /**
   * Executes the command of a workflow. After its signal is aborted, nothing more is sent.
   * @throws the errors of `control`, and DomainError `execution_stopped`
   */
  controlForExecution(request: ExecutionLightingCommand): Promise<LightingOutcome> {
    const { labelId, execution, signal, ...command } = request;
    const author = { actor: WORKFLOW, execution: { ...execution, signal } };
    const lastWriteMs = CALLS_PER_WRITE * this.environment.LIMIT_GATEWAY_CALL_MS;
    const validMs = EXECUTION_LIMIT_MS + lastWriteMs + MARGIN_MS;
    return this.run(author, labelId, command, { limitMs: EXECUTION_LIMIT_MS, validMs });
  }

  /** Performs the checks of `control` without controlling lights. @throws the errors of `control` */
  check(labelId: string, command: LightingCommand): Promise<void> {
    return this.records.check(labelId, command);
  }

  private async run(
    author: LightingAuthor,
    labelId: string,
    command: LightingCommand,
    { limitMs, validMs }: { limitMs: number; validMs: number },
  ): Promise<LightingOutcome> {
    const untilMs = performance.now() + limitMs;
    // Waits for an earlier command during at most half of the time, so that the other half is left for this command.
    const run = await this.records.begin(author, labelId, command, { waitMs: limitMs / 2, validMs });
    if ('outcome' in run) return run.outcome;
    const outcomes = await this.writer.writeAll(run, untilMs);
    const after = labelStateOf(run.label, valuesAfter(run.before, outcomes));
    const outcome = outcomeOf(outcomes, after);
    const { success, results } = outcome;
    const on = command.action === 'half' && success ? 'half' : after.on;
    const update: LightingUpdate = { labelId, on, groups: after.devices, results };
    // The update is published before the claim on the label ends, so that `LightingChangesService` knows the state that
    // clients have received, and does not publish it again.
    this.bus.publish(lightingUpdated, update);
    await this.records.finish(run, outcomes, after);
    return outcome;
  }
}
