import type { SettledRun, Token } from '../execution-state';
import type { JsonObject } from '../json';
import type { NodeError } from '../node-outcome';
import type { Draft } from './draft';

/** A run whose end is known, with all that its attempts left. */
export interface EndedRun {
  readonly token: Token;
  /** Tries in all. */
  readonly attempts: number;
  readonly sinceMs: number;
  readonly logs: readonly string[];
  /** Empty where it was never told. */
  readonly input: JsonObject;
}

/** Puts the one result of a run into the execution's record. */
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
