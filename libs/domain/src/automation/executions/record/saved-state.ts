import { isSealed, type SecretValues } from '@app/kernel';
import { type ExecutionState, mapTexts } from '@app/workflow-engine';

/** The state of an execution as it is stored between two writes. */
export interface SavedState {
  engine: ExecutionState;
  /** Milliseconds that workers have spent on the execution. */
  activeMs: number;
  /** Number of parts of the results that are written. */
  parts: number;
  /** Number of characters in all parts. */
  recorded: number;
  /** True once results were left out because the record is full. */
  full: boolean;
}

/** Serializes the state and seals its secrets. Ids, names and the texts of the engine are not changed. */
export function writeState(state: SavedState, secrets: SecretValues): string {
  const text = JSON.stringify(state);
  if (!secrets.mayBeIn(text)) return text;
  return JSON.stringify({ ...state, engine: mapTexts(state.engine, (value) => secrets.seal(value)) });
}

export function readState(text: string, secrets: SecretValues): SavedState {
  const state = JSON.parse(text) as SavedState;
  if (!isSealed(text)) return state;
  return { ...state, engine: mapTexts(state.engine, (value) => secrets.unseal(value)) };
}
