/** A word, a number, or one of the signs between them. */
const PARTS = /\p{L}+|\p{N}+|./gsu;

/**
 * The texts by whose beginning these texts are found: each end of them that begins with a word, a number or a sign.
 * `ann_7@site.com` is found by `ann_7`, `_7@`, `7`, `@site`, `site.com` and `com`, not by `nn` or `ite`.
 */
export function searchTerms(...texts: string[]): string[] {
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(PARTS)].map(({ index }) => text.slice(index)))),
  ];
}
