/** Changes of one field within this time are undone together. */
const SAME_STEP_MS = 1000;
const MOST_STEPS = 200;

/** A value with the changes that can be undone and redone. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** The field and the time of the last change. */
  last?: { key: string; atMs: number };
}

export function begin<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/**
 * Adds a change. Consecutive changes with the same key are merged if they follow each other quickly, so that undo does
 * not remove single letters.
 */
export function step<State>(
  history: History<State>,
  next: State,
  { key = '', atMs }: { key?: string; atMs: number },
): History<State> {
  const { past, present, last } = history;
  if (Object.is(next, present)) return history;
  const isSame = key !== '' && last?.key === key && atMs - last.atMs < SAME_STEP_MS;
  return {
    past: isSame ? past : [...past, present].slice(-MOST_STEPS),
    present: next,
    future: [],
    last: { key, atMs },
  };
}

export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const [next] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: future.slice(1) };
}
