import type { EntityManager } from 'typeorm';

/** Runs first in a transaction. Throws if this process may no longer write, because it has lost its lease. */
export type WriteGuard = (manager: EntityManager) => Promise<void>;
