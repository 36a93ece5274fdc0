import { type HttpMethod, PERMISSION_MATRIX } from './permission-matrix';

export interface PublicRoute {
  readonly method: HttpMethod;
  /** Path in router syntax: `:name` is one segment, `*name` at the end matches all further segments. */
  readonly path: string;
}

/**
 * All routes that require no token. The start-up fails if a route marked `@Public()` is missing from this list. It also
 * fails if the path of any other route overlaps with one of these paths.
 */
export const PUBLIC_ROUTES: readonly PublicRoute[] = PERMISSION_MATRIX.filter(
  ({ access }) => access === 'public',
);
