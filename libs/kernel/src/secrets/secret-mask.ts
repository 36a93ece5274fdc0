/** The text that replaces a secret. */
export const SECRET_MASK = '********';
