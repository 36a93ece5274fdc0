import { type Dialect, processDialect } from '@app/config';

/** SQL for instants by the database's clock, so that the clocks of processes do not decide who holds a lease. */
export interface DatabaseClock {
  /** The time at which the statement started. If the statement waited for a lock, this time is before the wait. */
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
