/** Replaces each character that the font lacks. */
const MISSING = '□';
/** Characters without a glyph of their own, such as joiners between emoji. */
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]/u;

/** Replaces, in all texts of a value, each character that the font lacks, because it would be printed as a blank. */
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
