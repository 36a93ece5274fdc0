import type { FramePath } from '../execution-state';

/** One step of a path: a loop, and the index of its item. */
export interface FrameStep {
  readonly loopId: string;
  readonly index: number;
}

/** Parses a path. This is unambiguous, because ids of nodes cannot contain `/`, `[` or `]`. */
export function stepsOf(path: FramePath): FrameStep[] {
  return path === '' ? [] : path.split('/').map(stepOf);
}

function stepOf(text: string): FrameStep {
  const bracket = text.indexOf('[');
  return { loopId: text.slice(0, bracket), index: Number(text.slice(bracket + 1, -1)) };
}

/**
 * Returns the path of the parent frame, with the loop and the index of its round. Null for the frame of the workflow
 * itself.
 */
export function parentOf(path: FramePath): { path: FramePath; step: FrameStep } | null {
  if (path === '') return null;
  const slash = path.lastIndexOf('/');
  return { path: path.slice(0, Math.max(slash, 0)), step: stepOf(path.slice(slash + 1)) };
}

export function framePath(around: FramePath, loopId: string, index: number): FramePath {
  return around === '' ? `${loopId}[${index}]` : `${around}/${loopId}[${index}]`;
}

/** If the frame `path` lies within a loop of the frame `around`, returns the id of this loop; otherwise null. */
export function loopTowards(around: FramePath, path: FramePath): string | null {
  const prefix = around === '' ? '' : `${around}/`;
  if (path.length <= prefix.length || !path.startsWith(prefix)) return null;
  return path.slice(prefix.length, path.indexOf('[', prefix.length));
}
