import { isSealed, type SecretValues } from '@app/kernel';
import { type ExecutionState, mapTexts } from '@app/workflow-engine';

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

/** As it is stored: what nodes made of secrets has marks in their places. Ids, names and the engine's words stay. */
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
