import { type Dialect, processDialect } from '@app/config';

/** SQL for moments by the database's own clock, so that no process's clock decides who holds a lease. */
export interface DatabaseClock {
  /** When the running statement arrived: one that waited for a lock counts from before the wait. */
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
