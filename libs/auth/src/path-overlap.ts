const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');
const isParameter = (segment: string) => segment.startsWith(':');
const isWildcard = (segment: string | undefined) => segment?.startsWith('*') === true;

/** Returns the paths with and without the optional part of a template such as `/documentation{/*path}`. */
const variantsOf = (path: string) => [path.replaceAll(/[{}]/g, ''), path.replaceAll(/\{[^}]*\}/g, '')];

/**
 * True if some request path matches both router templates. Whole segments are compared: a parameter matches any
 * segment, a wildcard matches all that follow.
 */
export function pathsOverlap(left: string, right: string): boolean {
  return variantsOf(left).some((one) =>
    variantsOf(right).some((other) => segmentsMeet(segmentsOf(one), segmentsOf(other))),
  );
}

function segmentsMeet([left, ...lefts]: string[], [right, ...rights]: string[]): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (isWildcard(left) || isWildcard(right)) return true;
  // The router ignores upper and lower case.
  const meet = isParameter(left) || isParameter(right) || left.toLowerCase() === right.toLowerCase();
  return meet && segmentsMeet(lefts, rights);
}

/** True if two templates differ only in the names of their parameters. */
export function samePath(left: string, right: string): boolean {
  return shapeOf(left) === shapeOf(right);
}

function shapeOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : isWildcard(segment) ? '*' : segment))
    .join('/');
}
