import fc from 'fast-check';
import { TextSearch } from './text-search';

const replaced = (texts: string[], text: string) => TextSearch.of(texts)?.replaceAll(text, '*');

describe('TextSearch', () => {
  it.each([
    [['abc'], 'abcabc abd', '** abd'],
    [['abc', 'abcdef'], 'abcdef abcde', '* *de'],
    [['abcd', 'cdef'], 'abcdef', '*'],
    [['bc', 'abcd'], 'abce abcd', 'a*e *'],
    [['aab'], 'aaab', 'a*'],
    [['é😀'], 'xé😀y', 'x*y'],
    [[], 'abc', 'abc'],
    [['abc'], '', ''],
  ])('replaces %j in %j', (texts, text, expected) => {
    expect(replaced(texts, text)).toBe(expected);
  });

  it('replaces the same characters as a slow reference implementation', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), text, (words, searched) => {
        expect(replaced(words, searched)).toBe(slowly(words, searched));
      }),
    );
  });

  it('refuses to search for texts of more than 32,000 characters in total', () => {
    expect(TextSearch.of(['a'.repeat(16_000), 'b'.repeat(16_000)])).not.toBeNull();
    expect(TextSearch.of(['a'.repeat(16_000), 'b'.repeat(16_001)])).toBeNull();
  });

  it('takes linear time for texts in which a match nearly begins at each character', () => {
    const texts = Array.from({ length: 16 }, (_, index) => `${'a'.repeat(1990)}b${index}`);
    const text = 'a'.repeat(1_000_000);
    expect(replaced(texts, text)).toBe(text);
  });
});

/** Marks each character that is part of a match. Matches that share a character become one. */
function slowly(words: string[], text: string): string {
  const spans = words.flatMap((word) =>
    Array.from(text, (character) => character).flatMap((_, start) =>
      text.startsWith(word, start) ? [{ start, end: start + word.length }] : [],
    ),
  );
  const isInside = (at: number) => spans.some(({ start, end }) => start <= at && at < end);
  const joinsNext = (at: number) => spans.some(({ start, end }) => start < at && at < end);
  return Array.from(text, (character) => character)
    .map((character, at) => (isInside(at) ? (joinsNext(at) ? '' : '*') : character))
    .join('');
}
