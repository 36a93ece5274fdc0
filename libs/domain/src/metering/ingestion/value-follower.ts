import type { PointValue } from '@app/contracts';
import type { EntityManager } from 'typeorm';

/** A component that processes newer values in the transaction that stores them. */
export interface ValueFollower {
  /**
   * Called within the transaction that stores the values, and called again if this transaction is repeated after a
   * deadlock.
   * @param values at most one for each point, newer than the stored one
   * @returns a function to call after the commit
   */
  takeIn(manager: EntityManager, values: readonly PointValue[]): Promise<() => void>;
}

/** Combines two followers. The second one runs after the first one, in the same transaction. */
export function followedBy(first: ValueFollower, second: ValueFollower): ValueFollower {
  return {
    takeIn: async (manager, values) => {
      const committed = [await first.takeIn(manager, values), await second.takeIn(manager, values)];
      return () => committed.forEach((call) => call());
    },
  };
}
