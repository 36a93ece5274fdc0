/** A word, a number, or a single sign. */
export const WORDS_AND_SIGNS = /\p{L}+|\p{N}+|./gsu;

/**
 * A run of letters and digits. No term begins with a sign, so texts with many signs, such as point codes, have fewer
 * terms.
 */
export const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * Returns the terms by which texts are found. A search matches the beginning of a term. Each match of `parts` begins a
 * term, which extends to the end of the text. By default, `ann_7@site.com` is found by `ann_7`, `_7@`, `7`, `@site`,
 * `site.com` and `com`, but not by `nn` or `ite`.
 */
export function searchTerms(texts: readonly string[], parts: RegExp = WORDS_AND_SIGNS): string[] {
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(parts)].map(({ index }) => text.slice(index)))),
  ];
}
