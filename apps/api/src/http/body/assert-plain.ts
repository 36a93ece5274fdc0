import { DomainError, type ErrorDetail, say } from '@app/kernel';

/** Maximum nesting depth. No valid body is deeper, and this depth does not overflow the stack. */
const MAX_DEPTH = 64;

/**
 * Refuses well-formed JSON that the service cannot use: nesting that would overflow the stack, NUL characters, which
 * PostgreSQL cannot store in text, and numbers beyond the range of a double. `JSON.parse` turns these numbers into
 * Infinity, which `JSON.stringify` turns into null.
 * @throws DomainError `validation_failed`
 */
export function assertPlain(body: unknown): void {
  const fault = plainFault(body);
  if (fault) throw DomainError.invalid(`The body ${fault.message}.`, [fault]);
}

/** The first problem that `assertPlain` would report; null if there is none. The path is relative to the value. */
export function plainFault(value: unknown, depth = 0): ErrorDetail | null {
  if (typeof value === 'string') return hasNul(value) ? { path: '', ...say('nul_characters') } : null;
  if (value === Infinity || value === -Infinity) return { path: '', ...say('numbers_too_large') };
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH) return { path: '', ...say('too_deep') };
  const isList = Array.isArray(value);
  // The keys of a list would take much longer.
  for (const key of isList ? value.keys() : Object.keys(value)) {
    if (typeof key === 'string' && hasNul(key)) return { path: '', ...say('nul_characters') };
    const fault = plainFault((value as Record<string, unknown>)[key], depth + 1);
    // The path is built while returning from the recursion, because only an invalid body needs it.
    if (fault) return { ...fault, path: joined(isList ? `[${key}]` : String(key), fault.path) };
  }
  return null;
}

function hasNul(text: string): boolean {
  return text.includes('\0');
}

function joined(key: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? key + rest : `${key}.${rest}`;
}
