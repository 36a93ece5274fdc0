import type { components } from './schema.js';

/** The tokens of a session. Each refresh replaces both. */
export type Tokens = components['schemas']['TokenPairDto'];

/** Stores the tokens of a session. */
export interface TokenStore {
  read(): Tokens | null | Promise<Tokens | null>;
  /** Replaces the stored tokens. Null removes them. */
  write(tokens: Tokens | null): void | Promise<void>;
  /**
   * Runs `work` under a lock of the store. Provide it if several tabs or processes share the store: a refresh token
   * works only once, so two concurrent refreshes would end the session.
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
