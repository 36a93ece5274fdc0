/** How long a code that was mailed is good for. */
export const CODE_LIFETIME_MS = 5 * 60_000;
