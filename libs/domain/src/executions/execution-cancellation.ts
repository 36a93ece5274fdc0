import { HIDING_SEALED } from '@app/kernel';
import { type CompiledGraph, errorOf, failExecution } from '@app/workflow-engine';
import { ResultRecorder } from './result-recorder';
import type { SavedState } from './saved-state';

/** What is to be written of an execution that somebody has ended. */
export interface Cancelled {
  state: string;
  /** JSON of results that are added as this part. */
  results: string[];
  part: number;
}

/**
 * Ends what was under way and what waited, as far as it was written: each has a result, and a retry goes on with it.
 * @param state as it is stored: secrets stay sealed in it, and are masked in results
 */
export function cancelState(
  graph: CompiledGraph,
  state: string,
  { by, atMs, maxCharacters }: { by: string; atMs: number; maxCharacters: number },
): Cancelled {
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
