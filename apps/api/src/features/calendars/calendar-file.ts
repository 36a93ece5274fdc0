import { isUtf8 } from 'node:buffer';
import { DomainError, say } from '@app/kernel';
import type { Request } from 'express';
import { assertUtf8 } from '../../http/body/json-body';
import { bodyBytesReader } from '../../http/body/request-body';

/** Maximum size of an iCalendar file. A thousand events take about 300 kB. */
const LIMIT_BYTES = 1024 * 1024;

const read = bodyBytesReader(LIMIT_BYTES);

/** Reads the iCalendar file in the body of a request. @throws DomainError malformed_calendar */
export async function readCalendarFile(request: Request): Promise<string> {
  assertUtf8(request);
  const bytes = await read(request);
  const text = isUtf8(bytes) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : '\0';
  if (!text.includes('\0')) return text;
  throw new DomainError('invalid', 'malformed_calendar', say('calendar_not_text'));
}
