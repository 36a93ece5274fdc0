import type { SettledRun, Token } from '../execution-state';
import type { JsonObject } from '../json';
import type { NodeError } from '../node-outcome';
import type { Draft } from './draft';

/** A run that has ended, with the records of its attempts. */
export interface EndedRun {
  readonly token: Token;
  /** Total number of attempts. */
  readonly attempts: number;
  readonly sinceMs: number;
  readonly logs: readonly string[];
  /** The resolved configuration; empty if the run was never reported. */
  readonly input: JsonObject;
}

/** Adds the result of a run to the execution's record. Each run has one result. */
export function settle(
  draft: Draft,
  run: EndedRun,
  status: SettledRun['status'],
  result: { output?: JsonObject; error?: NodeError; logs?: readonly string[] } = {},
): void {
  const { token, attempts, logs, input, sinceMs } = run;
  draft.settled.push({
    token,
    status,
    input,
    output: result.output ?? null,
    error: result.error ?? null,
    attempts,
    logs: result.logs === undefined ? logs : [...logs, ...result.logs],
    startedAtMs: sinceMs,
    endedAtMs: draft.atMs,
  });
}
