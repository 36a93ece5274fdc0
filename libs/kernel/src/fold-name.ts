/**
 * Folds a name, an address or a search: converts it to Unicode normal form C and lower case, and removes surrounding
 * blanks. Names are unique in their folded form.
 */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
