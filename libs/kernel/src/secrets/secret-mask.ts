/** What a secret reads as. Sent back, it keeps the secret that is stored. */
export const SECRET_MASK = '********';
