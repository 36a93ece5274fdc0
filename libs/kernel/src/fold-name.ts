/** Fold a name, an address or a search: ignores case and surrounding blanks. Names are unique in their folded form. */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
