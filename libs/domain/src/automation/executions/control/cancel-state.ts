import { HIDING_SEALED } from '@app/kernel';
import { type CompiledGraph, errorOf, failExecution } from '@app/workflow-engine';
import { ResultRecorder } from '../record/result-recorder';
import type { SavedState } from '../record/saved-state';

/** The state and results to save for a cancelled execution. */
export interface CancelledState {
  state: string;
  /** Results to append, each as JSON. Together they become the part with the number `part`. */
  results: string[];
  part: number;
}

/**
 * Ends the node runs that are running or waiting in the saved state. Each gets a result, and a retry runs it again.
 * @param state as stored: its secrets stay sealed, and are masked in results
 */
export function cancelState(
  graph: CompiledGraph,
  state: string,
  { by, atMs, maxCharacters }: { by: string; atMs: number; maxCharacters: number },
): CancelledState {
  const saved = JSON.parse(state) as SavedState;
  const error = { code: 'cancelled', message: `The execution was cancelled by ${by}.` };
  const { state: engine, settled } = failExecution(saved.engine, error, atMs);
  const recorder = new ResultRecorder(graph, HIDING_SEALED, maxCharacters, saved.recorded, saved.full);
  const results = recorder.record(settled, errorOf(engine));
  const part = saved.parts + (results.length > 0 ? 1 : 0);
  const { recorded, full } = recorder;
  const ended: SavedState = { ...saved, engine, parts: part, recorded, full };
  return { state: JSON.stringify(ended), results, part };
}
