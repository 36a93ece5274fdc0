const ANY = '*';

/** Whether `name` is what `pattern` says, where each `*` stands for any text, or none. Takes linear time. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split(ANY);
  const tail = rest.pop();
  if (tail === undefined) return pattern === name;
  if (!name.startsWith(head)) return false;
  // Each piece is taken at its first place: whatever fits later still fits after it.
  let from = head.length;
  for (const piece of rest) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return name.length >= from + tail.length && name.endsWith(tail);
}

export function isPattern(text: string): boolean {
  return text.includes(ANY);
}
