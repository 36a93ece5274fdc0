/** The form in which usernames and e-mail addresses are unique: without case and surrounding blanks. */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
