import { distance } from 'fastest-levenshtein';

/** Maximum edit distance between a misspelt name and a suggested one. */
const MAX_EDITS = 4;

/**
 * Returns the known name that is most similar to a misspelt one, regardless of case. Undefined if none is similar: a
 * third of the characters may differ, up to four.
 */
export function similarName(name: string, known: Iterable<string>): string | undefined {
  const misspelt = name.toLowerCase();
  let fewest = Math.min(MAX_EDITS, Math.ceil(name.length / 3)) + 1;
  let nearest: string | undefined;
  for (const candidate of known) {
    // Skips most candidates, because computing a distance is slow.
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const edits = distance(misspelt, candidate.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    nearest = candidate;
  }
  return nearest;
}
