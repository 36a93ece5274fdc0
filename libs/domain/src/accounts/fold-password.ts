/**
 * One spelling of what looks alike: `é` is one character or two by the keyboard that it was typed on, and a password
 * must not depend on it (NIST SP 800-63B).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** As passwords are compared with those that are too common. */
export function foldPassword(password: string): string {
  return normalizePassword(password).toLowerCase();
}
