import { isEmail } from 'class-validator';

/**
 * Matches characters that make an address ambiguous although RFC 5321 allows them, or that separate addresses or
 * headers.
 */
const UNSAFE = /[\s"(),:;<>[\]\\\p{Cc}]/u;

export interface Sender {
  name: string;
  address: string;
}

/** Returns true for one plain address of at most 254 characters. Local hosts are allowed: `somebody@localhost`. */
export function isMailAddress(text: unknown): text is string {
  return typeof text === 'string' && !UNSAFE.test(text) && isEmail(text, { require_tld: false });
}

/** Parses `Name <address>` or a plain address. Returns null for anything else. */
export function parseSender(text: string): Sender | null {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const plain = address.trim();
  return isMailAddress(plain) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: plain } : null;
}
