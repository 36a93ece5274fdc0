import type { PointValue } from '@app/contracts';
import type { EntityManager } from 'typeorm';

/** A part of the service that takes in newer values in the transaction that stores them. */
export interface ValueFollower {
  /**
   * Called in the transaction, and again if the transaction is repeated after a deadlock.
   * @param values at most one for each point, newer than the stored one
   * @returns a function to call after the commit
   */
  takeIn(manager: EntityManager, values: readonly PointValue[]): Promise<() => void>;
}
