import { printable } from './printable';

const hasGlyph = (codePoint: number) => codePoint < 0x1_0000 && codePoint !== 0xfe0f;

describe('printable', () => {
  it('replaces, in all texts, the characters that the font lacks', () => {
    const document = { title: '\u{20BB7}野家', sections: [{ text: 'a\nb' }], coverage: null, count: 3 };
    expect(printable(document, hasGlyph)).toEqual({ ...document, title: '□野家' });
  });

  it('removes characters without a glyph of their own', () => {
    expect(printable('\u{1F600}\u{FE0F}!', hasGlyph)).toBe('□!');
  });
});
