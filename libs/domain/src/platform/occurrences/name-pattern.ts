const ANY = '*';

/**
 * Returns true if `name` matches `pattern`. Each `*` in the pattern matches any text, including none. Takes linear
 * time.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split(ANY);
  const tail = rest.pop();
  if (tail === undefined) return pattern === name;
  if (!name.startsWith(head)) return false;
  // Use the first match of each piece of the pattern. A later match would only leave less text for the following
  // pieces.
  let from = head.length;
  for (const piece of rest) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return name.length >= from + tail.length && name.endsWith(tail);
}

/** Returns the text with which every matching name begins. */
export function headOf(pattern: string): string {
  return pattern.split(ANY, 1)[0] ?? '';
}

export function isPattern(text: string): boolean {
  return text.includes(ANY);
}
