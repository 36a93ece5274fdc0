import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * The description of the routes, if the build has already created it. In the bundle, this module is replaced: it reads
 * the result of `describeApiRoutes` from a file, which takes much less time than describing the routes at each start.
 */
export function builtDescription(): OpenAPIObject | undefined {
  return undefined;
}
