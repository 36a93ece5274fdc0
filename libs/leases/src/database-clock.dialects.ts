import { type Dialect, processDialect } from '@app/config';

/** SQL for instants by the database's clock, so that no process's clock decides who holds a lease. */
export interface DatabaseClock {
  /** The arrival time of the running statement, which is before it waited for a lock. */
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
