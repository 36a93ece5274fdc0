/** The form in which usernames and e-mail addresses are unique and are looked up: case and outer blanks do not count. */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
