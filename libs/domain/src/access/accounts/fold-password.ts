/**
 * Unicode-normalise a password. Keyboards send `é` as one character or as two; both must give the same password (NIST
 * SP 800-63B).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Fold a password for the comparison with common passwords. */
export function foldPassword(password: string): string {
  return normalizePassword(password).toLowerCase();
}
