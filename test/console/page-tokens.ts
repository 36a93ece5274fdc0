import type { Page } from 'playwright-core';
import type { TokenStore, Tokens } from '../../clients/typescript/src';

const KEY = 'plantroom.tokens';

/** The entry of the local storage in which the console keeps its tokens. */
export function storedTokens(tokens: Tokens): { name: string; value: string } {
  return { name: KEY, value: JSON.stringify(tokens) };
}

/**
 * The tokens of the session of a page. The store has no lock, because the tokens of a test do not expire: a test is
 * shorter than a quarter of an hour.
 */
export function tokensOn(page: Page): TokenStore {
  return {
    read: async () => {
      const text = await page.evaluate(`localStorage.getItem('${KEY}')`);
      return JSON.parse(String(text)) as Tokens | null;
    },
    write: async (tokens) => {
      await page.evaluate(
        tokens
          ? `localStorage.setItem('${KEY}', ${JSON.stringify(JSON.stringify(tokens))})`
          : `localStorage.removeItem('${KEY}')`,
      );
    },
  };
}
