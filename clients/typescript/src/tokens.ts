import type { components } from './schema.js';

/** The tokens of a session. Each refresh replaces both. */
export type Tokens = components['schemas']['TokenPairDto'];

/** Stores the tokens of a session. */
export interface TokenStore {
  read(): Tokens | null | Promise<Tokens | null>;
  /** Replaces the stored tokens. Null removes them. */
  write(tokens: Tokens | null): void | Promise<void>;
  /**
   * Runs `work` while no other owner of the store does the same. Only a store that several tabs or processes share
   * needs it: a refresh token works once, so two refreshes at a time would end the session.
   */
  whileLocked?<T>(work: () => Promise<T>): Promise<T>;
}

/** Keeps the tokens until the program or the page ends. */
export function memoryTokens(initial: Tokens | null = null): TokenStore {
  let tokens = initial;
  return {
    read: () => tokens,
    write: (next) => {
      tokens = next;
    },
  };
}
