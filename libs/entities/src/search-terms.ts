/** A word, a number, or a single sign. */
export const WORDS_AND_SIGNS = /\p{L}+|\p{N}+|./gsu;

/** A run of letters and digits. Signs begin no terms, so texts with many signs, such as point codes, get fewer terms. */
export const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * Returns the terms under which these texts are found: a search matches the beginning of a term. The terms are the
 * suffixes of the texts that begin with one of the `parts`. By default, `ann_7@site.com` is found by `ann_7`, `_7@`,
 * `7`, `@site`, `site.com` and `com`, but not by `nn` or `ite`.
 */
export function searchTerms(texts: readonly string[], parts: RegExp = WORDS_AND_SIGNS): string[] {
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(parts)].map(({ index }) => text.slice(index)))),
  ];
}
