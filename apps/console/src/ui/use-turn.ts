import { useNowMs } from './use-now';

/** The clock of the console has these steps, so turns are multiples of them. */
const STEP_SECONDS = 5;

/** Returns the index of the part that is shown now, if `count` parts are shown one after the other. */
export function useTurn(count: number, seconds: number): number {
  const turnMs = Math.ceil(seconds / STEP_SECONDS) * STEP_SECONDS * 1000;
  return Math.floor(useNowMs() / turnMs) % Math.max(1, count);
}
