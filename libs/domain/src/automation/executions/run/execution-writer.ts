import { OutcomeUnknown, patiently } from '@app/entities';
import { mapMessage, maskSecretsInText, say, type SecretValues } from '@app/kernel';
import {
  type CompiledGraph,
  errorOf,
  type ExecutionError,
  type ExecutionState,
  type SettledRun,
} from '@app/workflow-engine';
import { endNode, waitForNode } from '@app/workflow-nodes';
import { Logger } from '@nestjs/common';
import type { ExecutionStore, ExecutionWrite, LoadedExecution } from '../record/execution-store';
import { publishesFailure } from '../record/execution-errors';
import { ResultRecorder } from '../record/result-recorder';
import { readState, type SavedState, writeState } from '../record/saved-state';

const logger = new Logger('Execution');

/** Writes the state and results of one execution and tracks its version. */
export class ExecutionWriter {
  /** The state that was loaded; null if none was saved yet. */
  readonly saved: SavedState | null;
  private readonly results: ResultRecorder;
  /** Results that the next write appends, as JSON. */
  private pending: string[] = [];
  /** The output of the last `end` node since the last write, as JSON. */
  private endOutput: string | undefined;
  private readonly mayWait: boolean;
  private seen: number;
  private parts: number;

  constructor(
    private readonly store: ExecutionStore,
    readonly execution: LoadedExecution,
    private readonly graph: CompiledGraph,
    private readonly secrets: SecretValues,
    maxCharacters: number,
    private readonly onProgress: () => void = () => undefined,
  ) {
    this.saved = execution.state === null ? null : readState(execution.state, secrets);
    this.results = new ResultRecorder(graph, secrets, maxCharacters, this.saved?.recorded, this.saved?.full);
    this.mayWait = !execution.dryRun && graph.types.has(waitForNode.type);
    this.seen = execution.version;
    this.parts = this.saved?.parts ?? 0;
  }

  /** The version after this worker's last write, or the loaded version. */
  get version(): number {
    return this.seen;
  }

  /**
   * Adds results to the next write.
   * @param reason why the execution failed; null if it did not fail
   */
  add(settled: readonly SettledRun[], reason: ExecutionError | null): void {
    if (settled.length === 0) return;
    this.pending.push(...this.results.record(settled, reason));
    if (this.execution.parentId !== null) this.keepEndOutput(settled);
  }

  private keepEndOutput(settled: readonly SettledRun[]): void {
    const isEnd = ({ token }: SettledRun) => this.graph.node(token.nodeId).type.type === endNode.type;
    const end = settled.findLast((run) => run.status === 'success' && isEnd(run));
    if (end) this.endOutput = this.secrets.hide(JSON.stringify(end.output));
  }

  /**
   * Saves the execution.
   * @param patient true to repeat the write for up to two minutes while the database is unreachable, because it records
   *   an effect that must not be repeated
   * @returns false if the execution has ended, was deleted or has a newer version; in this case, nothing is written
   */
  async write(
    next: ExecutionWrite['next'],
    state: ExecutionState,
    { dueAtMs, activeMs, patient }: { dueAtMs?: number; activeMs: number; patient: boolean },
  ): Promise<boolean> {
    const { id, workflowId, isSerial, wakes } = this.execution;
    const { pending: results, endOutput } = this;
    this.pending = [];
    this.endOutput = undefined;
    const parts = this.parts + (results.length > 0 ? 1 : 0);
    const { recorded, full } = this.results;
    const write: ExecutionWrite = {
      id,
      workflowId,
      isSerial,
      mayWait: this.mayWait,
      version: this.seen,
      next,
      results,
      part: parts,
      endOutput,
      state:
        next === 'success'
          ? this.deletedState()
          : writeState({ engine: state, activeMs, parts, recorded, full }, this.secrets),
      ...(dueAtMs === undefined ? {} : { dueAtMs, wakes }),
      ...(next === 'failed' ? this.failureOf(state) : {}),
    };
    if (!(await this.save(write, patient))) return false;
    this.seen++;
    this.parts = parts;
    if (results.length > 0 && next !== 'success' && next !== 'failed') this.onProgress();
    return true;
  }

  /** Returns null to delete the saved state, or undefined if there is no saved state, as for most executions. */
  private deletedState(): null | undefined {
    return this.execution.state === null && this.seen === 0 ? undefined : null;
  }

  private failureOf(state: ExecutionState): Pick<ExecutionWrite, 'error' | 'publishesFailure'> {
    const reason = errorOf(state);
    const what = reason?.reason ?? (reason ? { ...reason, values: {} } : say('no_reason'));
    const hidden = mapMessage(what, (text) => maskSecretsInText(this.secrets.hideInText(text)));
    const { nodeId: node } = reason ?? {};
    return {
      error: node === undefined ? hidden : say('at_node', { node, reason: hidden }),
      publishesFailure: publishesFailure(this.execution),
    };
  }

  /**
   * If the response of the database is lost, the write may have been committed, so it is repeated until the outcome is
   * known.
   */
  private save(write: ExecutionWrite, patient: boolean): Promise<boolean> {
    let isUnknown = false;
    return patiently(() => this.store.save(write, isUnknown), {
      mayRepeat: (error) => {
        isUnknown ||= error instanceof OutcomeUnknown;
        return patient || isUnknown;
      },
      onWait: (err) => logger.warn({ err, executionId: write.id }, 'The execution cannot be saved yet'),
    });
  }
}
