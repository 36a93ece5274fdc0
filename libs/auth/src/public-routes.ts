import { type HttpMethod, PERMISSION_MATRIX } from './permission-matrix';

export interface PublicRoute {
  readonly method: HttpMethod;
  /** As the router is given it: `:name` is one segment, `*name` at the end is any further ones. */
  readonly path: string;
}

/**
 * Every route that asks for no token. A route that is marked `@Public()` and is not here stops the start-up; so does
 * a route that answers one of these paths and is not marked.
 */
export const PUBLIC_ROUTES: readonly PublicRoute[] = PERMISSION_MATRIX.filter(
  ({ access }) => access === 'public',
);
