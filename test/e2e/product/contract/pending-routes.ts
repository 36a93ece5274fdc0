import type { AccessWord } from '@app/auth';

/**
 * Routes of the contract that are not served yet. Once a route is served, the walk fails until a row with the body and
 * the answer of the route replaces the entry here.
 */
export const PENDING: readonly (readonly [route: string, access: AccessWord])[] = [];
