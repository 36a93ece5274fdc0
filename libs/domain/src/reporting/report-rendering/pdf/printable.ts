/** Stands for a character that the font lacks. */
const MISSING = '□';
/** Characters without a glyph of their own, such as joiners between emoji. */
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]/u;

/** In all texts of a value, replaces the characters that the font lacks. They would be printed as blanks. */
export function printable<Value>(value: Value, hasGlyph: (codePoint: number) => boolean): Value {
  if (typeof value === 'string') return printableText(value, hasGlyph) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => printable(item, hasGlyph)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, printable<unknown>(item, hasGlyph)]);
  return Object.fromEntries(entries) as Value;
}

function printableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  let result = '';
  for (const character of text) {
    const isKnown = /[\n\r\t]/.test(character) || hasGlyph(character.codePointAt(0) ?? 0);
    if (isKnown) result += character;
    else if (!INVISIBLE.test(character)) result += MISSING;
  }
  return result;
}
