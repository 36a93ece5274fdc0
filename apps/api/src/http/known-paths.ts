export interface KnownRoute {
  /** `GET`, `POST` … */
  method: string;
  /** As the router has it: `/api/users/:id`; `*name` at the end stands for any further segments. */
  path: string;
}

/** The methods that some route at `path` answers, HEAD and OPTIONS included; none where no route is there. */
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

/** As the router compares: without regard to case, and to one slash at the end. */
function matches([wanted, ...moreWanted]: string[], [given, ...more]: string[]): boolean {
  if (wanted === undefined || given === undefined) return wanted === given;
  if (given === '' && wanted !== '') return false;
  if (wanted.startsWith('*')) return true;
  const fits = wanted.startsWith(':') || wanted.toLowerCase() === given.toLowerCase();
  return fits && matches(moreWanted, more);
}
