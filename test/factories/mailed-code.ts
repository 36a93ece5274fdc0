import type { Answer } from './guarded-api';

export const CODE_LIFETIME_MS = 5 * 60_000;
/** The response body after a code was mailed. */
export const CODE_SENT = { success: true, expiresIn: CODE_LIFETIME_MS / 1000 };
export const INVALID_CODE = { status: 400, body: { error: expect.any(String), code: 'invalid_code' } };

/** Returns a code that differs from `code`. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Returns the parts of a response by which a client could distinguish it from another response. */
export const visibleOf = ({ status, text, headers }: Answer) => [
  status,
  text,
  [...headers.keys()].filter((name) => name !== 'date').sort(),
];
