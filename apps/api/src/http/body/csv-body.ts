import { isUtf8 } from 'node:buffer';
import { DomainError, say } from '@app/kernel';

/** Decodes a CSV body. @throws DomainError `malformed_csv` for other bytes than text */
export function csvTextOf(bytes: Buffer): string {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : '\0';
  if (!text.includes('\0')) return text;
  throw new DomainError('invalid', 'malformed_csv', say('csv_not_text'));
}
