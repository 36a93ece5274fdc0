/** The count in the current window. */
export interface Tally {
  count: number;
  /** Milliseconds until the window closes and the count restarts. 0 if no window is open. */
  resetMs: number;
}

export const NOTHING: Tally = Object.freeze({ count: 0, resetMs: 0 });

/** Counts events by key. A window opens with the first event of a key. */
export interface Counter {
  /** Adds to the count; a negative number subtracts. Concurrent calls get different counts. */
  add(key: string, amount?: number): Promise<Tally>;
  read(key: string): Promise<Tally>;
  clear(key: string): Promise<void>;
}

export interface CounterOptions {
  /** The name of the counter. Counters with the same name share their counts. */
  name: string;
  windowSeconds: number;
}
