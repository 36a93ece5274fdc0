import { type Dialect, processDialect } from '@app/config';

/**
 * SQL expressions for instants by the clock of the database. Leases use this clock, because the clocks of the processes
 * may differ.
 */
export interface DatabaseClock {
  /** The time at which the statement started. If the statement waits for a lock, this is the time before the wait. */
  readonly now: string;
  readonly afterMs: (ms: number) => string;
}

const CLOCKS: Record<Dialect, DatabaseClock> = {
  postgres: {
    now: 'statement_timestamp()',
    afterMs: (ms) => `statement_timestamp() + ${Math.round(ms)} * interval '1 millisecond'`,
  },
  mysql: {
    now: 'utc_timestamp(3)',
    afterMs: (ms) => `utc_timestamp(3) + interval ${Math.round(ms) * 1000} microsecond`,
  },
};

export const databaseClock = CLOCKS[processDialect()];
