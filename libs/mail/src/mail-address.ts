import { isEmail } from 'class-validator';

/** Matches addresses that RFC 5321 allows but that are ambiguous, or contain several addresses or another header. */
const UNSAFE = /[\s"(),:;<>[\]\\\p{Cc}]/u;

export interface Sender {
  name: string;
  address: string;
}

/** True for one plain address of at most 254 characters. Local hosts are allowed: `somebody@localhost`. */
export function isMailAddress(text: unknown): text is string {
  return typeof text === 'string' && !UNSAFE.test(text) && isEmail(text, { require_tld: false });
}

/** Parse `Name <address>` or a plain address; null for anything else. */
export function parseSender(text: string): Sender | null {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const plain = address.trim();
  return isMailAddress(plain) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: plain } : null;
}
