const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');
const isParameter = (segment: string) => segment.startsWith(':');
const isWildcard = (segment: string | undefined) => segment?.startsWith('*') === true;

/** `/documentation{/*path}` with its optional part and without. */
const variantsOf = (path: string) => [path.replaceAll(/[{}]/g, ''), path.replaceAll(/\{[^}]*\}/g, '')];

/**
 * True where some request path is matched by both of these path templates of the router: whole segments are compared,
 * a parameter meets any one segment, a wildcard all that follow.
 */
export function pathsOverlap(left: string, right: string): boolean {
  return variantsOf(left).some((one) =>
    variantsOf(right).some((other) => segmentsMeet(segmentsOf(one), segmentsOf(other))),
  );
}

function segmentsMeet([left, ...lefts]: string[], [right, ...rights]: string[]): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (isWildcard(left) || isWildcard(right)) return true;
  // The router compares without regard to case.
  const meet = isParameter(left) || isParameter(right) || left.toLowerCase() === right.toLowerCase();
  return meet && segmentsMeet(lefts, rights);
}

/** True where two templates differ by the names of their parameters at most. */
export function samePath(left: string, right: string): boolean {
  return shapeOf(left) === shapeOf(right);
}

function shapeOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => (isParameter(segment) ? ':' : isWildcard(segment) ? '*' : segment))
    .join('/');
}
