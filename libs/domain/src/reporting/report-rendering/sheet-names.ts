const LONGEST = 31;

/**
 * Converts headings to names of Excel sheets. A name has at most 31 characters and no forbidden characters, and is
 * unique.
 */
export function sheetNames(titles: readonly string[]): string[] {
  const used = new Set<string>();
  return titles.map((title) => {
    const clean = title
      .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replaceAll(/^'+|'+$/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = `${cut(clean || '-', LONGEST - suffix.length)}${suffix}`;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  });
}

/** Cuts between two characters, never within a surrogate pair. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}
