import { covers, pathSegments, templateSegments } from '@app/auth';

export interface KnownRoute {
  /** `GET`, `POST` … */
  method: string;
  /** A pattern of the router, such as `/api/users/:id`. `*name` at the end matches all remaining segments. */
  path: string;
}

/** The methods of all routes at `path`, with HEAD and OPTIONS; empty if there is no route. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): string[] {
  const segments = pathSegments(path);
  const found = routes
    .filter((route) => covers(templateSegments(route.path), segments))
    .map(({ method }) => method);
  if (found.length === 0) return [];
  const implied = found.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return [...new Set([...found, ...implied])].sort();
}
