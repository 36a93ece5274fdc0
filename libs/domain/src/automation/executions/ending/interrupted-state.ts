import { HIDING_SEALED } from '@app/kernel';
import { type CompiledGraph, errorOf, failExecution, type NodeError } from '@app/workflow-engine';
import { ResultRecorder } from '../record/result-recorder';
import type { SavedState } from '../record/saved-state';

/** The state and results to save for an execution that is ended from outside. */
export interface InterruptedState {
  state: string;
  /** Results to append, each as JSON. They are stored together as one part, numbered `part`. */
  results: string[];
  part: number;
}

/**
 * Ends the node runs that are running or waiting in the saved state. Each of them gets a failed result, and a retry
 * runs its node again.
 * @param state the stored state; its secrets stay sealed, and are masked in results
 */
export function interruptedState(
  graph: CompiledGraph,
  state: string,
  { error, atMs, maxCharacters }: { error: NodeError; atMs: number; maxCharacters: number },
): InterruptedState {
  const saved = JSON.parse(state) as SavedState;
  const { state: engine, settled } = failExecution(saved.engine, error, atMs);
  const recorder = new ResultRecorder(graph, HIDING_SEALED, maxCharacters, saved.recorded, saved.full);
  const results = recorder.record(settled, errorOf(engine));
  const part = saved.parts + (results.length > 0 ? 1 : 0);
  const { recorded, full } = recorder;
  const ended: SavedState = { ...saved, engine, parts: part, recorded, full };
  return { state: JSON.stringify(ended), results, part };
}
