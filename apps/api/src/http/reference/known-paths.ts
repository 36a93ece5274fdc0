export interface KnownRoute {
  /** `GET`, `POST` … */
  method: string;
  /** A pattern of the router, such as `/api/users/:id`. `*name` at the end matches all remaining segments. */
  path: string;
}

/** The methods of all routes at `path`, with HEAD and OPTIONS; empty if there is no route. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): string[] {
  const segments = segmentsOf(path);
  const found = routes
    .filter((route) => matches(segmentsOf(route.path), segments))
    .map(({ method }) => method);
  if (found.length === 0) return [];
  const implied = found.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return [...new Set([...found, ...implied])].sort();
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\/|\/$/g, '').split('/');
}

/** Ignores case and one trailing slash, as the router does. */
function matches([wanted, ...moreWanted]: string[], [given, ...more]: string[]): boolean {
  if (wanted === undefined || given === undefined) return wanted === given;
  if (given === '' && wanted !== '') return false;
  if (wanted.startsWith('*')) return true;
  const fits = wanted.startsWith(':') || wanted.toLowerCase() === given.toLowerCase();
  return fits && matches(moreWanted, more);
}
