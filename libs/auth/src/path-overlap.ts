import { covers, templateSegments } from './path-templates';

/** Returns the paths with and without the optional part of a template such as `/documentation{/*path}`. */
const variantsOf = (path: string) => [path.replaceAll(/[{}]/g, ''), path.replaceAll(/\{[^}]*\}/g, '')];

/**
 * Returns true if one of two router templates matches every request path that the other one matches. Whole segments are
 * compared: a parameter matches any segment, and a wildcard matches all following segments. `/a/:id/run` and
 * `/a/b/:token` do not overlap: both match `/a/b/run`, but each also matches paths that the other one does not match.
 */
export function pathsOverlap(left: string, right: string): boolean {
  return variantsOf(left).some((one) =>
    variantsOf(right).some((other) => {
      const [segments, others] = [templateSegments(one), templateSegments(other)];
      return covers(segments, others) || covers(others, segments);
    }),
  );
}

/** Returns true if two templates are equal except for the names of their parameters. */
export function samePath(left: string, right: string): boolean {
  return shapeOf(left) === shapeOf(right);
}

/** Returns the template without the names of its parameters. */
export function shapeOf(path: string): string {
  return templateSegments(path)
    .map(({ kind, text }) => ({ word: text, parameter: ':', wildcard: '*' })[kind])
    .join('/');
}
