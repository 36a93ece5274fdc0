import type { ExecutionState } from '@app/workflow-engine';
import type { SecretValues } from './secret-values';

/** What is kept of an execution between two writes. */
export interface SavedState {
  engine: ExecutionState;
  /** Time that it has been at work. */
  activeMs: number;
  /** Parts of the results that are written, and their characters. */
  parts: number;
  recorded: number;
  /** True once results were left out, since there was no room. */
  full: boolean;
}

export function writeState(state: SavedState, secrets: SecretValues): string {
  return secrets.seal(JSON.stringify(state));
}

export function readState(text: string, secrets: SecretValues): SavedState {
  return JSON.parse(secrets.unseal(text)) as SavedState;
}
