/** Lifetime of a mailed code. */
export const CODE_LIFETIME_MS = 5 * 60_000;
