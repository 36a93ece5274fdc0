/** How often something happened in the window that is open. */
export interface Tally {
  count: number;
  /** When the window closes and counting begins anew; 0 where none is open. */
  resetMs: number;
}

export const NOTHING: Tally = Object.freeze({ count: 0, resetMs: 0 });

/** Counts what happens, by key, in windows that open with the first that is counted. */
export interface Counter {
  /** Counts one more, or so many; fewer than none takes back. Calls that race get different counts. */
  add(key: string, amount?: number): Promise<Tally>;
  read(key: string): Promise<Tally>;
  clear(key: string): Promise<void>;
}

export interface CounterOptions {
  /** Of what is counted: counters of one name are one. */
  name: string;
  windowSeconds: number;
}
