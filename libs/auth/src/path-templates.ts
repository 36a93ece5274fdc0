/** A segment of a path. A request path has only words; a router template also has parameters and wildcards. */
interface Segment {
  readonly kind: 'word' | 'parameter' | 'wildcard';
  readonly text: string;
}

/** Splits a router template such as `/api/users/:id` or `/documentation/*path`. */
export function templateSegments(template: string): Segment[] {
  return wordsOf(template).map((text) => ({ kind: kindOf(text), text }));
}

/** Splits the path of a request. `:id` or `*` in it is an ordinary word. */
export function pathSegments(path: string): Segment[] {
  return wordsOf(path).map((text) => ({ kind: 'word', text }));
}

/**
 * Returns true if the template `left` matches every request path that `right` matches. Whole segments are compared: a
 * parameter matches any segment that is not empty, and a wildcard matches one or more remaining segments.
 */
export function covers(
  [left, ...lefts]: readonly Segment[],
  [right, ...rights]: readonly Segment[],
): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.kind === 'word') return isSameWord(left, right) && covers(lefts, rights);
  if (right.text === '') return false;
  if (left.kind === 'wildcard') return true;
  return right.kind !== 'wildcard' && covers(lefts, rights);
}

/** The router ignores case. */
function isSameWord(left: Segment, right: Segment): boolean {
  return right.kind === 'word' && left.text.toLowerCase() === right.text.toLowerCase();
}

/** Ignores one trailing slash, as the router does. */
function wordsOf(path: string): string[] {
  return path.replaceAll(/^\/|\/$/g, '').split('/');
}

function kindOf(text: string): Segment['kind'] {
  if (text.startsWith(':')) return 'parameter';
  return text.startsWith('*') ? 'wildcard' : 'word';
}
