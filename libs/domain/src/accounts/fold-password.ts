/**
 * Unicode-normalise a password: depending on the keyboard, `é` is one character or two, and a password must not depend
 * on that (NIST SP 800-63B).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** The form in which passwords are compared with common ones. */
export function foldPassword(password: string): string {
  return normalizePassword(password).toLowerCase();
}
