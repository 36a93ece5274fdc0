import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnreachable } from '@app/entities';
import { maskSecretsInText, type SecretValues } from '@app/kernel';
import {
  type CompiledGraph,
  errorOf,
  type ExecutionError,
  type ExecutionState,
  type SettledRun,
} from '@app/workflow-engine';
import type { ExecutionStore, ExecutionWrite, LoadedExecution } from './execution-store';
import { Logger } from '@nestjs/common';
import { storableError, tellsOfFailure } from './execution-failure';
import { ResultRecorder } from './result-recorder';
import { readState, type SavedState, writeState } from './saved-state';

const logger = new Logger('Execution');
const RETRY_MS = 500;
/** How long a write is tried that must not be lost. */
const PATIENCE_MS = 120_000;

/** What is stored of one execution, as the worker that has it in hand knows it. */
export class ExecutionRecord {
  /** As it was when it was taken up; null where nothing was saved yet. */
  readonly saved: SavedState | null;
  private readonly results: ResultRecorder;
  /** As JSON: what it was made of need not be kept. */
  private pending: string[] = [];
  private seen: number;
  private parts: number;

  constructor(
    private readonly store: ExecutionStore,
    readonly execution: LoadedExecution,
    graph: CompiledGraph,
    private readonly secrets: SecretValues,
    maxCharacters: number,
  ) {
    this.saved = execution.state === null ? null : readState(execution.state, secrets);
    this.results = new ResultRecorder(graph, secrets, maxCharacters, this.saved?.recorded, this.saved?.full);
    this.seen = execution.version;
    this.parts = this.saved?.parts ?? 0;
  }

  /** The last write that was seen, be it this worker's own. */
  get version(): number {
    return this.seen;
  }

  /**
   * Will be written along with the next write.
   * @param reason why the execution fails, where it does by now
   */
  add(settled: readonly SettledRun[], reason: ExecutionError | null): void {
    if (settled.length > 0) this.pending.push(...this.results.record(settled, reason));
  }

  /**
   * Writes where the execution is now.
   * @param patient where the write tells of something that must not be done again: it is tried for long
   * @returns false where another has written meanwhile, or it has ended or is gone: then nothing was written
   */
  async write(
    next: ExecutionWrite['next'],
    state: ExecutionState,
    { dueAtMs, activeMs, patient }: { dueAtMs?: number; activeMs: number; patient: boolean },
  ): Promise<boolean> {
    const { id, workflowId } = this.execution;
    const results = this.pending;
    this.pending = [];
    const parts = this.parts + (results.length > 0 ? 1 : 0);
    const { recorded, full } = this.results;
    const write: ExecutionWrite = {
      id,
      workflowId,
      version: this.seen,
      next,
      results,
      part: parts,
      state:
        next === 'success'
          ? this.forgotten()
          : writeState({ engine: state, activeMs, parts, recorded, full }, this.secrets),
      ...(dueAtMs === undefined ? {} : { dueAtMs }),
      ...(next === 'failed' ? this.failureOf(state) : {}),
    };
    const won = await this.save(write, patient);
    this.seen++;
    this.parts = parts;
    return won;
  }

  /** After success no state is kept; most have none to forget. */
  private forgotten(): null | undefined {
    return this.execution.state === null && this.seen === 0 ? undefined : null;
  }

  private failureOf(state: ExecutionState): Pick<ExecutionWrite, 'error' | 'tells'> {
    const reason = errorOf(state);
    const at = reason?.nodeId === undefined ? '' : `${reason.nodeId}: `;
    const text = this.secrets.hideInText(reason?.message ?? 'It failed.');
    return { error: storableError(maskSecretsInText(`${at}${text}`)), tells: tellsOfFailure(this.execution) };
  }

  private async save(write: ExecutionWrite, patient: boolean): Promise<boolean> {
    const sinceMs = performance.now();
    for (let tries = 1; ; tries++) {
      try {
        return await this.store.save(write);
      } catch (error) {
        const over = performance.now() - sinceMs > PATIENCE_MS;
        if (!patient || over || !isDatabaseUnreachable(error)) throw error;
        if (tries === 1)
          logger.warn({ err: error, executionId: write.id }, 'What was done cannot be written yet');
        await delay(RETRY_MS);
      }
    }
  }
}
