import {
  inTransaction,
  isDatabaseUnreachable,
  LightingStateEntity,
  OutcomeUnknown,
  untilKnown,
} from '@app/entities';
import { assertAwaited, Clock, DomainError, groupBy, newId, pause, runBeyondRequest, say } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { executionStopped } from '../point-writes/write-outcome';
import { type SceneLabels, SceneLabelsService } from '../scene/scene-labels.service';
import { CommandRecorder } from './command-recorder';
import { controlledLabel } from './controlled-label';
import { type LightingCommand, targetsOf } from './lighting-command';
import { LightingRepeats } from './lighting-repeats';
import {
  type EarlierCommand,
  type LightingAuthor,
  type LightingRun,
  type LightOutcome,
  outcomeOf,
} from './lighting-run';
import { findStates, finishStates, hasPendingStates, replaceStates } from './lighting.queries';
import { codesOf, type LabelState } from './reported-state';
import { ReportedValuesService } from './reported-values.service';

export interface ClaimTimes {
  /** How long to wait until another command ends. */
  waitMs: number;
  /** How long the claim is valid if this process dies. */
  validMs: number;
}

const POLL_MS = 50;
const BUSY = 'lighting_busy';

/**
 * Stores the requested states of lights. Commands for the same label run one after the other, even in different
 * processes: a command claims the label when it stores the requested states, and releases the claim when it ends.
 */
@Injectable()
export class LightingRecords {
  private readonly logger = new Logger(LightingRecords.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly labels: SceneLabelsService,
    private readonly recorder: CommandRecorder,
    private readonly repeats: LightingRepeats,
    private readonly values: ReportedValuesService,
    private readonly clock: Clock,
  ) {}

  /** Performs the checks of `begin` without claiming the label. @throws the errors of `controlledLabel` and `targetsOf` */
  async check(labelId: string, command: LightingCommand): Promise<void> {
    requested(await this.labels.current(), labelId, command);
  }

  /**
   * Claims the label and stores the requested states.
   * @returns the command, or the outcome of a concurrent request with the same idempotency key
   * @throws DomainError `lighting_busy` if another command does not end in time; the errors of `controlledLabel` and
   *   `targetsOf`; the errors of `LightingRepeats.earlier`
   */
  async begin(
    author: LightingAuthor,
    labelId: string,
    command: LightingCommand,
    { waitMs, validMs }: ClaimTimes,
  ): Promise<LightingRun | EarlierCommand> {
    // The command gets the id of its execution. A worker that takes over the execution repeats the command with this
    // id, so the claim of the dead worker does not block the repeat.
    const commandId = author.execution?.id ?? newId();
    const untilMs = performance.now() + waitMs;
    for (;;) {
      assertAwaited();
      if (author.execution?.signal.aborted) throw executionStopped();
      try {
        return await this.tryBegin({ ...author, commandId }, labelId, command, validMs);
      } catch (error) {
        if (!isBusy(error) || performance.now() > untilMs) throw error;
      }
      await pause(POLL_MS, ...(author.execution ? [author.execution.signal] : []));
    }
  }

  /**
   * Stores the results, records the command and releases the claim, even if the client has disconnected.
   * @throws OutcomeUnknown if lights may have changed, but the results cannot be stored
   */
  async finish(run: LightingRun, outcomes: readonly LightOutcome[], after: LabelState): Promise<void> {
    const { commandId, label } = run;
    try {
      await runBeyondRequest(() =>
        untilKnown((isFirst) =>
          inTransaction(this.dataSource, async (manager) => {
            if (!isFirst && !(await hasPendingStates(manager, label.id, commandId))) return;
            await this.storeResults(manager, run, outcomes);
            await this.recorder.record(manager, run, outcomes, after);
            if (run.repeat) await this.repeats.end(manager, run.repeat, outcomeOf(outcomes, after));
          }),
        ),
      );
      this.recorder.announce();
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      this.logger.error(
        { err: error, labelId: label.id },
        'The result of a lighting command could not be stored.',
      );
      throw new OutcomeUnknown(error);
    }
  }

  /**
   * Stores the requested states. The transaction does not count as a write of the request, because a requested state
   * alone changes nothing in the building. A 503 therefore still means that nothing was written.
   * @throws DomainError `lighting_busy` if another command controls the label
   */
  private async tryBegin(
    author: LightingAuthor & { commandId: string },
    labelId: string,
    command: LightingCommand,
    validMs: number,
  ): Promise<LightingRun | EarlierCommand> {
    const begin = async (manager: EntityManager) => {
      // The lock also blocks concurrent commands and changes of the scene until this transaction has ended.
      const { label, targets } = requested(await this.labels.locked(manager), labelId, command);
      const states = await findStates(manager, labelId);
      if (states.some((state) => this.isClaimedByOther(state, author.commandId))) throw busy(labelId);
      // The values are read here: if reading fails, the label is not claimed and the idempotency key is not used.
      const before = await this.values.stored(codesOf(label), manager);
      const run = { ...author, label, command, targets, before };
      await replaceStates(manager, labelId, this.statesOf(run, validMs));
      return run;
    };
    const { repeat, commandId } = author;
    if (!repeat) return runBeyondRequest(() => untilKnown(() => inTransaction(this.dataSource, begin)));
    const run = await runBeyondRequest(() => this.repeats.begin(repeat, { commandId, validMs }, begin));
    if (run) return run;
    const outcome = await this.repeats.earlier(repeat);
    if (!outcome) throw busy(labelId);
    return { outcome };
  }

  private isClaimedByOther({ claimedUntil, commandId }: LightingStateEntity, ownId: string): boolean {
    return claimedUntil !== null && claimedUntil.getTime() > this.clock.nowMs() && commandId !== ownId;
  }

  private statesOf(
    { actor, commandId, label, targets }: LightingRun,
    validMs: number,
  ): LightingStateEntity[] {
    const at = this.clock.now();
    return targets.map(({ device, on, level }) => ({
      labelId: label.id,
      deviceId: device.deviceId,
      desiredOn: on,
      desiredLevel: level,
      commandId,
      userId: actor.userId,
      username: actor.name,
      at,
      finishedAt: null,
      status: 'pending',
      error: null,
      claimedUntil: new Date(at.getTime() + validMs),
    }));
  }

  private async storeResults(
    manager: EntityManager,
    { commandId, label }: LightingRun,
    outcomes: readonly LightOutcome[],
  ): Promise<void> {
    const finishedAt = this.clock.now();
    for (const group of groupBy(outcomes, ({ result }) => result.error).values()) {
      const deviceIds = group.map(({ result }) => result.deviceId);
      const error = group[0]?.result.reason ?? null;
      const status = error === null ? ('done' as const) : ('failed' as const);
      await finishStates(manager, { labelId: label.id, commandId, deviceIds }, { status, error, finishedAt });
    }
  }
}

/** @throws the errors of `controlledLabel` and `targetsOf` */
function requested(
  labels: SceneLabels,
  labelId: string,
  command: LightingCommand,
): Pick<LightingRun, 'label' | 'targets'> {
  const label = controlledLabel(labels, labelId);
  return { label, targets: targetsOf(label, command) };
}

function busy(labelId: string): DomainError {
  const message = say('lighting_busy', { label: labelId });
  return new DomainError('conflict', BUSY, message);
}

function isBusy(error: unknown): boolean {
  return error instanceof DomainError && error.code === BUSY;
}
