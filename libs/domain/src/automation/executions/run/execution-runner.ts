import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { ExecutionStore, type LoadedExecution } from '../record/execution-store';
import { EARLY_MS } from '../record/execution-timing';
import { ExecutionClaims } from './execution-claims';
import type { DriverResult } from './execution-driver';
import { ExecutionDriverFactory } from './execution-driver.factory';
import { inRequestOf } from './in-request-of';
import type { ExecutionAttempt } from './job-attempt';
import { ExecutionBasisReader } from './execution-basis-reader';

/** Runs a single execution until its end or its next wait. */
@Injectable()
export class ExecutionRunner {
  constructor(
    private readonly store: ExecutionStore,
    private readonly bases: ExecutionBasisReader,
    private readonly drivers: ExecutionDriverFactory,
    private readonly claims: ExecutionClaims,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs an execution. Does nothing if the execution has ended, waits, has not started, or is claimed by another
   * worker.
   * @throws the reason of the job's signal if the execution was released; DomainError not_found if the definition was
   *   deleted, invalid if it does not match the saved state
   */
  async run(attempt: ExecutionAttempt): Promise<void> {
    const execution = (attempt.execution = await this.store.load(attempt.executionId));
    if (execution && this.isDue(execution))
      await inRequestOf(execution, () => this.drive(execution, attempt));
  }

  private isDue({ status, claim, version, dueAtMs }: LoadedExecution): boolean {
    if (status !== 'running' || claim === 'held') return false;
    // The execution waits until another one has ended.
    if (dueAtMs === null) return false;
    // A new execution is due at once: the clock of the process that accepted it may be ahead of ours.
    return claim === 'left' || version === 0 || dueAtMs <= this.clock.nowMs() + EARLY_MS;
  }

  private async drive(execution: LoadedExecution, attempt: ExecutionAttempt): Promise<void> {
    const { signal, stalls } = attempt.job;
    const basis = await this.bases.read(execution);
    const { id, workflowId } = execution;
    const onProgress = () => this.dispatcher.progressed(workflowId, id);
    const driver = (attempt.driver = this.drivers.create(execution, basis, onProgress));
    this.claims.attach(id, driver);
    // If the job was aborted before `attach`, the driver was not notified.
    if (signal.aborted) driver.release();
    await this.finish(execution, await driver.run(execution.claim === 'left' || stalls > 0), signal);
  }

  /** @throws the reason of `signal` if the execution was released */
  private async finish(
    { id, workflowId, parentId }: LoadedExecution,
    result: DriverResult,
    signal: AbortSignal,
  ): Promise<void> {
    if (result.kind === 'ended') {
      this.dispatcher.changed(workflowId, id, result.status, parentId);
    }
    if (result.kind === 'released') throw signal.reason ?? new Error('The execution was released.');
    if (result.kind !== 'waits') return;
    const { version, untilMs, canBeWoken } = result;
    // If the execution was woken while node runs were active, the saved wait is due at once.
    const dueAtMs = canBeWoken ? await this.store.dueAtMs(id, version) : null;
    const delayMs = Math.max(0, (dueAtMs ?? untilMs) - this.clock.nowMs());
    this.dispatcher.queue([{ id, version, delayMs }]);
  }
}
