import { DomainError } from '@app/kernel';

/** Deeper than anything that this service has a use for, and shallower than any stack. */
const MAX_DEPTH = 64;

interface Fault {
  path: string;
  message: string;
}

/**
 * Refuses what parses as JSON and yet cannot be worked with: nesting that would exhaust a recursive reader, and NUL
 * characters, which PostgreSQL's text has not.
 */
export function assertPlain(body: unknown): void {
  const fault = faultOf(body, 0);
  if (fault) throw DomainError.invalid(`The body ${fault.message}.`, [fault]);
}

function faultOf(value: unknown, depth: number): Fault | null {
  if (typeof value === 'string') return hasNul(value) ? { path: '', message: NUL_MESSAGE } : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH) return { path: '', message: 'is nested too deeply' };
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    if (hasNul(key)) return { path: '', message: NUL_MESSAGE };
    const fault = faultOf((value as Record<string, unknown>)[key], depth + 1);
    // The path is put together on the way back, for only a faulty body needs one.
    if (fault) return { ...fault, path: joined(isList ? `[${key}]` : key, fault.path) };
  }
  return null;
}

const NUL_MESSAGE = 'must not contain NUL characters';

function hasNul(text: string): boolean {
  return text.includes('\0');
}

function joined(key: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? key + rest : `${key}.${rest}`;
}
