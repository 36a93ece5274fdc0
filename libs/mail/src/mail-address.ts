import { isEmail } from 'class-validator';

/** What RFC 5321 lets through and what has two readings, or carries more than one address, or another header. */
const UNSAFE = /[\s"(),:;<>[\]\\\p{Cc}]/u;

export interface Sender {
  name: string;
  address: string;
}

/** True for one plain address, of a host on the own network too: `somebody@localhost`. At most 254 characters. */
export function isMailAddress(text: unknown): text is string {
  return typeof text === 'string' && !UNSAFE.test(text) && isEmail(text, { require_tld: false });
}

/** Reads `Name <address>`, or an address alone; null where it is neither. */
export function parseSender(text: string): Sender | null {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const plain = address.trim();
  return isMailAddress(plain) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: plain } : null;
}
